import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../support/eventually.ts'
import { startRedis, type ApiProcess } from '../../support/engines/processes.ts'
import { maySee, type Booking } from './fanout-bookings.ts'
import type { Stream } from './fanout-world.ts'
import type { Pair } from '../pair.ts'
import { worstOf, type Figures } from '../proof.ts'

/** Long enough for both processes' Redis clients to retry at different moments. */
const awayMs = 1500
const backMs = 10_000
/** A process retries Redis every 2 s, reports the loss 0.5 s later, and notifies streams once in 2 s. */
const knownMs = 10_000

/**
 * Does what a browser does on 'up': queries what is committed by then. Streams that get 'up' while a query runs share the
 * next query.
 */
export function openAsking({ db }: Pair) {
  let told = new Set<Stream>()
  let isAsking = false
  return async (stream: Stream): Promise<void> => {
    told.add(stream)
    if (isAsking) return
    isAsking = true
    while (told.size > 0) {
      const answered = told
      told = new Set()
      const rows = await db.selectFrom('sessions').select('id').execute()
      const found = new Set(rows.map(({ id }) => id))
      for (const one of answered) one.found = found
    }
    isAsking = false
  }
}

/**
 * Kills Redis during bookings and restarts it. Every stream must say 'down', and 'up' in time. Everyone who may see a
 * booking must get a notice of it, or be told to ask and find it. Once both processes reach Redis again, notices must come
 * as before.
 */
export async function proveReturn(
  pair: Pair,
  streams: readonly Stream[],
  figures: Figures,
  { book, goOn }: { book: () => Promise<Booking[]>; goOn: () => Promise<void> },
): Promise<void> {
  const lastState = (stream: Stream) => stream.heard.findLast(({ kind }) => kind === 'channel')?.state
  const inState = (state: string) => streams.filter((stream) => lastState(stream) === state).length
  const areIn = (state: string) =>
    eventually(
      () => inState(state),
      (count) => count === streams.length,
      2 * backMs,
    ).catch(() => {}) // The figure tells how many.
  await pair.redis.stop('SIGKILL')
  const booking = book()
  await areIn('down')
  figures.exactly('streams that said "down"', inState('down'), streams.length)
  await pause(awayMs)
  // Taken before the start, because Redis may answer the API processes before it answers us.
  const backAt = performance.now()
  await using _back = await startRedis(pair.redis.port)
  await areIn('up')
  figures.exactly('streams that said "up" again', inState('up'), streams.length)
  const ups = streams.map(({ heard }) => heard.find(({ state, at }) => state === 'up' && at > backAt)?.at)
  figures.atMost(
    'the last of them, since Redis was begun again',
    worstOf(ups.map((at) => at ?? Infinity)) - backAt,
    backMs,
    ' ms',
  )
  await proveKnown(streams, await booking, figures)
  await eventually(
    () => Promise.all(pair.apis.map(reachesRedis)),
    (all) => all.every(Boolean),
  )
  await goOn()
}

/** Whether the process can publish. 'up' only says that its subscriber, a separate connection, is back. */
const reachesRedis = async ({ url }: ApiProcess) =>
  (await (await fetch(`${url}/api/ready`)).text()).includes('"redis":"up"')

/** Checks that no booking is lost silently: each was heard, or found by asking after it was committed. */
async function proveKnown(
  streams: readonly Stream[],
  bookings: readonly Booking[],
  figures: Figures,
): Promise<void> {
  const seen = bookings.flatMap((booking) =>
    streams.filter(({ person }) => maySee(person, booking)).map((stream) => ({ stream, id: booking.id })),
  )
  const isHeard = ({ stream, id }: (typeof seen)[number]) => stream.heard.some((notice) => notice.id === id)
  const unknown = () => seen.filter((one) => !isHeard(one) && !one.stream.found.has(one.id)).length
  const since = performance.now()
  await eventually(unknown, (count) => count === 0, knownMs).catch(() => {}) // The figure tells how many.
  const heard = seen.filter(isHeard).length
  figures.exactly(
    `of ${seen.length} changes meanwhile, ${heard} heard and the others found when told to ask; known to nobody told of them`,
    unknown(),
    0,
  )
  figures.atMost('the last of them known, since the last was made', performance.now() - since, knownMs, ' ms')
}
