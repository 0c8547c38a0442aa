import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiProblem, noAnswer } from '#platform/server/api-problem.ts'
import { handTiming } from './hand-timing.ts'
import { openRefetcher, urgencyFor, type LiveRule } from './refetch.ts'

type Page = { entries: { id: string; version: number }[] }

const rule: LiveRule = (notice, query) => (notice.kind === 'session' ? urgencyFor(query, notice) : undefined)
const sessionNotice = (id: string, version: number) => ({ kind: 'session', id, version }) as const

/** A list in view, with fetches that the test answers. */
function openList() {
  const timing = handTiming()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const refetcher = openRefetcher(client, timing, { isHidden: () => false, onSeen: () => () => {} })
  refetcher.follow(rule)
  const fetches: { signal: AbortSignal; give: (page: Page) => void; fail: (error: Error) => void }[] = []
  const observer = new QueryObserver<Page>(client, {
    queryKey: ['/sessions', {}],
    queryFn: ({ signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Page>()
      fetches.push({ signal, give: resolve, fail: reject })
      return promise
    },
    staleTime: 30_000,
  })
  const leave = observer.subscribe(() => {})
  const shown = () => observer.getCurrentResult().data?.entries.map(({ id, version }) => `${id}${version}`)
  return { timing, client, refetcher, fetches, observer, leave, shown }
}

const page = (...rows: [string, number][]): Page => ({
  entries: rows.map(([id, version]) => ({ id, version })),
})

let list: ReturnType<typeof openList>
beforeEach(() => {
  list = openList()
})
afterEach(() => {
  list.leave()
  list.client.clear()
})

test('steady notices over a slow link abort no fetch, and the list ends up current [WIRE-71]', async () => {
  const { timing, refetcher, fetches, shown } = list
  fetches[0]?.give(page(['a', 1]))
  await timing.pass(10)
  for (let version = 2; version < 12; version += 1) {
    refetcher.hear(sessionNotice('a', version))
    await timing.pass(700)
    // The next notice always comes before the answer.
    if (version === 6) fetches[1]?.give(page(['a', 6]))
  }
  expect(fetches.every(({ signal }) => !signal.aborted)).toBe(true)
  expect(shown()).toEqual(['a6'])
  expect(fetches).toHaveLength(3)
  fetches[2]?.give(page(['a', 11]))
  await timing.pass(10_000)
  expect(shown()).toEqual(['a11'])
})

test('a fetch that began before the notice is followed by one more', async () => {
  const { timing, refetcher, fetches, shown } = list
  refetcher.hear(sessionNotice('a', 2))
  await timing.pass(5000)
  expect(fetches).toHaveLength(1)
  fetches[0]?.give(page(['a', 1]))
  await timing.pass(10)
  expect(fetches).toHaveLength(2)
  fetches[1]?.give(page(['a', 2]))
  await timing.pass(10_000)
  expect(shown()).toEqual(['a2'])
  expect(fetches).toHaveLength(2)
})

test('a notice refetches soon for a listed row, later for another one, and not at all for a known version', async () => {
  const { timing, refetcher, fetches } = list
  fetches[0]?.give(page(['a', 3]))
  await timing.pass(10)
  refetcher.hear(sessionNotice('a', 3))
  await timing.pass(10_000)
  expect(fetches).toHaveLength(1)
  refetcher.hear(sessionNotice('b', 1))
  await timing.pass(250)
  expect(fetches).toHaveLength(1)
  await timing.pass(100)
  expect(fetches).toHaveLength(2)
  fetches[1]?.give(page(['a', 3], ['b', 1]))
  await timing.pass(5000)
  refetcher.hear(sessionNotice('b', 2))
  await timing.pass(250)
  expect(fetches).toHaveLength(3)
})

test('a notice of a kind that no rule knows fetches nothing', async () => {
  const { timing, refetcher, fetches } = list
  fetches[0]?.give(page(['a', 1]))
  refetcher.hear({ kind: 'import', id: 'a' })
  await timing.pass(10_000)
  expect(fetches).toHaveLength(1)
})

test('after the stream opens, only data requested before that is fetched again, even if it was answered later', async () => {
  const { timing, refetcher, fetches } = list
  const opening = timing.now() + 100
  await timing.pass(200)
  // Answered after the stream was opened, but requested before.
  fetches[0]?.give(page(['a', 1]))
  await timing.pass(10)
  refetcher.refetchOlderThan(opening)
  await timing.pass(10)
  expect(fetches).toHaveLength(2)
  fetches[1]?.give(page(['a', 2]))
  await timing.pass(6000)
  refetcher.refetchOlderThan(opening)
  await timing.pass(6000)
  expect(fetches).toHaveLength(2)
})

test('a list that is not on screen is fetched only when it is shown again, even if it is still fresh', async () => {
  const { timing, refetcher, fetches, observer, leave, shown } = list
  fetches[0]?.give(page(['a', 1]))
  await timing.pass(10)
  leave()
  refetcher.hear(sessionNotice('a', 2))
  await timing.pass(10_000)
  expect(fetches).toHaveLength(1)
  list.leave = observer.subscribe(() => {})
  expect(fetches).toHaveLength(2)
  fetches[1]?.give(page(['a', 2]))
  await timing.pass(10)
  expect(shown()).toEqual(['a2'])
})

test('a fetch that got no answer or was rate-limited is repeated', async () => {
  const { timing, refetcher, fetches, shown } = list
  fetches[0]?.give(page(['a', 1]))
  await timing.pass(10)
  refetcher.hear(sessionNotice('a', 2))
  await timing.pass(300)
  fetches[1]?.fail(noAnswer())
  await timing.pass(5000)
  expect(fetches).toHaveLength(3)
  fetches[2]?.fail(new ApiProblem({ status: 429, code: 'too_often', message: 'Slow down', retryAfter: 20 }))
  await timing.pass(19_000)
  expect(fetches).toHaveLength(3)
  await timing.pass(2000)
  fetches[3]?.give(page(['a', 2]))
  await timing.pass(60_000)
  expect(shown()).toEqual(['a2'])
  expect(fetches).toHaveLength(4)
})
