import type { Face, Fonts } from './fonts.ts'

/** A piece of a line that one file of a face has the signs for. */
export interface Run {
  font: string
  text: string
}

/** What no face of ours has is drawn as the font's own sign for that, once for what a reader takes as one sign. */
const unknown = '\uFFFD'
/** Signs that change others, such as the joiner between two emoji: of their own they are nothing. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text in pieces, each with the file of the face that has its signs. */
export function runsOf(fonts: Fonts, face: Face, text: string): Run[] {
  const runs: Run[] = []
  for (const { segment } of signs.segment(text.normalize('NFC'))) {
    const { font, text: drawn } = drawnAs(fonts, face, segment)
    const last = runs.at(-1)
    if (drawn === '') continue
    if (last?.font === font) last.text += drawn
    else runs.push({ font, text: drawn })
  }
  return runs
}

function drawnAs(fonts: Fonts, face: Face, segment: string): Run {
  const text = segment.replaceAll(unseen, '')
  const files = fonts[face]
  const found = files.find(({ has }) => Array.from(text).every((sign) => has(sign.codePointAt(0) ?? 0)))
  return { font: (found ?? files[0])?.id ?? '', text: found ? text : unknown }
}

/** Whether a reader could make sense of it: a name in letters that we have no face for is better not drawn at all. */
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
  runs: (piece: string) => Run[]
  measure: (runs: readonly Run[]) => number
}

/** Lines of a text that fit into a width; its own line breaks are kept, and a word that is too long is broken. */
export function linesOf(text: string, setting: Setting): Run[][] {
  const widthOf = (piece: string) => setting.measure(setting.runs(piece))
  const space = widthOf(' ')
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => {
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
    return lines.map((line) => setting.runs(line.join(' ')))
  })
}

/** A word, or the pieces of it that fit. Each sign is measured once, whatever its length. */
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
