const made = new Map<string, Intl.DateTimeFormat>()

/**
 * A date format in a zone. Creating one takes many times as long as using it, and every row of a list needs the same, so
 * formats are cached.
 */
export function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const known = made.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  made.set(key, format)
  return format
}
