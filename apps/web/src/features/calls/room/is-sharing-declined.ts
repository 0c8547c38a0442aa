/** Choosing nothing in the browser's own window, or not being allowed to, is an answer and no error. */
export const isSharingDeclined = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'NotAllowedError')
