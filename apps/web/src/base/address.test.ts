import { expect, test } from 'vitest'
import { readAddress } from './address.ts'

test('a page reads only the address keys that it knows', () => {
  const given = {
    page: 2,
    search: 12,
    edit: 'a',
    order: ['title', 'ASC'],
    filters: { status: ['x'] },
    what: 1,
  }
  expect(readAddress(['page', 'search', 'order', 'filters'], given)).toEqual({
    page: 2,
    search: 12,
    order: ['title', 'ASC'],
    filters: { status: ['x'] },
  })
  expect(readAddress([], given)).toEqual({})
})

test.each([
  { page: 'two', search: {}, order: 'title', filters: ['x'] },
  { order: ['title'], edit: '', add: 'yes', schedule: false },
  { order: ['title', 'UP'], edit: 4, from: null, import: {} },
  { order: ['title', 'ASC', 'more'] },
])('values of the wrong type are dropped from the address: %j', (given) => {
  const keys = ['page', 'search', 'order', 'filters', 'edit', 'add', 'schedule', 'from', 'import'] as const
  expect(readAddress(keys, given)).toEqual({})
})
