/**
 * Where to go after sign-in: `to` if it leads to a path on our own origin, else '/'. Browsers read `\` as `/`, drop tabs
 * and line breaks and resolve dots before they go, so that `/.//evil.test` is `//evil.test`: what is judged is the
 * address as it comes out of that.
 */
export function destinationOf(to: unknown): string {
  if (typeof to !== 'string' || !to.startsWith('/')) return '/'
  const parsed = URL.parse(to, ownOrigin)
  if (parsed?.origin !== ownOrigin) return '/'
  // No path of ours has an encoded slash, and whoever decodes one resolves it anew.
  if (/^\/\/|%2f|%5c/i.test(parsed.pathname)) return '/'
  // Back to /login would lead round in a circle.
  return parsed.pathname === '/login' ? '/' : parsed.pathname + parsed.search + parsed.hash
}

const ownOrigin = 'https://own.invalid'
