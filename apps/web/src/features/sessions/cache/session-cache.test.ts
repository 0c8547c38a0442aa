import type { Session } from '@parley/contract/sessions.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSessionCache } from './session-cache.ts'
import { settledAs } from './session-changes.ts'

// Only what the cache looks at.
const session = (id: string, version = 1, status: Session['status'] = 'Scheduled'): Session =>
  ({ id, version, status, start_time: '2026-11-16T14:00:00.000Z', abilities: {} }) as unknown as Session

/** A list in view, over a server that this test writes. */
function openList() {
  const client = new QueryClient()
  const cache = openSessionCache(client)
  const server = { entries: [session('a'), session('b')], fetches: 0 }
  const observer = new QueryObserver<{ entries: Session[] }>(client, {
    queryKey: ['/sessions', {}],
    queryFn: () => {
      server.fetches += 1
      return Promise.resolve({ entries: server.entries.map((one) => ({ ...one })) })
    },
    structuralSharing: cache.keep,
    retry: false,
  })
  const leave = observer.subscribe(() => {})
  const shown = () => observer.getCurrentResult().data?.entries.map(({ id, status }) => `${id} ${status}`)
  return { cache, server, shown, leave, fetch: () => client.refetchQueries() }
}

describe('a change in the list', () => {
  let list: ReturnType<typeof openList>
  beforeEach(async () => {
    vi.useFakeTimers()
    list = openList()
    await vi.advanceTimersByTimeAsync(1)
  })
  afterEach(() => {
    list.leave()
    vi.useRealTimers()
  })

  test('shows before the answer, is fetched after it, and no notice undoes it between [LIST-25 LIST-27 LIST-28]', async () => {
    const { promise, resolve } = Promise.withResolvers<Session>()
    const change = list.cache.change({
      session: session('a'),
      apply: settledAs('Cancelled'),
      act: () => promise,
    })
    await vi.advanceTimersByTimeAsync(1)
    expect(list.shown()).toEqual(['a Cancelled', 'b Scheduled'])

    // Somebody else has completed both; a refetch brings b and leaves a alone.
    list.server.entries = [session('a', 2, 'Completed'), session('b', 2, 'Completed')]
    await list.fetch()
    await vi.advanceTimersByTimeAsync(1)
    expect(list.shown()).toEqual(['a Cancelled', 'b Completed'])

    const before = list.server.fetches
    list.server.entries = [session('a', 3, 'Cancelled'), session('b', 2, 'Completed')]
    resolve(session('a', 3, 'Cancelled'))
    await change
    await vi.advanceTimersByTimeAsync(1)
    expect(list.server.fetches).toBe(before + 1)
    expect(list.shown()).toEqual(['a Cancelled', 'b Completed'])
  })

  test('is rolled back when it failed, and the list is fetched [LIST-26 LIST-27]', async () => {
    const change = list.cache.change({
      session: session('a'),
      apply: settledAs('Completed'),
      act: () => Promise.reject(new Error('500')),
    })
    expect(list.shown()).toEqual(['a Completed', 'b Scheduled'])
    const before = list.server.fetches
    await expect(change).rejects.toThrow('500')
    await vi.advanceTimersByTimeAsync(1)
    expect(list.shown()).toEqual(['a Scheduled', 'b Scheduled'])
    expect(list.server.fetches).toBe(before + 1)
  })

  test('has 15 s for its answer; then it is taken back, and the list is fetched [LIST-27]', async () => {
    const { promise } = Promise.withResolvers<Session>()
    const change = list.cache.change({
      session: session('a'),
      apply: settledAs('Cancelled'),
      act: () => promise,
    })
    // Awaited below, once the time has come.
    // oxlint-disable-next-line vitest/valid-expect
    const refused = expect(change).rejects.toThrow('did not answer')
    await vi.advanceTimersByTimeAsync(14_999)
    expect(list.shown()).toEqual(['a Cancelled', 'b Scheduled'])
    const before = list.server.fetches
    await vi.advanceTimersByTimeAsync(2)
    await refused
    expect(list.shown()).toEqual(['a Scheduled', 'b Scheduled'])
    expect(list.server.fetches).toBe(before + 1)
  })

  test('whose answer is older than what the list has by then does not show it [WIRE-35]', async () => {
    const { promise, resolve } = Promise.withResolvers<Session>()
    const change = list.cache.change({
      session: session('a'),
      apply: settledAs('Cancelled'),
      act: () => promise,
    })
    list.server.entries = [session('a', 3, 'Completed'), session('b')]
    await list.fetch()
    resolve(session('a', 2, 'Cancelled'))
    await change
    await vi.advanceTimersByTimeAsync(1)
    expect(list.shown()).toEqual(['a Completed', 'b Scheduled'])
    // A fetch that was answered late brings the old one, too.
    list.server.entries = [session('a', 2, 'Cancelled'), session('b')]
    await list.fetch()
    await vi.advanceTimersByTimeAsync(1)
    expect(list.shown()).toEqual(['a Completed', 'b Scheduled'])
  })

  test('begins at what the list has now, not at what was looked at before', async () => {
    list.server.entries = [session('a', 4), session('b')]
    await list.fetch()
    const { promise } = Promise.withResolvers<Session>()
    void list.cache.change({ session: session('a', 1), apply: settledAs('NoShow'), act: () => promise })
    expect(list.cache.flights().get('a')?.base.version).toBe(4)
  })
})
