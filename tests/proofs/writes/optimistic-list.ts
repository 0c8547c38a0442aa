import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { liveNotice } from '@parley/contract/wire/live.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { attempt } from '../../../apps/web/src/features/sessions/cache/attempt.ts'
import { askAgainMs, sessionCacheOf } from '../../../apps/web/src/features/sessions/cache/session-cache.ts'
import { flightsOf, trackChanges } from '../../../apps/web/src/platform/changes/tracking.ts'
import { openRefetcher, urgencyFor } from '../../../apps/web/src/platform/live/refetch.ts'
import { realTiming } from '../../../apps/web/src/platform/live/timing.ts'
import { noAnswer, problemOf } from '../../../apps/web/src/platform/server/api-problem.ts'
import { randomFrom } from '../../../scripts/database/world.ts'
import { openEvents } from '../../support/events.ts'
import { eventually } from '../../support/eventually.ts'
import { startFaultRelay, type Fault } from '../../support/relays/fault-relay.ts'
import type { TestPerson } from '../../support/make.ts'
import { startPair, type Pair } from '../pair.ts'
import { openFigures, type ProofOptions } from '../proof.ts'

export const about =
  "The web's optimistic list always ends equal to the server's state, even with a server that answers 500, late or not at all and with other people's changes in between."

const sizes = { full: { rounds: 25, acts: 60 }, short: { rounds: 1, acts: 40 } }
const sessionsOf = 8
/** A shorter version of the web's own timeouts: a change times out after this, a list after twice this. */
const patienceMs = 2000
const againMs = 250
/** How soon after the last change the list must be correct. */
const withinMs = 5000

type Choose = () => number
type Final = 'Cancelled' | 'Completed' | 'NoShow'
const finals: Final[] = ['Cancelled', 'Completed', 'NoShow']

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const { rounds, acts } = sizes[size]
  const choose = randomFrom(seed)
  await using pair = await startPair()
  const sum = { own: 0, refused: 0, others: 0, seen: 0, undone: 0, older: 0, unequal: 0, worstMs: 0 }
  say(`${rounds} rounds of ${acts} changes by the viewer and others, over ${sessionsOf} sessions:`)
  for (let round = 0; round < rounds; round += 1) {
    const figure = await playRound(pair, acts, choose)
    sum.own += figure.own
    sum.refused += figure.refused
    sum.others += figure.others
    sum.seen += figure.seen
    sum.undone += figure.undone
    sum.older += figure.older
    sum.unequal += figure.unequal
    sum.worstMs = Math.max(sum.worstMs, figure.equalMs)
  }
  say(`  ${sum.own} own changes, ${sum.refused} of them failed; ${sum.others} by others; ${sum.seen} looks`)
  figures.exactly('lists that ended unlike the server', sum.unequal, 0)
  figures.exactly('looks at which a change under way was undone', sum.undone, 0)
  figures.exactly('older versions in place of newer ones', sum.older, 0)
  figures.atMost('longest until equal after the last change', sum.worstMs, withinMs, ' ms')
  return figures.all
}

async function playRound(pair: Pair, acts: number, choose: Choose) {
  const { viewer, other } = await makeSessions(pair)
  const [near, far] = pair.apis
  if (!near || !far) throw new Error('a pair has two')
  let isFaulty = false
  await using relay = await startFaultRelay(near.url, (method) =>
    isFaulty ? faultFor(method, choose) : { kind: 'none' },
  )
  await using browser = openBrowser(relay.url, near.url, viewer)
  await eventually(browser.isLoaded, Boolean, 20_000)
  isFaulty = true

  const counts = { own: 0, refused: 0, others: 0 }
  const running: Promise<unknown>[] = []
  for (let i = 0; i < acts; i += 1) {
    const session = pick(browser.rows(), choose)
    const dice = choose()
    if (dice < 0.6) {
      counts.own += 1
      const change = dice < 0.1 ? browser.book(session, i) : browser.act(session, choose)
      running.push(change.catch(() => (counts.refused += 1)))
    } else {
      counts.others += 1
      running.push(actAsOther(far.url, other, session, choose))
    }
    await pause(choose() * 200)
  }
  isFaulty = false
  await Promise.all(running)
  await relay.settled()
  const since = performance.now()
  const isEqual = await eventually(() => browser.isEqual(near.url), Boolean, 2 * withinMs).catch(() => false)
  return {
    ...counts,
    ...browser.findings(),
    equalMs: performance.now() - since,
    unequal: isEqual ? 0 : 1,
  }
}

