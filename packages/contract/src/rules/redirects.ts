/**
 * Where to go after sign-in: `to` if it is a path on our own origin, else '/'.
 * Browsers read `\` as `/` and drop tabs and line breaks inside an address, so these are refused too.
 */
export function destinationOf(to: unknown): string {
  if (typeof to !== 'string' || !/^\/(?![/\\])[^\t\n\r\\]*$/.test(to)) return '/'
  const parsed = URL.parse(to, 'https://own.invalid')
  if (parsed?.origin !== 'https://own.invalid') return '/'
  // Back to /login would lead round in a circle.
  return parsed.pathname === '/login' ? '/' : parsed.pathname + parsed.search + parsed.hash
}
