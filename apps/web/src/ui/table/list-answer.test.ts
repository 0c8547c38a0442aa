import { expect, test } from 'vitest'
import { countText } from '#ui/display/amount-text.ts'
import { countOf, entryCountText, nounOf, rangeText } from './list-answer.ts'

const exactly = (entryCount: number) => ({ entryCount, entryCountExact: true })
const atLeast = (entryCount: number) => ({ entryCount, entryCountExact: false })
const noun = ['client', 'clients'] as const

test('counts are shown with their noun, and with a plus if there may be more', () => {
  expect([entryCountText(exactly(1348)), entryCountText(atLeast(1000))]).toEqual(['1,348', '1,000+'])
  expect([0, 1, 2].map((count) => countOf(exactly(count), noun))).toEqual([
    '0 clients',
    '1 client',
    '2 clients',
  ])
  expect(nounOf(atLeast(1), noun)).toBe('clients')
  expect([countText(1, 'session'), countText(1348, 'session'), countText(2, 'person', 'people')]).toEqual([
    '1 session',
    '1,348 sessions',
    '2 people',
  ])
})

test('a page says which rows it shows, and of how many', () => {
  const page = (rows: number, count: object) => ({
    entries: Array.from({ length: rows }),
    pageCount: 9,
    ...count,
  })
  expect(rangeText(1, { ...page(10, {}), ...exactly(348) }, 10)).toBe('1 – 10 of 348')
  expect(rangeText(35, { ...page(8, {}), ...exactly(348) }, 10)).toBe('341 – 348 of 348')
  expect(rangeText(101, { ...page(10, {}), ...atLeast(1000) }, 10)).toBe('1,001 – 1,010 of 1,000+')
})
