import { buffer } from 'node:stream/consumers'
import type { InvoiceWords } from '@parley/contract/rules/billing/invoice-words.ts'
import { openFonts } from '#platform/pdf/fonts.ts'
import { drawMark, ink, openSheet, sheet, type Sheet, type Style } from '#platform/pdf/sheet.ts'

/** An invoice in words, with the address where it can be paid and the time of issue. */
export interface DrawnInvoice {
  words: InvoiceWords
  issuedAt: string
  /** Null if it is not to be paid: paid or void. */
  payAt: string | null
  /** The text at its head in that case, such as 'Void'. */
  mark: string | null
}

const label = { face: 'regular', size: 9.5, color: ink.third } as const
const plain = { face: 'regular', size: 10, color: ink.full } as const
const width = sheet.right - sheet.left

/** Draws the invoice on paper: always light, A4, the same bytes at any time. */
export async function drawInvoice(invoice: DrawnInvoice): Promise<Buffer> {
  const { words, issuedAt } = invoice
  const page = openSheet(await openFonts(), { title: `Invoice ${words.number}`, madeAt: new Date(issuedAt) })
  drawHead(page, invoice)
  let y = drawParties(page, words)
  y = drawLines(page, words, y + 34)
  y = drawAmount(page, invoice, y + 26)
  drawCounted(page, words, y + 30)
  drawFeet(page, words)
  const bytes = buffer(page.doc)
  page.doc.end()
  return bytes
}

function drawHead(page: Sheet, { words, mark }: DrawnInvoice): void {
  drawMark(page)
  page.write(`Invoice ${words.number}`, sheet.right, 58, { face: 'strong', size: 19, align: 'right' })
  if (mark) page.write(mark, sheet.right, 74, { ...label, align: 'right' })
}

function drawParties({ write, paragraph }: Sheet, { from, billedTo, facts }: InvoiceWords): number {
  const top = 112
  const block = (title: string, lines: readonly string[], x: number, wide: number, first: Style) => {
    write(title, x, top, label)
    let y = top + 17
    lines.forEach((line, i) => (y = paragraph(line, x, y, wide, i === 0 ? first : plain)))
    return y
  }
  const ends = [
    block('From', from, 48, 145, plain),
    block('Billed to', billedTo, 208, 165, { ...plain, face: 'strong' }),
  ]
  facts.forEach(({ label: head, value }, i) => {
    write(head, 390, top + i * 16.5, label)
    write(value, 462, top + i * 16.5, { ...plain, widthMax: sheet.right - 462 })
  })
  return Math.max(...ends, top + facts.length * 16.5)
}

const columns = { coached: 320, billed: 398, unbilled: 470, subtotal: sheet.right } as const
const figures = Object.entries(columns) as [keyof typeof columns, number][]

function drawLines(page: Sheet, { heads, lines, total }: InvoiceWords, y: number): number {
  let at = drawTableHead(page, heads, y)
  const row = (line: InvoiceWords['total'], face: 'regular' | 'strong') => {
    const placed = page.room(at, 31)
    // A table that continues on another sheet repeats its heads there.
    at = placed === at ? at : drawTableHead(page, heads, placed)
    page.write(line.name, 48, at + 20, { ...plain, face: face === 'strong' ? face : 'medium', widthMax: 195 })
    for (const [name, x] of figures)
      page.write(line[name], x, at + 20, {
        ...plain,
        face: name === 'coached' ? face : face === 'strong' ? face : 'regular',
        align: 'right',
      })
    at += 31
  }
  for (const line of lines) {
    row(line, 'regular')
    page.rule(at)
  }
  row(total, 'strong')
  return at
}

function drawTableHead(page: Sheet, heads: InvoiceWords['heads'], y: number): number {
  page.write(heads.name, 48, y, label)
  for (const [name, x] of figures) page.write(heads[name], x, y, { ...label, align: 'right' })
  page.rule(y + 9, '#4a5354')
  return y + 9
}

function drawAmount(page: Sheet, { words, payAt }: DrawnInvoice, y: number): number {
  const height = 84
  const at = page.room(y, height)
  page.doc.roundedRect(48, at, width, height, 6).fill('#f5f5f3')
  const right = sheet.right - 18
  page.write(payAt ? 'Amount due' : 'Amount', right, at + 24, { ...label, align: 'right' })
  page.write(words.amount, right, at + 50, { face: 'strong', size: 24, align: 'right' })
  page.write('United States dollars', right, at + 68, { ...label, align: 'right' })
  if (payAt) {
    page.write('Pay at', 66, at + 54, { ...plain, color: ink.second })
    page.write(payAt, 66, at + 68, { ...plain, face: 'strong', color: ink.accent, size: 8.5, widthMax: 320 })
    page.doc.link(66, at + 56, 320, 16, payAt)
  }
  return at + height
}

function drawCounted(page: Sheet, { counted }: InvoiceWords, y: number): void {
  const at = page.room(y, 70)
  page.rule(at - 14, ink.line, sheet.left, sheet.left + 390)
  page.write('How this was calculated', 48, at + 4, label)
  page.paragraph(counted, 48, at + 21, 390, { ...plain, size: 9.5, lead: 14, color: ink.second })
}

function drawFeet({ doc, write }: Sheet, { from, number }: InvoiceWords): void {
  const { start, count } = doc.bufferedPageRange()
  const style = { face: 'regular', size: 7.8, color: ink.third } as const
  for (let i = 0; i < count; i += 1) {
    doc.switchToPage(start + i)
    write(from[0] ?? '', 48, sheet.foot, { ...style, widthMax: width / 2 })
    write(`Invoice ${number} · page ${i + 1} of ${count}`, sheet.right, sheet.foot, {
      ...style,
      align: 'right',
    })
  }
}