/** Sessions that have begun, each with its own coach and client, so that every kind of change is possible at any time. */
async function makeSessions({ make }: Pair): Promise<{ viewer: TestPerson; other: TestPerson }> {
  const organization_id = (await make.organization()).id
  const viewer = await make.person({ level: 'OrgAdmin', organization_id })
  const other = await make.person({ level: 'Admin' })
  const quarter = 900_000
  const base = Math.floor(Date.now() / quarter) * quarter
  for (let i = 0; i < sessionsOf; i += 1) {
    const coach = await make.person({ level: 'Coach', organization_id })
    const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id })
    const start = new Date(base - i * quarter).toISOString()
    await make.session({ coach, client, start, end: new Date(base + 16 * quarter).toISOString() })
  }
  return { viewer, other }
}

/** Picks a random fault for one request. */
function faultFor(method: string, choose: Choose): Fault {
  const dice = choose()
  const ms = 50 + choose() * 1.5 * patienceMs
  if (method === 'GET') {
    if (dice < 0.75) return { kind: 'none' }
    if (dice < 0.85) return { kind: 'failed-before' }
    return { kind: 'late-after', ms }
  }
  if (dice < 0.4) return { kind: 'none' }
  if (dice < 0.5) return { kind: 'failed-before' }
  if (dice < 0.6) return { kind: 'failed-after' }
  if (dice < 0.7) return { kind: 'lost' }
  if (dice < 0.8) return { kind: 'silent' }
  return { kind: dice < 0.9 ? 'late-before' : 'late-after', ms }
}

const lists = [
  { page: 1, limit: 100 },
  { page: 1, limit: 100, filters: { status: ['Scheduled'] } },
  { page: 1, limit: 100, order: ['title', 'ASC'] },
] as const
type List = (typeof lists)[number]

type Page = { entries: Session[] }

/** The web's own cache and rules over three lists, as three screens would use them, but without rendering. */
function openBrowser(url: string, liveUrl: string, viewer: TestPerson) {
  // Long because the list and the changes share one query cache.
  const client = trackChanges(
    new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
  )
  const cache = sessionCacheOf(client, patienceMs)
  const flights = flightsOf(client)
  const ask = asker(url, viewer)
  const found = { seen: 0, undone: 0, older: 0 }

  const observers = lists.map((query) => {
    const observer = new QueryObserver<Page>(client, {
      queryKey: ['/sessions', { query }],
      queryFn: ({ signal }) =>
        ask<Page>(pathOf(query), AbortSignal.any([signal, AbortSignal.timeout(2 * patienceMs)])),
      refetchInterval: askAgainMs(false, againMs),
    })
    const versions = new Map<string, number>()
    const look = () => {
      found.seen += 1
      for (const row of observer.getCurrentResult().data?.entries ?? []) {
        const flight = flights.read().get(row.id)
        const wanted = flight?.changes.reduce((shown, change) => change.apply(shown), flight.base)
        // Only sessions are stored under these ids.
        if (wanted && textOf(wanted as Session) !== textOf(row)) found.undone += 1
        if (row.version < (versions.get(row.id) ?? 0)) found.older += 1
        versions.set(row.id, row.version)
      }
    }
    return { observer, leave: observer.subscribe(look), query }
  })
  const rowsOf = ({ observer }: (typeof observers)[number]) => observer.getCurrentResult().data?.entries
  const refetcher = openRefetcher(client, realTiming, { isHidden: () => false, onSeen: () => () => {} })
  refetcher.follow((notice, query) =>
    notice.kind === 'session' && !cache.isUnderWay(notice.id) ? urgencyFor(query, notice) : undefined,
  )
  const events = openEvents(`${liveUrl}/api/live`, viewer.token, (notice) => {
    const { data } = liveNotice.safeParse(notice)
    if (data?.kind === 'session') refetcher.hear(data)
  })

  return {
    isLoaded: () => observers.every((each) => rowsOf(each) !== undefined),
    rows: () => (observers[0] && rowsOf(observers[0])) ?? [],
    findings: () => found,
    act: (session: Session, choose: Choose) => {
      const { apply, path, body } = wishFor(session, choose)
      return cache.change({
        row: session,
        apply,
        act: (signal) => attempt((key) => ask<Session>(path, signal, { body, key }), signal),
      })
    },
    /** Books a session with the same people at an unused time. */
    book: (like: Session, turn: number) => {
      const start = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + (24 + turn) * 3_600_000
      const body = {
        title: `booked ${turn}`,
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + 3_600_000).toISOString(),
        coach_id: like.coach_id,
        user_id: like.user_id,
        participants: [like.user_id],
        instance_count: 1,
      }
      return cache.create({
        row: { ...like, ...body, participants: [], id: crypto.randomUUID(), version: 0, status: 'Scheduled' },
        act: (signal) => attempt((key) => ask<Session>('/sessions/create', signal, { body, key }), signal),
      })
    },
    /** Whether each list equals what the server answers now. */
    isEqual: async (serverUrl: string) => {
      if (client.isFetching() > 0 || flights.read().size > 0) return false
      const straight = asker(serverUrl, viewer)
      const same = await Promise.all(
        observers.map(async (each) => {
          const { entries } = await straight<Page>(pathOf(each.query), AbortSignal.timeout(5000))
          return entries.map(textOf).join('\n') === rowsOf(each)?.map(textOf).join('\n')
        }),
      )
      return same.every(Boolean)
    },
    async [Symbol.asyncDispose]() {
      for (const { leave } of observers) leave()
      const { stop, ended } = await events
      stop()
      await ended
      refetcher.clear()
      client.clear()
    },
  }
}

