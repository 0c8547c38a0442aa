const ownOrigin = 'https://own.invalid'

/**
 * The address of a link in a written text, if it may be followed: https, a mail address, or a path of our own.
 * Anything else, such as `javascript:`, is shown as plain text.
 */
export function safeHref(uri: unknown): string | undefined {
  if (typeof uri !== 'string') return undefined
  // Read as a browser reads it: `//host`, `/\host` and a tab between the slashes all lead to another host.
  if (uri.startsWith('/')) return URL.parse(uri, ownOrigin)?.origin === ownOrigin ? uri : undefined
  const protocol = URL.parse(uri)?.protocol
  return protocol === 'https:' || protocol === 'mailto:' ? uri : undefined
}
