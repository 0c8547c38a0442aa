const ownOrigin = 'https://own.invalid'

/**
 * The address of a link in a written text, if it may be followed: https, a mail address, or a path of our own.
 * Anything else, such as `javascript:`, is shown as plain text.
 */
export function safeHref(uri: unknown): string | undefined {
  if (typeof uri !== 'string') return undefined
  // Read as a browser reads it: `//host`, `/\host` and a tab between the slashes all lead to another host.
  if (uri.startsWith('/')) return parsed(uri, ownOrigin)?.origin === ownOrigin ? uri : undefined
  const protocol = parsed(uri)?.protocol
  return protocol === 'https:' || protocol === 'mailto:' ? uri : undefined
}

/** As `URL.parse`, which telephones of two years ago do not have. */
function parsed(uri: string, base?: string): URL | undefined {
  try {
    return new URL(uri, base)
  } catch {
    return undefined
  }
}
