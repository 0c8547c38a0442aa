import { directionOf, inSight, isTurnedByFont, levelsOf, mirrored, type Direction } from './direction.ts'
import type { Face, FontFile, Fonts } from './fonts.ts'

/** A piece of a line that a single font file can draw. */
export interface Run {
  font: string
  text: string
}

/** The replacement character, drawn once for each grapheme that none of our fonts has. */
const unknown = '\uFFFD'
/** Characters that only change others, such as the joiner between two emoji; alone they draw nothing. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

/** In a joining script, the joiner and the non-joiner decide whether letters join, so they are kept. */
const unseenInJoined = /(?![\u200C\u200D])[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A run with its bidi embedding level. */
interface Piece extends Run {
  level: number
  /** The next grapheme joins this piece if it has the same font and level. */
  isOpen: boolean
}

/**
 * Splits a text into runs from left to right, each with a font file that has its characters. A right-to-left run is one
 * word: the font library reverses and joins its letters, but lays out words one after the other.
 */
export function runsOf(fonts: Fonts, face: Face, text: string, direction: Direction = 'ltr'): Run[] {
  const whole = text.normalize('NFC')
  const levels = levelsOf(whole, direction)
  const files = fonts[face].filter(({ wanted }) => wanted?.test(whole) ?? true)
  const pieces: Piece[] = []
  for (const { segment, index } of signs.segment(whole)) {
    const level = levels?.[index] ?? 0
    const isOdd = level % 2 === 1
    const { font, text: drawn } = drawnAs(files, isOdd ? mirrored(segment) : segment)
    const last = pieces.at(-1)
    if (drawn === '') continue
    const isOpen = !isOdd || isTurnedByFont(segment)
    if (last?.isOpen && isOpen && last.font === font && last.level === level) last.text += drawn
    else pieces.push({ font, text: drawn, level, isOpen })
  }
  return inSight(pieces).map(({ font, text: drawn }) => ({ font, text: drawn }))
}

function drawnAs(files: readonly FontFile[], segment: string): Run {
  const text = segment.replaceAll(unseen, '')
  const found = files.find(({ has }) => Array.from(text).every((sign) => has(sign.codePointAt(0) ?? 0)))
  if (!found) return { font: files[0]?.id ?? '', text: unknown }
  return { font: found.id, text: found.joins ? segment.replaceAll(unseenInJoined, '') : text }
}

/** Whether a reader could make sense of the drawn text: a name in letters that we have no font for is better left out. */
export function isReadable(fonts: Fonts, face: Face, text: string): boolean {
  const drawn = runsOf(fonts, face, text)
    .map((run) => run.text)
    .join('')
    .replaceAll(/\s/g, '')
  const lost = drawn.split(unknown).length - 1
  return drawn.length > 0 && lost * 2 < drawn.length
}

export interface Setting {
  width: number
  runs: (piece: string, direction: Direction) => Run[]
  measure: (runs: readonly Run[]) => number
}

/** Wraps a text into lines of a width. Its own line breaks are kept, and a word that is too long is split. */
export function linesOf(text: string, setting: Setting): Run[][] {
  const widthOf = (piece: string) => setting.measure(setting.runs(piece, 'ltr'))
  const space = widthOf(' ')
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => {
    const direction = directionOf(paragraph)
    const lines: string[][] = [[]]
    let filled = 0
    const words = paragraph.split(/[ \t]+/).flatMap((word) => broken(word, setting.width, widthOf))
    for (const { piece, width } of words) {
      if (filled > 0 && filled + space + width > setting.width) {
        lines.push([])
        filled = 0
      }
      lines.at(-1)?.push(piece)
      filled += (filled > 0 ? space : 0) + width
    }
    return lines.map((line) => setting.runs(line.join(' '), direction))
  })
}

/** A word, or the pieces of it that fit. Each grapheme is measured once, so the cost is linear in the word's length. */
function broken(word: string, widthMax: number, widthOf: (piece: string) => number) {
  const whole = { piece: word, width: widthOf(word) }
  if (whole.width <= widthMax) return [whole]
  const pieces = [{ piece: '', width: 0 }]
  for (const { segment } of signs.segment(word)) {
    const width = widthOf(segment)
    const last = pieces.at(-1)
    if (last && last.width + width <= widthMax) {
      last.piece += segment
      last.width += width
    } else pieces.push({ piece: segment, width })
  }
  return pieces
}
