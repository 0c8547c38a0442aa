import makeBidi from 'bidi-js'

const bidi = makeBidi()

export type Direction = 'ltr' | 'rtl'

const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** How deep each unit of a text lies in others of the opposite direction: an odd number is read from the right. */
export function levelsOf(text: string, direction: Direction): ArrayLike<number> | undefined {
  if (!isRightToLeft.test(text)) return undefined
  return bidi.getEmbeddingLevels(text, direction).levels
}

/** A paragraph is read from where its first letter is. */
export const directionOf = (paragraph: string): Direction =>
  isRightToLeft.test(/\p{L}/u.exec(paragraph)?.[0] ?? '') ? 'rtl' : 'ltr'

/** A bracket that opens from the right looks like one that closes from the left. */
export const mirrored = (sign: string): string => bidi.getMirroredCharacter(sign) ?? sign

/** Letters that the font library turns around by itself, with the marks on them. */
export const isTurnedByFont = (sign: string): boolean => isRightToLeft.test(sign)

/** Pieces in the order in which a reader's eye meets them from the left (rule L2 of Unicode's annex 9). */
export function inSight<P extends { level: number }>(pieces: readonly P[]): P[] {
  const seen = [...pieces]
  const deepest = Math.max(0, ...seen.map(({ level }) => level))
  for (let depth = deepest; depth > 0; depth -= 1)
    for (let from = 0; from < seen.length; from += 1) {
      let to = from
      while ((seen[to]?.level ?? 0) >= depth) to += 1
      if (to > from) seen.splice(from, to - from, ...seen.slice(from, to).toReversed())
      from = to
    }
  return seen
}
