/** No request needs more: the deepest body is a week of working hours, the widest a page of filters. */
const depthMax = 20
const partsMax = 10_000

const quote = 0x22
const backslash = 0x5c

/**
 * Whether a JSON text is small enough to parse, decided in one pass. Parsing a million nested levels or a million parts
 * takes seconds and blocks the event loop for everybody.
 */
export function isSmallJson(text: string): boolean {
  let depth = 0
  let parts = 0
  for (let i = 0; i < text.length; i += 1) {
    const sign = text.charCodeAt(i)
    if (sign === quote) i = endOfString(text, i)
    else if (sign === 0x5b || sign === 0x7b) {
      depth += 1
      parts += 1
      if (depth > depthMax) return false
    } else if (sign === 0x5d || sign === 0x7d) depth -= 1
    else if (sign === 0x2c || sign === 0x3a) parts += 1
    if (parts > partsMax) return false
  }
  return true
}

/** The index of the quotation mark that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    const sign = text.charCodeAt(i)
    if (sign === backslash) i += 1
    else if (sign === quote) return i
  }
  return text.length
}

/** Whether PostgreSQL can store the text: it has no NUL and no half of a surrogate pair. */
export const isPlainText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The same for every text in a parsed value, including keys. Only call it on input that passed `isSmallJson`. */
export function isPlainValue(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isPlainValue)
  return Object.entries(value).every(([key, one]) => isPlainText(key) && isPlainValue(one))
}

/** Parses a caller's JSON; undefined if it is invalid, too large, or has a text that PostgreSQL cannot store. */
export function parsePlainJson(text: string): { value: unknown } | undefined {
  if (!isSmallJson(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    // NUL and lone surrogates can only come in as escapes, so without an escape there is nothing to check.
    return text.includes('\\u') && !isPlainValue(value) ? undefined : { value }
  } catch {
    return undefined
  }
}
