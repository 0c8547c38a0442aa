import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { endSession, readToken, storeToken, type SessionEnd } from '#platform/sign-in/token.ts'
import { followSession } from './session-end.ts'

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/clients'] }),
})
const client = new QueryClient()
followSession(router, client)

/** Otherwise the next person to sign in would see the last one's data until the server has answered. */
test.each(['logout', 'elsewhere', 'refused', 'expired', 'role_lost'] satisfies SessionEnd[])(
  'no fetched data stays in the cache when a sign-in ends: %s',
  (end) => {
    storeToken('a-token')
    client.setQueryData(['clients'], ['Zwentibold Quast'])
    endSession(end)
    expect(readToken()).toBeNull()
    expect(client.getQueryCache().getAll()).toEqual([])
  },
)
