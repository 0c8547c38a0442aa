import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addChange, endChange, mergeFetched, type Flights } from './flights.ts'

interface Row {
  id: string
  version: number
  status: string
}

const row = (id: string, version = 1, status = 'Scheduled'): Row => ({ id, version, status })
const none: Flights<Row> = new Map()
const [first, second] = [{}, {}]
const cancel = (ticket: object) => ({ ticket, apply: (one: Row) => ({ ...one, status: 'Cancelled' }) })
const rename = (ticket: object) => ({ ticket, apply: (one: Row) => ({ ...one, status: `${one.status}!` }) })

describe('a change', () => {
  test('a change is shown before it is answered, and the answer replaces it [LIST-25]', () => {
    const flights = addChange(none, row('a'), cancel(first))
    expect(mergeFetched(flights, [], [row('a')])).toEqual([row('a', 1, 'Cancelled')])
    const { row: shown, isLast, flights: after } = endChange(flights, 'a', first, row('a', 2, 'Cancelled'))
    expect(shown).toEqual(row('a', 2, 'Cancelled'))
    expect(isLast).toBe(true)
    expect(after.size).toBe(0)
  })

  test('a change is rolled back when it failed [LIST-26]', () => {
    const flights = addChange(none, row('a'), cancel(first))
    expect(endChange(flights, 'a', first).row).toEqual(row('a'))
  })

  test('a change is the last one only if no other change of the row is under way [LIST-27]', () => {
    const both = addChange(addChange(none, row('a'), cancel(first)), row('a'), rename(second))
    const one = endChange(both, 'a', first, row('a', 2, 'Cancelled'))
    expect(one.isLast).toBe(false)
    expect(one.row).toEqual(row('a', 2, 'Cancelled!'))
    const other = endChange(one.flights, 'a', second)
    expect(other.isLast).toBe(true)
    expect(other.row).toEqual(row('a', 2, 'Cancelled'))
  })

  test('a change is not settled again when it is already over', () => {
    expect(endChange(none, 'a', first, row('a', 9))).toEqual({ flights: none, row: undefined, isLast: false })
  })

  test('a change keeps the row that the server gave before if its answer is older', () => {
    const flights = addChange(none, row('a', 5), cancel(first))
    expect(endChange(flights, 'a', first, row('a', 4, 'Cancelled')).row).toEqual(row('a', 5))
  })
})

describe('a fetched list', () => {
  test('a fetched list leaves a row alone while its change is under way [LIST-28]', () => {
    const flights = addChange(none, row('b'), cancel(first))
    const kept = [row('a'), row('b', 1, 'Cancelled'), row('c')]
    const fresh = [row('a', 2), row('b', 7, 'Completed'), row('c')]
    expect(mergeFetched(flights, kept, fresh)).toEqual([row('a', 2), row('b', 1, 'Cancelled'), row('c')])
  })

  test('a fetched list keeps a row with a change under way in its place even if the answer lacks it [LIST-28]', () => {
    const flights = addChange(none, row('b'), cancel(first))
    const kept = [row('a'), row('b', 1, 'Cancelled'), row('c')]
    expect(mergeFetched(flights, kept, [row('a'), row('c'), row('d')]).map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
  })

  test('a fetched list keeps held rows in their place as last known, and drops other missing rows', () => {
    const kept = [row('a'), row('b', 2, 'Cancelled'), row('c')]
    const fresh = [row('c'), row('d')]
    const ids = (held: string[]) => mergeFetched(none, kept, fresh, new Set(held)).map(({ id }) => id)
    expect(ids(['b'])).toEqual(['c', 'b', 'd'])
    expect(ids([])).toEqual(['c', 'd'])
    expect(mergeFetched(none, kept, [row('b', 3, 'Scheduled')], new Set(['b']))).toEqual([
      row('b', 3, 'Scheduled'),
    ])
  })

  test('a fetched list never goes back to an older version, and takes a newer one [WIRE-35]', () => {
    const versions = fc.integer({ min: 1, max: 9 })
    fc.assert(
      fc.property(versions, versions, (before, after) => {
        const [one] = mergeFetched(none, [row('a', before)], [row('a', after, 'fresh')])
        expect(one?.version).toBe(Math.max(before, after))
      }),
    )
  })

  test('a fetched list has the rows and the order of the answer if no change is under way', () => {
    const rows = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
    fc.assert(
      fc.property(rows, rows, (kept, fresh) => {
        const ids = mergeFetched(
          none,
          kept.map((id) => row(id)),
          fresh.map((id) => row(id, 2)),
        ).map(({ id }) => id)
        expect(ids).toEqual(fresh)
      }),
    )
  })
})
