import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../support/eventually.ts'
import { startRedis, type ApiProcess } from '../support/processes.ts'
import { maySee, type Booking } from './fanout-bookings.ts'
import type { Stream } from './fanout-world.ts'
import type { Pair } from './pair.ts'
import { worstOf, type Figures } from './proof.ts'

/** Long enough for the clients of both processes to try at moments of their own. */
const awayMs = 1500
const backMs = 10_000
/** A process tries to reach Redis every 2 s, tells of what it lost 0.5 s later, and streams are told once in 2 s. */
const knownMs = 10_000

/** Does what a browser does that is told 'up': asks what is committed by then. All told while one asks are answered by the next. */
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
 * Redis is killed and comes back under bookings. Every stream says 'down', and 'up' in time. Whoever may see a booking hears
 * of it, or is told to ask and finds it; once both processes reach Redis again, notices come as before.
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
  // Before it answers us, since it may have answered others by then.
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

/** Whether it can publish: its subscriber, which says 'up', has a connection of its own. */
const reachesRedis = async ({ url }: ApiProcess) =>
  (await (await fetch(`${url}/api/ready`)).text()).includes('"redis":"up"')

/** Nothing is lost without a word: each booking was heard, or found by asking after it was committed. */
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
