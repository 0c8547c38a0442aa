import type { Session } from '@parley/contract/sessions/sessions.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { trackChanges } from '#platform/changes/tracking.ts'
import { sampleSession } from '#features/sessions/sample-sessions.ts'
import { sessionCacheOf } from './session-cache.ts'
import { personSessionsQuery } from './session-queries.ts'

const later = sampleSession({ id: 'later', start_time: '2026-11-25T15:00:00.000Z' })

test('while a session is saved, it is listed among the next sessions of its people, and of nobody else', async () => {
  const client = trackChanges(new QueryClient())
  const lists = [
    personSessionsQuery('client-kwame', 'next'),
    personSessionsQuery('coach-dana', 'next'),
    personSessionsQuery('client-kwame', 'past'),
    personSessionsQuery('client-aroha', 'next'),
  ]
  for (const { queryKey } of lists) client.setQueryData(queryKey, [later])
  const shown = () => lists.map(({ queryKey }) => client.getQueryData(queryKey)?.map(({ id }) => id))
  const { promise, resolve } = Promise.withResolvers<Session>()
  const row = sampleSession({ id: 'under way', version: 0 })
  const created = sessionCacheOf(client).create({ row, act: () => promise })
  expect(shown()).toEqual([['under way', 'later'], ['under way', 'later'], ['later'], ['later']])
  resolve(sampleSession({ id: 'real' }))
  await created
  expect(shown()).toEqual([['real', 'later'], ['real', 'later'], ['later'], ['later']])
})
