import { expect, test } from 'vitest'
import { openFonts } from './fonts.ts'
import { openSheet } from './sheet.ts'
import { runsOf } from './text.ts'

const runs = async (text: string, direction?: 'rtl') =>
  runsOf(await openFonts(), 'regular', text, direction).map((run) => run.text)
const fontsOf = async (text: string) => [
  ...new Set(runsOf(await openFonts(), 'regular', text).map(({ font }) => font)),
]

test('ideographs beside kana use the Japanese font, beside Hangul the Korean one, and alone the Chinese one', async () => {
  expect(await fontsOf('山田さくら')).toEqual(['NotoSansJP-Regular'])
  expect(await fontsOf('金민수')).toEqual(['NotoSansKR-Regular'])
  expect(await fontsOf('王小明')).toEqual(['NotoSansHans-Regular'])
})

test('right-to-left words are put in visual order, the last one first, each whole', async () => {
  expect(await runs('محمد عبد الله')).toEqual(['الله', ' ', 'عبد', ' ', 'محمد'])
  expect(await runs('מרגלית כהן')).toEqual(['כהן', ' ', 'מרגלית'])
})

test('a right-to-left name keeps its place among left-to-right words, and so do figures in it', async () => {
  expect(await runs('Anna محمد Smith')).toEqual(['Anna ', 'محمد', ' Smith'])
  expect(await runs('כהן 12')).toEqual(['12', ' ', 'כהן'])
  expect(await runs('Anna كلمة', 'rtl')).toEqual(['كلمة', ' ', 'Anna'])
})

test('brackets between right-to-left words are put in visual order', async () => {
  expect(await runs('أ (ب) ج')).toEqual(['ج', ' ', '(', 'ب', ')', ' ', 'أ'])
})

test('Arabic letters are joined, except at a zero-width non-joiner', async () => {
  const fonts = await openFonts()
  const { doc } = openSheet(fonts, { title: 'Letters', madeAt: new Date(0) })
  const widthOf = (text: string) => {
    const [run, ...more] = runsOf(fonts, 'regular', text)
    expect(more).toEqual([])
    return doc
      .font(run?.font ?? '')
      .fontSize(100)
      .widthOfString(run?.text ?? '')
  }
  const apart = (text: string) => Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0)
  expect(Math.abs(widthOf('محمد') - apart('محمد'))).toBeGreaterThan(10)
  expect(widthOf('می\u200Cخ')).not.toBe(widthOf('میخ'))
})
