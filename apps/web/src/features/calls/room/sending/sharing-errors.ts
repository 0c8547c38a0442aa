/**
 * Closing the browser's picker without a choice is an answer, not an error. A ban by the system is not the person's answer.
 */
export const isSharingDeclined = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || (error.name === 'NotAllowedError' && !isOfSystem(error)))

/** Chromium says 'Permission denied by system' where the computer does not let the browser see the screen. */
const isOfSystem = ({ message }: Error): boolean => /system/i.test(message)

/** Why a screen could not be shared, for the person who tried. */
export function sharingTrouble(error: unknown): string {
  if (!(error instanceof Error)) return 'Try again, or choose another window.'
  if (error.name === 'NotAllowedError')
    return 'Your computer blocks it. Open its privacy settings, allow this browser to record the screen, then try again.'
  return error.name === 'NotFoundError'
    ? 'The browser found nothing to share.'
    : `The browser says: ${error.message}`
}
