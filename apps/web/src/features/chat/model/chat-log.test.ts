import type { ChatMessage } from '@parley/contract/chat.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleMessage } from './sample-chat.ts'
import {
  changed,
  emptyLog,
  isOutdated,
  lastNumber,
  readKept,
  unreadOf,
  withMessages,
  without,
  withSeen,
  withUnsent,
  writeKept,
  type UnsentText,
} from './chat-log.ts'

const message = (number: number, more: Partial<ChatMessage> = {}) => sampleMessage({ number, ...more })
const text = (clientId: string, more: Partial<UnsentText> = {}): UnsentText => ({
  kind: 'text',
  clientId,
  at: 1000,
  body: `body of ${clientId}`,
  state: 'sending',
  ...more,
})

describe('stored messages', () => {
  test('messages that arrive twice, late or out of order are in the log once each and in order [C2]', () => {
    const whole = Array.from({ length: 30 }, (_, i) => message(i + 1))
    // Server answers: the messages after a number, up to the newest at that time. Answers may overtake each other.
    const answer = fc
      .tuple(fc.integer({ min: 0, max: 29 }), fc.integer({ min: 1, max: 30 }))
      .map(([after, count]) => whole.slice(after, after + count))
    fc.assert(
      fc.property(fc.array(answer), (answers) => {
        let log = emptyLog
        for (const come of answers) {
          log = withMessages(log, come)
          expect(log.messages).toEqual(whole.slice(0, log.messages.length))
        }
        log = withMessages(log, whole.slice(lastNumber(log)))
        expect(log.messages).toEqual(whole)
      }),
    )
  })

  test('a message after a gap is not taken until the gap is filled', () => {
    const log = withMessages(emptyLog, [message(1), message(3)])
    expect(lastNumber(log)).toBe(1)
    expect(lastNumber(withMessages(log, [message(3), message(2)]))).toBe(3)
  })

  test('the log stays the same object when nothing new arrives', () => {
    const log = withMessages(emptyLog, [message(1)])
    expect(withMessages(log, [message(1)])).toBe(log)
    expect(withMessages(log, [])).toBe(log)
  })
})

describe('unsent messages', () => {
  test("an unsent text is removed when its own message comes back, not by another author's with the same client id", () => {
    const log = withUnsent(withUnsent(emptyLog, text('a')), text('b'))
    const others = withMessages(log, [message(1, { client_id: 'a', isOwn: false })])
    expect(others.unsent.map(({ clientId }) => clientId)).toEqual(['a', 'b'])
    const stored = withMessages(others, [message(2, { client_id: 'b', isOwn: true })])
    expect(stored.unsent.map(({ clientId }) => clientId)).toEqual(['a'])
    expect(withMessages(stored, [message(4, { client_id: 'a', isOwn: true })]).unsent).toEqual([])
  })

  test('an unsent text is changed and removed by its client id', () => {
    const log = withUnsent(withUnsent(emptyLog, text('a')), text('b'))
    expect(changed(log, 'a', { state: 'failed' }).unsent).toEqual([text('a', { state: 'failed' }), text('b')])
    expect(without(log, 'a').unsent).toEqual([text('b')])
  })

  test('an unsent text survives a reload for a day under its client id, a file does not', () => {
    const file = {
      kind: 'file',
      clientId: 'f',
      at: 1,
      filename: 'a.pdf',
      size: 1,
      sent: 0,
      secondsLeft: undefined,
      state: 'sending',
    } as const
    const log = withUnsent(
      withUnsent(withMessages(emptyLog, [message(1)]), text('a', { state: 'failed' })),
      file,
    )
    const back = readKept(writeKept(withSeen(log, 1), undefined, 1500), 2000)
    expect(back.log).toEqual({ messages: [], seen: 1, unsent: [text('a')] })
    expect(readKept(writeKept(log, undefined, 1500), 1000 + 86_400_000).log.unsent).toEqual([])
    expect(writeKept(emptyLog, undefined, 1)).toBe(null)
    for (const odd of [null, '', '{', '[]', '{"seen":"x","unsent":[]}', '{"seen":1}'])
      expect(readKept(odd, 0).log.unsent).toEqual([])
  })
})

test('a draft survives a reload for a day, and an entry is outdated after a day [CHAT-20]', () => {
  const draft = { body: 'I would rather', at: 1000 }
  const text = writeKept(emptyLog, draft, 1000)
  expect(readKept(text, 86_400_999).draft).toEqual(draft)
  expect(readKept(text, 86_401_000).draft).toBeUndefined()
  expect(isOutdated(text, 86_400_999)).toBe(false)
  expect(isOutdated(text, 86_401_000)).toBe(true)
  const read = writeKept(withSeen(emptyLog, 3), undefined, 1000)
  expect([isOutdated(read, 86_400_999), isOutdated(read, 86_401_000), isOutdated('{', 1)]).toEqual([
    false,
    true,
    false,
  ])
})

test('the unread count is what others wrote since the person last looked', () => {
  let log = withMessages(emptyLog, [message(1), message(2, { isOwn: true }), message(3)])
  expect(unreadOf(log)).toBe(2)
  log = withSeen(log, 3)
  expect(unreadOf(log)).toBe(0)
  expect(withSeen(log, 2)).toBe(log)
  log = withMessages(log, [message(4, { isOwn: true }), message(5)])
  expect(unreadOf(log)).toBe(1)
})
