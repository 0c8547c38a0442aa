/** docs/rules.md §2: a name with `@` in it looks like an email address. */
export const looksLikeEmail = (name: string): boolean => name.includes('@')

/** Usernames are case-insensitive in the whole product. */
export const foldUsername = (name: string): string => name.trim().toLowerCase()

export const isUsername = (name: string): boolean => /^[a-z0-9._-]{3,64}$/.test(name)

interface Timed {
  from: string
  until: string
}

/** The notices that are shown at an instant (epoch milliseconds): from `from` on, until just before `until`. */
export const standingAnnouncements = <A extends Timed>(all: readonly A[], now: number): A[] =>
  all.filter((entry) => Date.parse(entry.from) <= now && now < Date.parse(entry.until))

/**
 * Where to go after sign-in: `to` if it leads to a path on our own origin, else '/'. Before navigating, browsers read `\`
 * as `/`, drop tabs and line breaks and resolve dots, so that `/.//evil.test` is `//evil.test`. So this checks the parsed
 * address.
 */
export function destinationOf(to: unknown): string {
  if (typeof to !== 'string' || !to.startsWith('/')) return '/'
  const parsed = URL.parse(to, ownOrigin)
  if (parsed?.origin !== ownOrigin) return '/'
  // None of our paths has an encoded slash, and a router that decodes one would resolve the path again.
  if (/^\/\/|%2f|%5c/i.test(parsed.pathname)) return '/'
  // Redirecting to /login would loop.
  return parsed.pathname === '/login' ? '/' : parsed.pathname + parsed.search + parsed.hash
}

const ownOrigin = 'https://own.invalid'
