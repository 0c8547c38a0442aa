/** From this many letters on, a search also matches inside words; below that, only at their beginnings. */
const insideWordsMin = 3

/** Whether a list is the result of a search. */
export const isFound = (typed: string | undefined): boolean => searchPattern(typed) !== undefined

/**
 * The `like` pattern of a search, or undefined for none. The searched text is folded and has a space before every word:
 * `search like fold(pattern)`. The database folds the pattern, so that one function folds both sides.
 */
export function searchPattern(typed: string | undefined): string | undefined {
  const plain = (typed ?? '').trim().replaceAll(/\s+/g, ' ')
  if (!plain) return undefined
  const literal = plain.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  return plain.length < insideWordsMin ? `% ${literal}%` : `%${literal}%`
}
