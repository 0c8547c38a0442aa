const key = 'gameStarted'

/** The session whose application was opened in this tab, so that a reload opens it again at once. */
export const gameStarted = {
  read: (): string | null => sessionStorage.getItem(key),
  write: (sessionId: string | null): void => {
    if (sessionId === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, sessionId)
  },
}
