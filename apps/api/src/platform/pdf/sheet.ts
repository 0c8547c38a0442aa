import Pdf from 'pdfkit'
import type { Direction } from './direction.ts'
import type { Face, Fonts } from './fonts.ts'
import { linesOf, runsOf, type Run } from './text.ts'

/** A4 in points: the design's picture at a scale of 0.644. */
export const sheet = { left: 48, right: 547, top: 42, bottom: 785, foot: 800 }
export const ink = {
  full: '#182020',
  second: '#4a5354',
  third: '#646c6d',
  line: '#e3e3df',
  accent: '#0b5d73',
}

export interface Style {
  face: Face
  size: number
  color?: string
  /** Distance between two lines; derived from the size by default. */
  lead?: number
  align?: 'left' | 'right' | 'center'
  /** Wider text is cut with an ellipsis. */
  widthMax?: number
}

interface Head {
  title: string
  madeAt: Date
}

/** A sheet to draw on, in our faces. Text is drawn with `write` or `paragraph`, which find a font for every name. */
export function openSheet(fonts: Fonts, { title, madeAt }: Head) {
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Creator: 'Parley', Producer: 'Parley', CreationDate: madeAt },
  })
  for (const files of Object.values(fonts)) for (const { id, source } of files) doc.registerFont(id, source)

  const widthOf = (runs: readonly Run[], size: number): number =>
    runs.reduce((sum, { font, text }) => sum + doc.font(font).fontSize(size).widthOfString(text), 0)

  const drawLine = (runs: readonly Run[], x: number, y: number, size: number, color: string) => {
    let at = x
    for (const { font, text } of runs) {
      doc.font(font).fontSize(size).fillColor(color)
      doc.text(text, at, y, { lineBreak: false, baseline: 'alphabetic' })
      at += doc.widthOfString(text)
    }
  }

  /** Draws one line with its baseline at `y`. With `right` or `center`, `x` is its end or its middle. */
  const write = (text: string, x: number, y: number, style: Style) => {
    const { face, size, color, align, widthMax = Infinity } = style
    const whole = runsOf(fonts, face, text)
    const runs = widthOf(whole, size) <= widthMax ? whole : shortened(text, style, widthMax)
    const width = widthOf(runs, size)
    const shift = align === 'right' ? width : align === 'center' ? width / 2 : 0
    drawLine(runs, x - shift, y, size, color ?? ink.full)
  }

  const settingOf = ({ face, size }: Style, width: number) => ({
    width,
    runs: (piece: string, direction: Direction) => runsOf(fonts, face, piece, direction),
    measure: (runs: readonly Run[]) => widthOf(runs, size),
  })

  const shortened = (text: string, style: Style, width: number): Run[] => {
    const dots = runsOf(fonts, style.face, '…')
    const [first = []] = linesOf(text, settingOf(style, width - widthOf(dots, style.size)))
    return [...first, ...dots]
  }

  /** Draws a wrapped text, continuing on new sheets when this one is full. Returns the baseline of the next line. */
  const paragraph = (text: string, x: number, y: number, width: number, style: Style): number => {
    const { size, color, lead = size * 1.4 } = style
    let at = y
    for (const line of linesOf(text, settingOf(style, width))) {
      at = room(at, 0)
      drawLine(line, x, at, size, color ?? ink.full)
      at += lead
    }
    return at
  }

  /** The position for something of this height: here, or at the top of a new sheet. */
  const room = (y: number, height: number): number => {
    if (y + height <= sheet.bottom) return y
    doc.addPage()
    return sheet.top + 14
  }

  const rule = (y: number, color: string = ink.line, from = sheet.left, to = sheet.right) =>
    void doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(color).stroke()

  return { doc, write, paragraph, room, rule }
}

export type Sheet = ReturnType<typeof openSheet>

/** Our logo and name, at the top left of a sheet. */
export function drawMark({ doc, write }: Sheet): void {
  doc.roundedRect(48, 42, 20, 20, 5).fill(ink.accent)
  doc.roundedRect(53.4, 46.3, 3.6, 8.6, 1.8).fill('#ffffff')
  doc.roundedRect(59.1, 49.1, 3.6, 8.6, 1.8).fillOpacity(0.72).fill('#ffffff').fillOpacity(1)
  write('Parley', 75, 56.5, { face: 'strong', size: 13 })
}
