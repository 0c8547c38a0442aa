import { expect, test } from 'vitest'
import { clearBottom } from './use-keep-clear.ts'

const page = 900
const own = { left: 1000, right: 1380, height: 80, bottom: 876 }
const pager = (top: number, left = 1100) => ({ left, right: left + 250, top, bottom: top + 30 })

test('toasts move up above a pager that they would cover', () => {
  expect(clearBottom(own, [pager(840)], page)).toBe(page - (840 - 12))
})

test('toasts move up further if they would then cover a second pager', () => {
  expect(clearBottom(own, [pager(760), pager(840)], page)).toBe(page - (760 - 12))
})

test('toasts stay where they are if they cover no pager', () => {
  expect(clearBottom(own, [pager(400), pager(840, 100)], page)).toBeUndefined()
})

test('toasts stay where they are if there is no room above the pager', () => {
  expect(clearBottom({ ...own, height: 850 }, [pager(840)], page)).toBeUndefined()
})
