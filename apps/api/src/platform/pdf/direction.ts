import makeBidi from 'bidi-js'

const bidi = makeBidi()

export type Direction = 'ltr' | 'rtl'

const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** The bidi embedding level of each code unit, where odd means right to left. Undefined if no letter is right to left. */
export function levelsOf(text: string, direction: Direction): ArrayLike<number> | undefined {
  if (!isRightToLeft.test(text)) return undefined
  return bidi.getEmbeddingLevels(text, direction).levels
}

/** A paragraph takes the direction of its first letter. */
export const directionOf = (paragraph: string): Direction =>
  isRightToLeft.test(/\p{L}/u.exec(paragraph)?.[0] ?? '') ? 'rtl' : 'ltr'

/** A bracket in right-to-left text is drawn mirrored. */
export const mirrored = (sign: string): string => bidi.getMirroredCharacter(sign) ?? sign

/** Letters that the font library reverses itself, together with their marks. */
export const isTurnedByFont = (sign: string): boolean => isRightToLeft.test(sign)

/** Pieces in visual order from left to right (rule L2 of Unicode's annex 9). */
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
