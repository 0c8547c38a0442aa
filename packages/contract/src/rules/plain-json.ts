/** No call of ours needs more: the deepest body is a week of working hours, the widest a page of filters. */
const depthMax = 20
const partsMax = 10_000

const quote = 0x22
const backslash = 0x5c

/**
 * Whether a JSON text is small enough to be parsed at all, told by one walk over it. A parser takes seconds for what
 * nests a million times or has a million parts, and holds everybody up meanwhile.
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

/** The place of the quotation mark that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    const sign = text.charCodeAt(i)
    if (sign === backslash) i += 1
    else if (sign === quote) return i
  }
  return text.length
}

/** What PostgreSQL cannot hold: NUL, and half of a surrogate pair. */
export const isPlainText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The same for every text in a parsed value, its keys too. Call it on what `isSmallJson` let through. */
export function isPlainValue(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isPlainValue)
  return Object.entries(value).every(([key, one]) => isPlainText(key) && isPlainValue(one))
}

/** Parses a JSON text of a caller; undefined where it is none, is too large, or holds what no text of ours may hold. */
export function parsePlainJson(text: string): { value: unknown } | undefined {
  if (!isSmallJson(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    // Both can come in by an escape alone; without one there is nothing to look for.
    return text.includes('\\u') && !isPlainValue(value) ? undefined : { value }
  } catch {
    return undefined
  }
}
