const pages = ['set-password', 'confirm-email'] as const
type LinkPage = (typeof pages)[number]

// Kept in memory alone: a link that lets its holder do something has no place in the address bar or the history.
const secrets = new Map<LinkPage, string>()

/** Takes the secret of a link out of the address, before anything else looks at it. */
export function takeLinkSecret(): void {
  for (const page of pages) {
    const prefix = `/${page}/`
    if (!location.pathname.startsWith(prefix)) continue
    secrets.set(page, location.pathname.slice(prefix.length))
    history.replaceState(history.state, '', `/${page}`)
  }
}

export const linkSecret = (page: LinkPage): string | undefined => secrets.get(page)

/** A link that was used up or is dead is not tried again. */
export function forgetLinkSecret(page: LinkPage): void {
  secrets.delete(page)
}
