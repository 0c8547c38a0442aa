import { expect, test } from 'vitest'
import { pageSlots } from './pager.tsx'

const shown = (page: number, pageCount: number, slots: 5 | 7 = 7) =>
  pageSlots(page, pageCount, slots)
    .map((slot) => (slot === 'gap' ? '…' : slot))
    .join(' ')

test('the first, the last and the neighbouring pages are always shown, in seven slots', () => {
  expect(shown(1, 129)).toBe('1 2 3 4 5 … 129')
  expect(shown(4, 129)).toBe('1 2 3 4 5 … 129')
  expect(shown(5, 129)).toBe('1 … 4 5 6 … 129')
  expect(shown(125, 129)).toBe('1 … 124 125 126 … 129')
  expect(shown(126, 129)).toBe('1 … 125 126 127 128 129')
  expect(shown(129, 129)).toBe('1 … 125 126 127 128 129')
})

test('seven pages or fewer are shown without a gap', () => {
  expect(shown(2, 3)).toBe('1 2 3')
  expect(shown(7, 7)).toBe('1 2 3 4 5 6 7')
})

test('a small screen has five slots', () => {
  expect(shown(1, 129, 5)).toBe('1 2 3 … 129')
  expect(shown(60, 129, 5)).toBe('1 … 60 … 129')
  expect(shown(128, 129, 5)).toBe('1 … 127 128 129')
})
