import { expect, test } from 'vitest'
import { openFonts } from './fonts.ts'
import { openSheet } from './sheet.ts'
import { runsOf } from './text.ts'

const runs = async (text: string, direction?: 'rtl') =>
  runsOf(await openFonts(), 'regular', text, direction).map((run) => run.text)
const fontsOf = async (text: string) => [
  ...new Set(runsOf(await openFonts(), 'regular', text).map(({ font }) => font)),
]

test('ideographs beside kana are drawn as in Japanese, beside Hangul as in Korean, alone as in Chinese', async () => {
  expect(await fontsOf('山田さくら')).toEqual(['NotoSansJP-Regular'])
  expect(await fontsOf('金민수')).toEqual(['NotoSansKR-Regular'])
  expect(await fontsOf('王小明')).toEqual(['NotoSansHans-Regular'])
})

test('words from the right stand in the order of the eye: the last one first, each whole', async () => {
  expect(await runs('محمد عبد الله')).toEqual(['الله', ' ', 'عبد', ' ', 'محمد'])
  expect(await runs('מרגלית כהן')).toEqual(['כהן', ' ', 'מרגלית'])
})

test('a name from the right keeps its place among words from the left, and figures in it theirs', async () => {
  expect(await runs('Anna محمد Smith')).toEqual(['Anna ', 'محمد', ' Smith'])
  expect(await runs('כהן 12')).toEqual(['12', ' ', 'כהן'])
  expect(await runs('Anna كلمة', 'rtl')).toEqual(['كلمة', ' ', 'Anna'])
})

test('a bracket among words from the right opens to the left', async () => {
  expect(await runs('أ (ب) ج')).toEqual(['ج', ' ', '(', 'ب', ')', ' ', 'أ'])
})

test('Arabic letters join, but not where the writer parts them', async () => {
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
