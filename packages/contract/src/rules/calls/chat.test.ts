import { expect, test } from 'vitest'
import { chatRights, isBlank } from './chat.ts'

test('a message of white space and invisible characters is blank, and any other is not', () => {
  for (const blank of ['', ' ', '\n\t \r\n', '\u00a0\u3000', '\u200b\u200d\ufeff', '\u2800', '\u202e'])
    expect(isBlank(blank)).toBe(true)
  for (const text of ['.', ' a ', '\n0', '👍', '\u202eא', '–']) expect(isBlank(text)).toBe(false)
})

test('people of a session write while the call is open and read afterwards only if they keep the chat; others do neither', () => {
  const rights = (isOfSession: boolean, keepsChat: boolean, mayConnect: boolean) =>
    chatRights({ isOfSession, keepsChat, mayConnect })
  expect(rights(true, true, true)).toEqual({ read: true, write: true })
  expect(rights(true, false, true)).toEqual({ read: true, write: true })
  expect(rights(true, true, false)).toEqual({ read: true, write: false })
  expect(rights(true, false, false)).toEqual({ read: false, write: false })
  expect(rights(false, true, true)).toEqual({ read: false, write: false })
})
