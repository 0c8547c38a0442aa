import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changesOf } from './changes.ts'
import { flightsOf, trackChanges } from './tracking.ts'

interface Thing {
  id: string
  version: number
  status: string
  name: string
}

const thing = (id: string, version = 1, status = 'Scheduled'): Thing => ({ id, version, status, name: id })

const as =
  (status: string) =>
  (row: Thing): Thing => ({ ...row, status })

/** A list in view, over a server whose entries the test sets. */
function openList() {
  const client = trackChanges(new QueryClient())
  const changes = changesOf<Thing>(client, {
    shows: ({ queryKey: [path] }) => path === '/things',
    stays: (_, after) => after.status !== 'Deleted',
    orderFor: () => ['name', 'ASC'],
  })
  const server = { entries: [thing('a'), thing('b')], fetches: 0 }
  const observer = new QueryObserver<{ entries: Thing[]; entryCount: number; pageCount: number }>(client, {
    queryKey: ['/things', { query: { page: 1 } }],
    queryFn: () => {
      server.fetches += 1
      const entries = server.entries.map((one) => ({ ...one }))
      return Promise.resolve({ entries, entryCount: entries.length, pageCount: 1 })
    },
    retry: false,
  })
  const leave = observer.subscribe(() => {})
  const shown = () => observer.getCurrentResult().data?.entries.map(({ id, status }) => `${id} ${status}`)
  const count = () => observer.getCurrentResult().data?.entryCount
  return { client, changes, server, shown, count, leave, fetch: () => client.refetchQueries() }
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

  test('a change shows before its answer, a refetch in between does not undo it, and the list is fetched after it [LIST-25 LIST-27 LIST-28]', async () => {
    const { promise, resolve } = Promise.withResolvers<Thing>()
    const change = list.changes.change({
      row: thing('a'),
      apply: as('Cancelled'),
      act: () => promise,
    })
    await vi.advanceTimersByTimeAsync(1)
    expect(list.shown()).toEqual(['a Cancelled', 'b Scheduled'])

    // Somebody else has completed both. A refetch updates b, but not a, whose change is still pending.
    list.server.entries = [thing('a', 2, 'Completed'), thing('b', 2, 'Completed')]
    await list.fetch()
    await vi.advanceTimersByTimeAsync(1)
    expect(list.shown()).toEqual(['a Cancelled', 'b Completed'])

    const before = list.server.fetches
    list.server.entries = [thing('a', 3, 'Cancelled'), thing('b', 2, 'Completed')]
    resolve(thing('a', 3, 'Cancelled'))
    await change
    await vi.advanceTimersByTimeAsync(1)
    expect(list.server.fetches).toBe(before + 1)
    expect(list.shown()).toEqual(['a Cancelled', 'b Completed'])
  })

  test('a failed change is rolled back, and the list is fetched [LIST-26 LIST-27]', async () => {
    const change = list.changes.change({
      row: thing('a'),
      apply: as('Completed'),
      act: () => Promise.reject(new Error('500')),
    })
    expect(list.shown()).toEqual(['a Completed', 'b Scheduled'])
    const before = list.server.fetches
    await expect(change).rejects.toThrow('500')
    await vi.advanceTimersByTimeAsync(1)
    expect(list.shown()).toEqual(['a Scheduled', 'b Scheduled'])
    expect(list.server.fetches).toBe(before + 1)
  })

  test('a change without an answer in 15 s is rolled back, and the list is fetched [LIST-27]', async () => {
    const { promise } = Promise.withResolvers<Thing>()
    const change = list.changes.change({
      row: thing('a'),
      apply: as('Cancelled'),
      act: () => promise,
    })
    // Awaited below, after the timers have advanced.
    // oxlint-disable-next-line vitest/valid-expect
    const refused = expect(change).rejects.toThrow("didn't answer")
    await vi.advanceTimersByTimeAsync(14_999)
    expect(list.shown()).toEqual(['a Cancelled', 'b Scheduled'])
    const before = list.server.fetches
    await vi.advanceTimersByTimeAsync(2)
    await refused
    expect(list.shown()).toEqual(['a Scheduled', 'b Scheduled'])
    expect(list.server.fetches).toBe(before + 1)
  })

  test('an answer older than the listed row does not replace it [WIRE-35]', async () => {
    const { promise, resolve } = Promise.withResolvers<Thing>()
    const change = list.changes.change({
      row: thing('a'),
      apply: as('Cancelled'),
      act: () => promise,
    })
    list.server.entries = [thing('a', 3, 'Completed'), thing('b')]
    await list.fetch()
    resolve(thing('a', 2, 'Cancelled'))
    await change
    await vi.advanceTimersByTimeAsync(1)
    expect(list.shown()).toEqual(['a Completed', 'b Scheduled'])
    // A fetch that is answered late brings the old version, too.
    list.server.entries = [thing('a', 2, 'Cancelled'), thing('b')]
    await list.fetch()
    await vi.advanceTimersByTimeAsync(1)
    expect(list.shown()).toEqual(['a Completed', 'b Scheduled'])
  })

  test('a change is based on the row in the list, not on an older one that it was made from', async () => {
    list.server.entries = [thing('a', 4), thing('b')]
    await list.fetch()
    const { promise } = Promise.withResolvers<Thing>()
    void list.changes.change({ row: thing('a', 1), apply: as('NoShow'), act: () => promise })
    expect(flightsOf(list.client).read().get('a')?.base.version).toBe(4)
  })
  test('a change that removes a row leaves it in the list until the answer', async () => {
    const { promise, resolve } = Promise.withResolvers<Thing>()
    const change = list.changes.change({ row: thing('a'), apply: (row) => row, act: () => promise })
    expect(list.shown()).toEqual(['a Scheduled', 'b Scheduled'])
    list.server.entries = [thing('b')]
    await list.fetch()
    expect(list.shown()).toEqual(['a Scheduled', 'b Scheduled'])
    resolve(thing('a', 2, 'Deleted'))
    await change
    expect(list.shown()).toEqual(['b Scheduled'])
  })

  test('a change whose answer is not the row keeps what it applied', async () => {
    const change = list.changes.change({
      row: thing('a'),
      apply: as('Completed'),
      act: () => Promise.resolve('done'),
    })
    await change
    expect(list.shown()).toEqual(['a Completed', 'b Scheduled'])
  })

  test('a change leaves other lists alone', async () => {
    list.client.setQueryData(['/others'], [thing('a')])
    const change = list.changes.change({
      row: thing('a'),
      apply: as('Completed'),
      act: () => Promise.resolve(thing('a', 2, 'Completed')),
    })
    await change
    expect(list.client.getQueryData(['/others'])).toEqual([thing('a')])
  })
})

