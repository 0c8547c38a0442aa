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
