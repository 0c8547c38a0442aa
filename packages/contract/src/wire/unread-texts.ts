/**
 * The texts for an answer that cannot be read. Separate from the other refusals, so that the login page does not load all
 * of them for these two.
 */
export const unreadTexts = {
  malformed: 'Some of that could not be read. Check the marked fields.',
  internal: 'Something went wrong on our side. Please try again.',
}
