import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { trackChanges } from './tracking.ts'

const row = (id: string, version: number) => ({ id, version, name: `${id} ${version}` })

/** The data that a cache has after one answer and then another. */
function keptOf(first: unknown, second: unknown): unknown {
  const client = trackChanges(new QueryClient())
  client.setQueryData(['/things'], first)
  return client.setQueryData(['/things'], second)
}

test('an older version never replaces a newer one, in a page, a list or alone', () => {
  const page = (...entries: unknown[]) => ({ entries, entryCount: entries.length, pageCount: 1 })
  expect(keptOf(page(row('a', 2), row('b', 1)), page(row('b', 3), row('a', 1)))).toEqual(
    page(row('b', 3), row('a', 2)),
  )
  expect(keptOf([row('a', 5)], [row('a', 4), row('c', 1)])).toEqual([row('a', 5), row('c', 1)])
  expect(keptOf(row('a', 5), row('a', 4))).toEqual(row('a', 5))
})

test('data without an id or without a predecessor is taken as it comes, and equal data stays the same object', () => {
  expect(keptOf({ version: 1 }, { version: 0 })).toEqual({ version: 0 })
  expect(keptOf(undefined, row('a', 1))).toEqual(row('a', 1))
  const client = trackChanges(new QueryClient())
  const kept = client.setQueryData(['/things'], [row('a', 1)])
  expect(client.setQueryData(['/things'], [row('a', 1)])).toBe(kept)
})
