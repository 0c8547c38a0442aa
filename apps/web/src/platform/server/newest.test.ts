import { expect, test } from 'vitest'
import { keepNewest } from './newest.ts'

const row = (id: string, version: number) => ({ id, version, name: `${id} ${version}` })

test('an older version never takes the place of a newer one, in a page, a list or alone', () => {
  const page = (...entries: unknown[]) => ({ entries, entryCount: entries.length, pageCount: 1 })
  expect(keepNewest(page(row('a', 2), row('b', 1)), page(row('b', 3), row('a', 1)))).toEqual(
    page(row('b', 3), row('a', 2)),
  )
  expect(keepNewest([row('a', 5)], [row('a', 4), row('c', 1)])).toEqual([row('a', 5), row('c', 1)])
  expect(keepNewest(row('a', 5), row('a', 4))).toEqual(row('a', 5))
})

test('what has no version is taken as it comes, and what is equal stays the same object', () => {
  expect(keepNewest({ version: 1 }, { version: 0 })).toEqual({ version: 0 })
  expect(keepNewest(undefined, row('a', 1))).toEqual(row('a', 1))
  const kept = [row('a', 1)]
  expect(keepNewest(kept, [row('a', 1)])).toBe(kept)
})
