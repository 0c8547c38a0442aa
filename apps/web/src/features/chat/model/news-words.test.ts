import { afterEach, expect, test, vi } from 'vitest'
import { paceNews } from './news-pace.ts'
import { newsText } from './news-words.ts'
import { sampleMessage } from './sample-chat.ts'

test('one new message is announced by its author, with its text if the chat is closed, and several by their number', () => {
  const one = sampleMessage({ number: 1, body: 'Found them.' })
  expect(newsText([one], true)).toBe('Message from Tomás Aguilar')
  expect(newsText([one], false)).toBe('Message from Tomás Aguilar: Found them.')
  const file = sampleMessage({ number: 2, body: '', type: 'media', media: { filename: 'a.pdf', size: 1 } })
  expect(newsText([file], false)).toBe('Message from Tomás Aguilar: a.pdf')
  expect(newsText([one, file], false)).toBe('2 new messages')
  expect(newsText([], true)).toBe('')
})

afterEach(() => void vi.useRealTimers())

test('new messages are announced at once, and then at most once in three seconds', () => {
  vi.useFakeTimers()
  const told: number[][] = []
  const pace = paceNews((come) => told.push(come.map(({ number }) => number)))
  const come = (...numbers: number[]) => pace.add(numbers.map((number) => sampleMessage({ number })))
  come(1)
  come(2)
  come(3, 4)
  expect(told).toEqual([[1]])
  vi.advanceTimersByTime(2999)
  expect(told).toEqual([[1]])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([[1], [2, 3, 4]])
  vi.advanceTimersByTime(10_000)
  come(5)
  expect(told.at(-1)).toEqual([5])
  come(6)
  pace.stop()
  vi.advanceTimersByTime(10_000)
  expect(told).toHaveLength(3)
})
