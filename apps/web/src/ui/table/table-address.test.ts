import { describe, expect, test } from 'vitest'
import { queryOfView, readView, writeView } from './table-address.ts'
import type { TableShape } from './table-shape.ts'

const shape: TableShape<'first_name' | 'last_name', 'status' | 'coach' | 'billable' | 'deleted'> = {
  name: 'sample',
  noun: ['client', 'clients'],
  sorts: [
    { column: 'first_name', label: 'First name' },
    { column: 'last_name', label: 'Last name' },
  ],
  filters: [
    {
      id: 'status',
      kind: 'choice',
      label: 'Status',
      options: [
        { value: 'Scheduled', label: 'Scheduled' },
        { value: 2, label: 'Two' },
      ],
    },
    {
      id: 'coach',
      kind: 'choice',
      label: 'Coach',
      options: { key: 'coaches', load: () => Promise.resolve([]) },
    },
    { id: 'billable', kind: 'tri-state', label: 'Billable' },
    { id: 'deleted', kind: 'flag', label: 'Deleted' },
  ],
}

const usual = { page: 1, search: '', order: undefined, filters: {} }
const full = {
  page: 3,
  search: 'anna',
  order: ['last_name', 'DESC'],
  filters: { status: ['Scheduled', 2], coach: ['c1'], billable: false, deleted: true },
}

test('reading an address gives the view that it was written from', () => {
  const view = readView(full, shape)
  expect(view).toEqual(full)
  expect(writeView(view)).toEqual(full)
})

test('defaults are left out of the address', () => {
  expect(readView({}, shape)).toEqual(usual)
  expect(JSON.parse(JSON.stringify(writeView(readView({}, shape))))).toEqual({})
})

test('a query has the page, a limit if the table sets its page size, and no blank search', () => {
  expect(queryOfView(readView({ page: 2 }, shape), { ...shape, pageSize: 4 })).toEqual({ page: 2, limit: 4 })
  expect(queryOfView(readView({ search: '  ' }, shape), shape)).toEqual({ page: 1 })
})

describe('an invalid value in the address falls back to its default', () => {
  test.each([
    ['a page below the first', { page: 0 }],
    ['half a page', { page: 1.5 }],
    ['a page in words', { page: 'two' }],
    ['an unknown column', { order: ['password_hash', 'ASC'] }],
    ['an unknown direction', { order: ['first_name', 'sideways'] }],
    ['an order that is no pair', { order: 'first_name' }],
    ['filters that are no object', { filters: '{"status":' }],
    ['filters that are a list', { filters: ['status'] }],
    ['an unknown filter', { filters: { secret: ['x'] } }],
    ['an unknown value', { filters: { status: ['Broken'] } }],
    ['a value in a list of the wrong kind', { filters: { coach: [{ id: 1 }] } }],
    ['a flag that is not true', { filters: { deleted: false } }],
    ['a tri-state in words', { filters: { billable: 'maybe' } }],
    ['a search that is a list', { search: ['a'] }],
  ])('%s', (_name, address) => expect(readView(address, shape)).toEqual(usual))

  test('valid values beside an invalid one are kept', () => {
    expect(
      readView({ filters: { status: ['Broken', 'Scheduled', 'Scheduled'], secret: 1 } }, shape).filters,
    ).toEqual({
      status: ['Scheduled'],
    })
  })
})

test('the highest page that the server accepts is read, and one above it falls back to the first', () => {
  expect(readView({ page: 1_000_000 }, shape).page).toBe(1_000_000)
  expect(readView({ page: 1_000_001 }, shape).page).toBe(1)
})

test('a search of digits is read as text', () => {
  expect(readView({ search: 12 }, shape).search).toBe('12')
})