const pathOf = (query: List): string =>
  `/sessions?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]))}`

const textOf = ({ id, version, status, title }: Session): string => `${id} ${version} ${status} ${title}`

interface Wish {
  path: string
  body: object
  apply: (session: Session) => Session
}

/** A random change, which the server may refuse. */
function wishFor({ id, status }: Session, choose: Choose): Wish {
  if (choose() < 0.3) {
    const title = `title ${Math.floor(choose() * 1e9)}`
    return { path: `/sessions/update/${id}`, body: { title }, apply: (row) => ({ ...row, title }) }
  }
  const to = pick(finals, choose)
  const apply = (row: Session): Session => ({ ...row, status: to })
  if (status !== 'Scheduled')
    return { path: `/sessions/correct/${id}`, body: { status: to, reason: 'It was otherwise.' }, apply }
  if (to === 'Completed') return { path: `/sessions/complete/${id}`, body: {}, apply }
  return { path: `/sessions/cancel/${id}`, body: { noShow: to === 'NoShow' }, apply }
}

/** Another person changes the session through the other process; a refusal does not matter. */
async function actAsOther(url: string, other: TestPerson, session: Session, choose: Choose): Promise<void> {
  const { path, body } = wishFor(session, choose)
  await asker(url, other)(path, AbortSignal.timeout(5000), { body }).catch(() => {})
}

interface Write {
  body: object
  key?: string
}

/** Sends requests and reads problem responses as the web does. */
const asker =
  (url: string, { token }: TestPerson) =>
  async <T>(path: string, signal: AbortSignal, write?: Write): Promise<T> => {
    const response = await fetch(`${url}/api${path}`, {
      method: write ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...(write?.key !== undefined && { 'idempotency-key': write.key }),
      },
      ...(write && { body: JSON.stringify(write.body) }),
      signal,
    }).catch(() => {
      throw noAnswer()
    })
    if (!response.ok) throw await problemOf(response)
    // The server checks its answers against the contract.
    return ((await response.json()) as { response: T }).response
  }

function pick<T>(values: readonly T[], choose: Choose): T {
  const value = values[Math.floor(choose() * values.length)]
  if (value === undefined) throw new Error('there is nothing to choose from')
  return value
}

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
