import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailField, line, lines } from './shapes.ts'

const faultOf = (schema: typeof emailField, text: string) => schema.safeParse(text).error?.issues[0]?.message

const oneLine = 'Write this on one line'
const invisible = 'Remove the invisible characters'

test('a line accepts names as people write them, and refuses line breaks, control and direction characters [WIRE-48]', () => {
  // The joiners of Persian and of emoji have a visible effect.
  for (const name of ['Zoë', "O'Brien-Ståhl", 'محمد', 'می\u200cخواهم', '👩\u200d⚕️', '李', ' trimmed\n'])
    expect(line(100).safeParse(name).success).toBe(true)
  for (const sign of ['\n', '\r\n', '\t', '\u2028', '\u2029', '\u0085', '\v'])
    expect(faultOf(line(100), `Ann${sign}Lee`)).toBe(oneLine)
  for (const sign of [
    '\0',
    '\u0007',
    '\u001b',
    '\u007f',
    '\u009b',
    '\u202e',
    '\u2066',
    '\u200f',
    '\ufeff',
    '\ud800',
  ])
    expect(faultOf(line(100), `Ann${sign}Lee`)).toBe(invisible)
  expect(faultOf(emailField, 'ann\u202e@example.com')).toBe(invisible)
})

test('a text of several lines keeps its breaks and tabs, and refuses other control and direction characters [WIRE-48]', () => {
  const address = '1 Quay Street\r\n\tFloor 2\nPort'
  expect(lines(500).parse(address)).toBe(address)
  for (const sign of ['\0', '\u001b', '\u202e', '\udc00'])
    expect(faultOf(lines(500), `a\n${sign}`)).toBe(invisible)
})

test('every text that a line accepts is well-formed and has no line breaks or control characters [WIRE-48]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const read = line(100).safeParse(text)
      expect(!read.success || (read.data.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(read.data))).toBe(
        true,
      )
    }),
  )
})

test('a text of only invisible characters is refused, and beside letters and emoji they are kept', () => {
  for (const sign of [
    '\u200B',
    '\u200C',
    '\u200D',
    '\u2060',
    '\u00AD',
    '\u180E',
    '\u3164',
    '\u2800',
    '\uFE0F',
  ]) {
    expect(faultOf(line(100), sign.repeat(3))).toBe(invisible)
    expect(faultOf(lines(100), `${sign} ${sign}`)).toBe(invisible)
  }
  expect(faultOf(line(100), '')).toBeUndefined()
  expect(faultOf(line(100), 'नि\u200Dका')).toBeUndefined()
  expect(faultOf(line(100), '👩\u200D🏫')).toBeUndefined()
})
