import { describe, expect, test } from 'vitest'
import { isWholeList, listQueryOf, placeIn } from './new-rows.ts'

const row = (name: string) => ({ id: name, version: 1, name, rate: name.length })
const page = (pageCount: number, ...names: string[]) => ({ entries: names.map(row), pageCount })

describe('the place of a new row', () => {
  test('the place of a new row follows the order of the list, ascending or descending', () => {
    expect(placeIn(page(1, 'a', 'c'), 1, row('b'), ['name', 'ASC'])).toBe(1)
    expect(placeIn(page(1, 'c', 'a'), 1, row('b'), ['name', 'DESC'])).toBe(1)
    expect(placeIn(page(1), 1, row('b'), ['name', 'ASC'])).toBe(0)
    expect(placeIn(page(1, 'aaa', 'b'), 1, row('cc'), ['rate', 'DESC'])).toBe(1)
  })

  test('the place of a new row is not on this page if the row sorts before or after it', () => {
    expect(placeIn(page(3, 'm', 'n'), 2, row('a'), ['name', 'ASC'])).toBeUndefined()
    expect(placeIn(page(3, 'm', 'n'), 2, row('z'), ['name', 'ASC'])).toBeUndefined()
    expect(placeIn(page(3, 'm', 'n'), 3, row('z'), ['name', 'ASC'])).toBe(2)
    expect(placeIn(page(3, 'm', 'n'), 1, row('a'), ['name', 'ASC'])).toBe(0)
  })

  test('the place of a new row is the top of the first page if the sort column is unknown', () => {
    expect(placeIn(page(3, 'm'), 1, row('a'), ['other', 'ASC'])).toBe(0)
    expect(placeIn(page(3, 'm'), 2, row('a'), ['other', 'ASC'])).toBeUndefined()
  })

  test('the place of a new row is found in a plain array too, and not in data that is no list', () => {
    expect(placeIn([row('a'), row('c')], 1, row('b'), ['name', 'ASC'])).toBe(1)
    expect(placeIn(row('a'), 1, row('b'), ['name', 'ASC'])).toBeUndefined()
  })
})

test('a list that is searched or filtered does not count as whole', () => {
  expect(listQueryOf(['/sessions', 'appointments'])).toBeUndefined()
  expect(isWholeList({ page: 1 })).toBe(true)
  expect(isWholeList({ page: 1, search: 'x' })).toBe(false)
  expect(isWholeList({ page: 1, filters: { deleted: true } })).toBe(false)
})
