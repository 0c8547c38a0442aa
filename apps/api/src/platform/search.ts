/** From this many letters on a search looks inside words; below, only at their beginnings. */
const insideWordsMin = 3

/** Whether a list is what a search found. */
export const isFound = (typed: string | undefined): boolean => searchPattern(typed) !== undefined

/**
 * The `like` pattern of a search, or undefined for none. It is meant for a folded text whose every word follows a space:
 * `search like fold(pattern)`. The database folds it, so that typed and stored text are folded by one function.
 */
export function searchPattern(typed: string | undefined): string | undefined {
  const plain = (typed ?? '').trim().replaceAll(/\s+/g, ' ')
  if (!plain) return undefined
  const literal = plain.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  return plain.length < insideWordsMin ? `% ${literal}%` : `%${literal}%`
}
