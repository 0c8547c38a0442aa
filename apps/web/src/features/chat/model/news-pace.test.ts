import { afterEach, expect, test, vi } from 'vitest'
import { paceNews } from './news-pace.ts'
import { sampleMessage } from './sample-chat.ts'

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
