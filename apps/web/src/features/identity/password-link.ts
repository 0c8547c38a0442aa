const prefix = '/set-password/'

// Kept in memory alone: a link that sets a password has no place in the address bar or the history.
let token: string | undefined

/** Takes the secret of a password link out of the address, before anything else looks at it. */
export function takePasswordLink(): void {
  if (!location.pathname.startsWith(prefix)) return
  token = location.pathname.slice(prefix.length)
  history.replaceState(history.state, '', '/set-password')
}

export const passwordLinkToken = (): string | undefined => token

/** A link that was used up or is dead is not tried again. */
export function forgetPasswordLink(): void {
  token = undefined
}
