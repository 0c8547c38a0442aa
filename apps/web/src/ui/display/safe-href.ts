const ownOrigin = 'https://own.invalid'

/**
 * The address of a link in a written text, if it may be followed: https, mailto, or a path of our own. Anything else,
 * such as `javascript:`, is shown as plain text.
 */
export function safeHref(uri: unknown): string | undefined {
  if (typeof uri !== 'string') return undefined
  // Parse as a browser does: `//host`, `/\host` and a tab between the slashes all lead to another host.
  if (uri.startsWith('/')) return parsed(uri, ownOrigin)?.origin === ownOrigin ? uri : undefined
  const protocol = parsed(uri)?.protocol
  return protocol === 'https:' || protocol === 'mailto:' ? uri : undefined
}

/** Like `URL.parse`, which two-year-old phones do not have. */
function parsed(uri: string, base?: string): URL | undefined {
  try {
    return new URL(uri, base)
  } catch {
    return undefined
  }
}
