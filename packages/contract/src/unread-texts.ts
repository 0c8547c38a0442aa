/**
 * What is said where an answer cannot be read. Apart from the other refusals, whose words the login page has no use for: it
 * would load them all for these two.
 */
export const unreadTexts = {
  malformed: 'Some of that could not be read. Check the marked fields.',
  internal: 'Something went wrong on our side. Please try again.',
}
