const pages = ['set-password', 'confirm-email'] as const
type LinkPage = (typeof pages)[number]

// Kept in memory only: a link that lets its holder do something must not stay in the address bar or the history.
const secrets = new Map<LinkPage, string>()

/** Takes the secret of a link out of the address before anything else reads it. */
export function takeLinkSecret(): void {
  for (const page of pages) {
    const prefix = `/${page}/`
    if (!location.pathname.startsWith(prefix)) continue
    secrets.set(page, location.pathname.slice(prefix.length))
    history.replaceState(history.state, '', `/${page}`)
  }
}

export const linkSecret = (page: LinkPage): string | undefined => secrets.get(page)

/** Forgets a link that is used up or dead, so that it is not tried again. */
export function forgetLinkSecret(page: LinkPage): void {
  secrets.delete(page)
}
