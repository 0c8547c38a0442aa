/**
 * The address of a link in a written text, if it may be followed: https, a mail address, or a path of our own.
 * Anything else, such as `javascript:`, is shown as plain text.
 */
export function safeHref(uri: unknown): string | undefined {
  if (typeof uri !== 'string') return undefined
  if (/^\/(?![/\\])/.test(uri)) return uri
  const protocol = URL.parse(uri)?.protocol
  return protocol === 'https:' || protocol === 'mailto:' ? uri : undefined
}
