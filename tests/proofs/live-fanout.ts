import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { randomFrom } from '../../scripts/database/world.ts'
import { eventually } from '../support/eventually.ts'
import { inFlight } from '../support/in-flight.ts'
import { percentileOf } from '../support/percentile.ts'
import { startRedis, type ApiProcess } from '../support/processes.ts'
import { openStream, readEvents } from './fanout-readers.ts'
import { proveCost } from './fanout-cost.ts'
import { makeFanoutWorld, type FanoutWorld, type Listening, type Stream } from './fanout-world.ts'
import { startPair, type Pair } from './pair.ts'
import { openFigures, worstOf, type Figures, type ProofOptions } from './proof.ts'

export const about =
  'Of 5,000 streams over two API processes each hears in time what it may see and nothing else; readers that stall and a Redis that is killed harm nobody.'

const lateMs = 1000
const backMs = 10_000
/** Buffers of 200 stalled readers may hold 13 MB; the rest is what a process breathes. */
const memoryMegabytesMax = 96
const full = {
  world: { organizations: 50, coachesEach: 95, orgAdminsEach: 4, admins: 50, stalled: 200 },
  perSecond: 50,
  seconds: 60,
  cost: { rounds: 7, messages: 2000 },
  // Times say something only of a whole run on a machine with nothing else to do.
  isTimed: true,
}
const short: typeof full = {
  world: { organizations: 3, coachesEach: 12, orgAdminsEach: 2, admins: 2, stalled: 4 },
  perSecond: 8,
  seconds: 3,
  cost: { rounds: 1, messages: 20 },
  isTimed: false,
}

export interface Booking {
  id: string
  coach: Listening
  sentAt: number
  /** When its transaction began, by the clock of the database on the same machine. */
  madeAt: number
}

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const asked = size === 'full' ? full : short
  const choose = randomFrom(seed)
  await using pair = await startPair({ DATABASE_POOL_MAX: '20' })
  const world = await makeFanoutWorld(pair, asked.world)
  const sockets: Socket[] = []
  try {
    const streams = await openStreams(pair, world, sockets)
    say(`${streams.length} streams over two processes, ${asked.perSecond} bookings a second:`)
    const half = Math.ceil((asked.perSecond * asked.seconds) / 2)
    const bookings = await book(pair, world.coaches.slice(0, half), asked.perSecond, choose)
    await proveHeard(world, streams, bookings, figures, asked)

    say(`The same with ${world.stalled.length} readers that stall under a flood:`)
    await proveStalled(pair, world, sockets, figures, async () => {
      const more = await book(pair, world.coaches.slice(half, 2 * half), asked.perSecond, choose)
      await proveHeard(world, streams, more, figures, asked)
    })
    figures.exactly('processes that are up', pair.apis.filter((api) => api.isAlive()).length, 2)

    say('Processor time beside a bare relay:')
    await proveCost(pair, streams, figures, { ...asked.cost, isTimed: asked.isTimed, sockets })

    say('Redis killed, and back:')
    await proveReturn(pair, streams, figures)
    return figures.all
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

async function openStreams(pair: Pair, world: FanoutWorld, sockets: Socket[]): Promise<Stream[]> {
  const everybody = [...world.coaches, ...world.orgAdmins, ...world.admins]
  const streams = everybody.map((person): Stream => ({ person, heard: [] }))
  await inFlight(40, [...streams.entries()], async ([i, { person, heard }]) => {
    const onEvent = (text: string) =>
      heard.push({ ...(JSON.parse(text) as Stream['heard'][number]), at: performance.now() })
    sockets.push(await readEvents(liveOf(pair, i), bearer(person), onEvent))
  })
  return streams
}

/** Each coach books their client once, at the given pace, on a process by chance. */
async function book(
  pair: Pair,
  coaches: FanoutWorld['coaches'],
  perSecond: number,
  choose: () => number,
): Promise<Booking[]> {
  const start = Math.ceil(Date.now() / 900_000) * 900_000 + 86_400_000
  const times = { start_time: new Date(start), end_time: new Date(start + 3_600_000) }
  const since = performance.now()
  return Promise.all(
    coaches.map(async (coach, i) => {
      await pause((i * 1000) / perSecond)
      const sentAt = performance.now()
      const url = `${(choose() < 0.5 ? pair.apis[0] : pair.apis[1]).url}/api/sessions/create`
      const body = { title: `Booking ${i}`, ...times, coach_id: coach.id, user_id: coach.clientId }
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer(coach) },
        body: JSON.stringify(body),
      })
      // Our own API answers a booking with the session.
      const answer = (await reply.json()) as { response: { id: string; createdAt: string } }
      if (reply.status !== 200)
        throw new Error(`booking ${i} after ${performance.now() - since} ms: ${JSON.stringify(answer)}`)
      const { id, createdAt } = answer.response
      return { id, coach, sentAt, madeAt: Date.parse(createdAt) - performance.timeOrigin }
    }),
  )
}

