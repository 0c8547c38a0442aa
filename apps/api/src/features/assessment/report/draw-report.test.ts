import { expect, test } from 'vitest'
import { drawReport } from './draw-report.ts'
import type { ReportFigures } from './report-figures.ts'
import { openFonts } from '#platform/pdf/fonts.ts'
import { isReadable, linesOf, runsOf } from '#platform/pdf/text.ts'

const figures = (more: Partial<ReportFigures> = {}): ReportFigures => ({
  name: 'Margarethe Öztürk-Lindqvist',
  organization: 'Northlight Leadership Partners',
  coaches: ['Dana Whitfield'],
  zone: 'America/New_York',
  madeAt: '2026-12-14T16:00:00.000Z',
  points: [
    { at: '2026-11-02T15:00:00.000Z', shown: 21, answered: 36 },
    { at: '2026-11-16T15:00:00.000Z', shown: 24, answered: 36 },
    { at: '2026-12-14T15:00:00.000Z', shown: 33, answered: 42 },
  ],
  conversations: ['Concern', 'Complaint', 'Boundary', 'Repair'],
  categories: ['Clarity', 'Listening', 'Steadiness', 'Agreement'].map((name, i) => ({
    name,
    figures: [{ shown: 3 + i, answered: 9 }, { shown: 6, answered: 9 }, null, { shown: 9, answered: 9 }],
  })),
  words: [
    {
      conversation: 'Raising a concern',
      at: '2026-12-14T15:00:00.000Z',
      coach: 'Dana Whitfield',
      text: 'The opening is hers now.\n\nFor the next weeks: name one step and a date.',
    },
  ],
  ...more,
})

/** The number of pages in the file. */
const pagesIn = (pdf: Buffer): number =>
  Number(/\/Type \/Pages\n\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])

test('the report has one page, and drawing it twice gives the same bytes', async () => {
  const first = await drawReport(figures())
  expect(first.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pagesIn(first)).toBe(1)
  expect((await drawReport(figures())).equals(first)).toBe(true)
})

test.each([
  'Öztürk-Lindqvist',
  'Łukasz Brzęczyszczykiewicz',
  '王小明',
  'Ольга Ιωάννα Nguyễn',
  'مريم',
  '👩‍👩‍👧‍👦 Ana 🙂',
  'e\u0301lodie \u200B\uFEFF',
  'W'.repeat(100),
  '',
])('the name "%s" is drawn on one page', async (name) => {
  const pdf = await drawReport(
    figures({
      name,
      coaches: [name],
      organization: name,
      words: figures().words.map((one) => ({ ...one, text: name })),
    }),
  )
  expect(pagesIn(pdf)).toBe(1)
})

test('the report is drawn without points, without words, and with 24 points and four long texts', async () => {
  expect(pagesIn(await drawReport(figures({ points: [] })))).toBe(1)
  expect(pagesIn(await drawReport(figures({ words: [] })))).toBe(1)
  const [word] = figures().words
  const [point] = figures().points
  if (!word || !point) throw new Error('there is no sample')
  const most = figures({
    points: Array.from({ length: 24 }, () => point),
    words: Array.from({ length: 4 }, () => ({ ...word, text: 'A long word, and ńęxt. '.repeat(869) })),
  })
  expect(pagesIn(await drawReport(most))).toBeGreaterThan(20)
})

test('a name in two scripts is drawn with the fonts that have its letters, and no letter is lost', async () => {
  const fonts = await openFonts()
  const runs = runsOf(fonts, 'strong', 'Łukasz, Ольга')
  expect(runs.map(({ text }) => text).join('')).toBe('Łukasz, Ольга')
  expect(runs.map(({ font }) => font)).toEqual([
    'schibsted-grotesk-latin-ext-600-normal',
    'schibsted-grotesk-latin-600-normal',
    'literata-cyrillic-600-normal',
  ])
  // A family of four becomes a single sign.
  expect(runsOf(fonts, 'regular', '👩‍👩‍👧‍👦').map(({ text }) => text)).toEqual(['\uFFFD'])
})

test('a text is unreadable when no font has its letters', async () => {
  const fonts = await openFonts()
  for (const text of ['ཚེ་རིང', '🙂', '', '\u200B']) expect(isReadable(fonts, 'strong', text)).toBe(false)
  for (const text of ['Łukasz', 'Ana 🙂', 'Ольга', '«Né»', '王小明', '김민수', 'さくら', 'مريم', 'מרים'])
    expect(isReadable(fonts, 'strong', text)).toBe(true)
})

test('a text keeps its own line breaks, wraps at the width, and loses no character', async () => {
  const setting = {
    width: 10,
    runs: (piece: string) => [{ font: 'any', text: piece }],
    measure: (runs: readonly { text: string }[]) => runs.reduce((sum, { text }) => sum + text.length, 0),
  }
  const lines = (text: string) => linesOf(text, setting).map((runs) => runs.map((run) => run.text).join(''))
  expect(lines('One two three\n\nfour')).toEqual(['One two', 'three', '', 'four'])
  expect(lines('abcdefghijklmnop qr')).toEqual(['abcdefghij', 'klmnop qr'])
  expect(lines('')).toEqual([''])
})
