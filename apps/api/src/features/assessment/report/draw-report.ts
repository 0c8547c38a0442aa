import { buffer } from 'node:stream/consumers'
import { countsText, shareText, type Counts } from '@parley/contract/rules/assessment/progress.ts'
import { openFonts, type Fonts } from '#platform/pdf/fonts.ts'
import { drawMark, ink, openSheet, sheet, type Sheet } from '#platform/pdf/sheet.ts'
import { isReadable } from '#platform/pdf/text.ts'
import { chart, drawChart } from './report-chart.ts'
import { dayText, type ReportFigures } from './report-figures.ts'

const width = sheet.right - sheet.left
const label = { face: 'regular', size: 9.5, color: ink.third } as const

/** Draws the client's page, A4 and always light. The same figures give the same bytes at any time. */
export async function drawReport(figures: ReportFigures): Promise<Buffer> {
  const fonts = await openFonts()
  const page = openSheet(fonts, { title: `Progress: ${figures.name}`, madeAt: new Date(figures.madeAt) })
  const isNamed = isReadable(fonts, 'strong', figures.name)
  let y = drawHead(page, figures, isNamed)
  if (figures.points.length > 0) {
    drawLatest(page, figures, y)
    drawChart(page, figures, { left: 210, right: sheet.right, top: y, bottom: y + 84 })
    y = drawCategories(page, figures, y + 142)
  }
  drawWords(page, fonts, figures, y + 34)
  drawFeet(page, figures, isNamed)
  const bytes = buffer(page.doc)
  page.doc.end()
  return bytes
}

function drawHead(page: Sheet, figures: ReportFigures, isNamed: boolean): number {
  const { write, paragraph } = page
  drawMark(page)
  write(figures.organization, sheet.right, 56, { ...label, align: 'right', widthMax: 380 })
  const name = isNamed ? figures.name : 'Your progress'
  write(name, 48, 107, { face: 'strong', size: 21, widthMax: width })
  const style = { face: 'regular', size: 10.5, color: ink.second } as const
  return paragraph(subtitleOf(figures), 48, 127, width, style) + 16
}

function subtitleOf({ points, coaches, zone, madeAt }: ReportFigures): string {
  const [first, last] = [points.at(0)?.at ?? madeAt, points.at(-1)?.at ?? madeAt]
  const year = { year: 'numeric' } as const
  const span =
    points.length > 1
      ? `Progress over ${points.length} sessions, ${dayText(first, zone)} to ${dayText(last, zone, year)}`
      : `Progress, ${dayText(last, zone, year)}`
  return coaches.length ? `${span}, with ${listed(coaches.slice(0, 3))}` : span
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names)

function drawLatest({ write, paragraph }: Sheet, { points }: ReportFigures, y: number): void {
  const [first, last] = [points.at(0), points.at(-1)]
  if (!first || !last) return
  write(shareText(last), 47, y + 32, { face: 'strong', size: 40 })
  const latest = `of the criteria answered in the latest session were shown: ${onOneLine(last)}.`
  const before = `In the first it was ${shareText(first)}: ${onOneLine(first)}.`
  paragraph(points.length > 1 ? `${latest} ${before}` : latest, 48, y + 50, 140, {
    face: 'regular',
    size: 9.5,
    lead: 13.6,
    color: ink.second,
  })
}

const onOneLine = (counts: Counts): string => countsText(counts).replaceAll(' ', '\u00A0')

const columns = [196, 276, 356, 436] as const

function drawCategories(page: Sheet, { conversations, categories }: ReportFigures, y: number): number {
  const { doc, write, rule, room } = page
  write('By category', 48, y, { face: 'strong', size: 12 })
  write('Each conversation as last scored', sheet.right, y, { ...label, align: 'right' })
  conversations.forEach((name, i) => write(name, columns[i] ?? 0, y + 27, { ...label, align: 'right' }))
  rule(y + 37, '#d3d3ce')
  let at = y + 37
  for (const { name, figures } of categories) {
    at = room(at, 34)
    write(name, 48, at + 20, { face: 'medium', size: 10, widthMax: 100 })
    figures.forEach((counts, i) => {
      const x = columns[i] ?? 0
      write(counts ? shareText(counts) : '–', x, at + 16, { face: 'medium', size: 10, align: 'right' })
      if (counts) write(countsText(counts), x, at + 26.5, { ...label, size: 7.5, align: 'right' })
      const height = counts ? Math.max(1, (20 * counts.shown) / counts.answered) : 0
      if (counts) doc.rect(485 + i * 16, at + 27 - height, 13, height).fill(chart[i] ?? ink.accent)
    })
    at += 34
    rule(at)
  }
  return at
}

function drawWords(page: Sheet, fonts: Fonts, { words, zone }: ReportFigures, y: number): void {
  if (words.length === 0) return
  let at = page.room(y, 80)
  page.write("In your coach's words", 48, at, { face: 'strong', size: 12 })
  at += 22
  for (const { conversation, at: day, coach, text } of words) {
    at = page.room(at, 34)
    const from = `${conversation} · ${dayText(day, zone)} · ${coach}`
    page.write(from, 48, at, { ...label, widthMax: width })
    const isShown = isReadable(fonts, 'voice', text)
    at = page.paragraph(isShown ? text.trim() : unreadable, 48, at + 18, 416, {
      face: isShown ? 'voice' : 'regular',
      size: 11.5,
      lead: 18.5,
      ...(isShown ? {} : { color: ink.second }),
    })
    at += 8
  }
}

const unreadable = 'This is written in letters that this page cannot show. Please ask your coach for it.'

function drawFeet({ doc, write }: Sheet, { name, zone, madeAt }: ReportFigures, isNamed: boolean): void {
  const { start, count } = doc.bufferedPageRange()
  const day = dayText(madeAt, zone, { year: 'numeric' })
  const style = { face: 'regular', size: 7.8, color: ink.third } as const
  for (let i = 0; i < count; i += 1) {
    doc.switchToPage(start + i)
    write(
      `Made for ${isNamed ? name : 'you'} on ${day}. Personal: please treat it with care.`,
      48,
      sheet.foot,
      { ...style, widthMax: width - 60 },
    )
    write(`page ${i + 1} of ${count}`, sheet.right, sheet.foot, { ...style, align: 'right' })
  }
}
