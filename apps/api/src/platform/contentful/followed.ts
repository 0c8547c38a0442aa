const ownOrigin = 'https://own.invalid'

/** Whether an address in the content may be a link: https, mail or our own path. The web checks it again (safe-href.ts). */
export function isFollowed(address: unknown): address is string {
  if (typeof address !== 'string') return false
  if (isOwnPath(address)) return true
  return ['https:', 'mailto:'].includes(URL.parse(address)?.protocol ?? '')
}

/** Parses the path as a browser does: `//host`, `/\host` and a tab between the slashes all lead to another host. */
const isOwnPath = (address: string): boolean =>
  address.startsWith('/') && URL.parse(address, ownOrigin)?.origin === ownOrigin

/** Whether a film may be shown: a file of ours, or of a host that the operator named. */
export function isShownFilm(address: unknown, videoHosts: readonly string[]): address is string {
  if (typeof address !== 'string') return false
  if (isOwnPath(address)) return true
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  return videoHosts.includes(url.host)
}
