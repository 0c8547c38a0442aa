import { expect, test } from 'vitest'
import { chatRights, isBlank } from './chat.ts'

test('white space and signs that nobody sees are no message; anything else is one', () => {
  for (const blank of ['', ' ', '\n\t \r\n', '\u00a0\u3000', '\u200b\u200d\ufeff', '\u2800', '\u202e'])
    expect(isBlank(blank)).toBe(true)
  for (const text of ['.', ' a ', '\n0', '👍', '\u202eא', '–']) expect(isBlank(text)).toBe(false)
})

test('who is of the session writes while the call is open, and reads on afterwards only if the chat is theirs to keep', () => {
  const rights = (isOfSession: boolean, keepsChat: boolean, mayConnect: boolean) =>
    chatRights({ isOfSession, keepsChat, mayConnect })
  expect(rights(true, true, true)).toEqual({ read: true, write: true })
  expect(rights(true, false, true)).toEqual({ read: true, write: true })
  expect(rights(true, true, false)).toEqual({ read: true, write: false })
  expect(rights(true, false, false)).toEqual({ read: false, write: false })
  expect(rights(false, true, true)).toEqual({ read: false, write: false })
})