describe('a new row', () => {
  const made = (id: string, status: string) => ({ ...thing(id, 0, status), name: 'ab' })

  test('a new row is in its place while it is saved, also after a refetch, and the answer replaces it [LIST-25]', async () => {
    const list = openList()
    await expect.poll(list.shown).toHaveLength(2)
    const { promise, resolve } = Promise.withResolvers<Thing>()
    const create = list.changes.create({ row: made('new', 'Saving'), act: () => promise })
    expect(list.shown()).toEqual(['a Scheduled', 'new Saving', 'b Scheduled'])
    expect(list.count()).toBe(3)
    expect(list.changes.isUnderWay('new')).toBe(true)
    await list.fetch()
    expect(list.shown()).toEqual(['a Scheduled', 'new Saving', 'b Scheduled'])
    expect(list.count()).toBe(3)
    list.server.entries = [thing('a'), thing('real'), thing('b')]
    resolve(thing('real'))
    await create
    expect(list.shown()).toEqual(['a Scheduled', 'real Scheduled', 'b Scheduled'])
    expect(list.changes.isUnderWay('new')).toBe(false)
    list.leave()
  })

  test('a refused new row is removed, and the list is fetched [LIST-26 LIST-27]', async () => {
    const list = openList()
    await expect.poll(list.shown).toHaveLength(2)
    const before = list.server.fetches
    const create = list.changes.create({
      row: made('new', 'Saving'),
      act: () => Promise.reject(new Error('409')),
    })
    expect(list.shown()).toContain('new Saving')
    await expect(create).rejects.toThrow('409')
    expect(list.shown()).toEqual(['a Scheduled', 'b Scheduled'])
    expect(list.count()).toBe(2)
    await expect.poll(() => list.server.fetches).toBe(before + 1)
    list.leave()
  })

  test('a new row that a refetch already brought is not listed twice', async () => {
    const list = openList()
    await expect.poll(list.shown).toHaveLength(2)
    const { promise, resolve } = Promise.withResolvers<Thing>()
    const create = list.changes.create({ row: made('new', 'Saving'), act: () => promise })
    list.server.entries = [thing('a'), thing('real'), thing('b')]
    await list.fetch()
    resolve(thing('real'))
    await create
    expect(list.shown()).toEqual(['a Scheduled', 'real Scheduled', 'b Scheduled'])
    list.leave()
  })
})