/** Each booking is heard once by its coach and each OrgAdmin of the organization, by nobody else, and in time. */
async function proveHeard(
  world: FanoutWorld,
  streams: readonly Stream[],
  bookings: readonly Booking[],
  figures: Figures,
  { perSecond, isTimed }: { perSecond: number; isTimed: boolean },
): Promise<void> {
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  const seersEach = world.orgAdmins.filter((one) => one.organizationId === world.orgAdmins[0]?.organizationId)
  const due = bookings.length * (1 + seersEach.length)
  const told = () => streams.flatMap((stream) => stream.heard.filter(({ id }) => id && byId.has(id)))
  await eventually(told, (all) => all.length >= due, 5000).catch(() => {}) // The figure tells what is missing.
  const delays: { made: number; sent: number }[] = []
  let strays = 0
  for (const { person, heard } of streams)
    for (const { kind, id, at } of heard) {
      const booking = id === undefined ? undefined : byId.get(id)
      if (!booking) continue
      if (kind !== 'session' || !maySee(person, booking)) strays += 1
      delays.push({ made: at - booking.madeAt, sent: at - booking.sentAt })
    }
  figures.exactly(`notices of ${bookings.length} bookings at ${perSecond} a second`, delays.length, due)
  figures.exactly('notices to whoever may not see it', strays, 0)
  const idsOfAdmins = streams.filter(
    ({ person, heard }) => person.level === 'Admin' && heard.some(({ id }) => id),
  )
  figures.exactly('Admins who heard an id', idsOfAdmins.length, 0)
  if (!isTimed) return
  const p95 = (since: 'made' | 'sent') =>
    percentileOf(
      delays.map((delay) => delay[since]),
      0.95,
    )
  figures.atMost(
    `95 of 100 heard since the booking was made (${p95('sent').toFixed(0)} ms since it was sent)`,
    p95('made'),
    lateMs,
    ' ms',
  )
}

const maySee = (person: Listening, { coach }: Booking): boolean =>
  person.id === coach.id || (person.level === 'OrgAdmin' && person.organizationId === coach.organizationId)

async function proveStalled(
  pair: Pair,
  world: FanoutWorld,
  sockets: Socket[],
  figures: Figures,
  meanwhile: () => Promise<void>,
): Promise<void> {
  await inFlight(20, [...world.stalled.entries()], async ([i, person]) => {
    sockets.push(await openStream(liveOf(pair, i), bearer(person)))
  })
  const open = async () =>
    (await Promise.all(pair.apis.map((api) => api.counter('parley_live_streams')))).reduce((a, b) => a + b)
  const before = await open()
  const [memoryBefore, peak] = [await memoryOf(pair.apis), { megabytes: 0 }]
  const watching = new AbortController()
  const watched = watchMemory(pair.apis, peak, watching.signal)
  const flooding = flood(pair, world.stalled[0]?.organizationId ?? '')
  await Promise.all([flooding, meanwhile()])
  await eventually(open, (count) => count <= before - world.stalled.length, 20_000).catch(() => {})
  watching.abort()
  await watched
  figures.exactly('stalled readers let go', before - (await open()), world.stalled.length)
  figures.atMost(
    'most memory that a process took on',
    peak.megabytes - memoryBefore,
    memoryMegabytesMax,
    ' MB',
  )
}

/** More than the system holds for sockets that nobody reads, to the people of one organization. */
async function flood(pair: Pair, organizationId: string): Promise<void> {
  const redis = await createClient({ url: pair.redis.url }).connect()
  const notice = JSON.stringify({ kind: 'organization', id: 'x'.repeat(20_000), version: 1 })
  for (let i = 0; i < 300; i += 1) {
    await redis.publish('parley:live', `tell organization:${organizationId}\n${notice}`)
    await pause(20)
  }
  redis.destroy()
}

async function memoryOf(apis: readonly ApiProcess[]): Promise<number> {
  const sizes = apis.map(async ({ pid }) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  })
  return Math.max(...(await Promise.all(sizes)))
}

async function watchMemory(apis: readonly ApiProcess[], peak: { megabytes: number }, stop: AbortSignal) {
  while (!stop.aborted) {
    peak.megabytes = Math.max(peak.megabytes, await memoryOf(apis))
    await pause(100)
  }
}

/** Killed, every stream says so; back, every stream says so in time, and hears again. */
async function proveReturn(pair: Pair, streams: readonly Stream[], figures: Figures): Promise<void> {
  const lastState = (stream: Stream) => stream.heard.findLast(({ kind }) => kind === 'channel')?.state
  const inState = (state: string) => streams.filter((stream) => lastState(stream) === state).length
  await pair.redis.stop('SIGKILL')
  await eventually(
    () => inState('down'),
    (count) => count === streams.length,
    backMs,
  ).catch(() => {})
  figures.exactly('streams that said "down"', inState('down'), streams.length)
  await using _back = await startRedis(pair.redis.port)
  const backAt = performance.now()
  await eventually(
    () => inState('up'),
    (count) => count === streams.length,
    2 * backMs,
  ).catch(() => {})
  figures.exactly('streams that said "up" again', inState('up'), streams.length)
  const ups = streams.map(({ heard }) => heard.findLast(({ state }) => state === 'up')?.at ?? Infinity)
  figures.atMost('the last of them, since Redis answered', worstOf(ups) - backAt, backMs, ' ms')
}

const liveOf = (pair: Pair, i: number): string => `${pair.apis[i % 2]?.url}/api/live`
const bearer = ({ token }: Listening) => ({ authorization: `Bearer ${token}` })
