const made = new Map<string, Intl.DateTimeFormat>()

/** A format of instants in a zone. To make one takes many times as long as to use it, and each row of a list wants the same. */
export function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const known = made.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  made.set(key, format)
  return format
}
