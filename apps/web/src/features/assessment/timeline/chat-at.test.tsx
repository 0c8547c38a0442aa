import { expect, test } from 'vitest'
import { sampleMessage } from '#features/chat/model/sample-chat.ts'
import { writtenAround } from './chat-at.tsx'

test('the chat around a moment runs from two minutes before it to one minute after, both ends included', () => {
  const at = Date.parse('2026-11-16T14:24:00.000Z')
  const messages = [-120_001, -120_000, 0, 60_000, 60_001].map((ms, i) =>
    sampleMessage({ number: i + 1, dateCreated: new Date(at + ms).toISOString() }),
  )
  expect(writtenAround(messages, at).map(({ number }) => number)).toEqual([2, 3, 4])
})
