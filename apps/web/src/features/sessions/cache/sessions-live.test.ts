import type { Session } from '@parley/contract/sessions/sessions.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { trackChanges } from '#platform/changes/tracking.ts'
import { sessionCacheOf } from './session-cache.ts'
import { sessionRule } from './sessions-live.ts'

// Only the fields that the cache and the rule read.
const session = (id: string, version: number) =>
  ({ id, version, start_time: '2026-11-16T14:00:00.000Z', abilities: {} }) as unknown as Session

test('a notice refetches only lists of sessions, and not for a row whose change is under way [LIST-28]', async () => {
  const client = trackChanges(new QueryClient())
  client.setQueryData(['/sessions', {}], { entries: [session('a', 1)] })
  client.setQueryData(['/profiles/clients', {}], { entries: [] })
  const [list, people] = client.getQueryCache().getAll()
  if (!list || !people) throw new Error('both were just put there')
  const urgencyOf = (id: string, version: number) =>
    sessionRule({ kind: 'session', id, version }, list, client)
  expect(urgencyOf('a', 2)).toBe('soon')
  expect(urgencyOf('a', 1)).toBeUndefined()
  expect(urgencyOf('b', 1)).toBe('later')
  expect(sessionRule({ kind: 'sessions' }, list, client)).toBe('later')
  expect(sessionRule({ kind: 'sessions' }, people, client)).toBeUndefined()
  expect(sessionRule({ kind: 'people' }, list, client)).toBeUndefined()

  const { promise, resolve } = Promise.withResolvers<Session>()
  const change = sessionCacheOf(client).change({
    row: session('a', 1),
    apply: (row) => row,
    act: () => promise,
  })
  expect(urgencyOf('a', 2)).toBeUndefined()
  expect(urgencyOf('b', 1)).toBe('later')
  resolve(session('a', 2))
  await change
  expect(urgencyOf('a', 3)).toBe('soon')
  client.clear()
})
