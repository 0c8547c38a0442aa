import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { randomFrom } from '../../../scripts/database/world.ts'
import { eventually } from '../../support/eventually.ts'
import { inFlight } from '../../support/in-flight.ts'
import { percentileOf } from '../../support/measure/statistics.ts'
import type { ApiProcess } from '../../support/engines/processes.ts'
import { bearer, book, maySee, type Booking } from './fanout-bookings.ts'
import { proveCost } from './fanout-cost.ts'
import { openStream, readEvents } from './fanout-readers.ts'
import { openAsking, proveReturn } from './fanout-return.ts'
import { makeFanoutWorld, type FanoutWorld, type Stream } from './fanout-world.ts'
import { startPair, type Pair } from '../pair.ts'
import { openFigures, type Figures, type ProofOptions } from '../proof.ts'

export const about =
  'Each of 5,000 streams over two API processes gets in time the notices that it may see and no others, stalled readers harm nobody, and when Redis is killed and comes back each stream hears of a change or is told to fetch it.'

const lateMs = 1000
/** The buffers of 200 stalled readers may hold 13 MB; the rest allows for a process's normal fluctuation. */
const memoryMegabytesMax = 96
const full = {
  world: { organizations: 50, coachesEach: 95, orgAdminsEach: 4, admins: 50, stalled: 200 },
  perSecond: 50,
  seconds: 60,
  cost: { rounds: 7, messages: 2000 },
  // Times are meaningful only in a full run on an idle machine.
  isTimed: true,
}
const short: typeof full = {
  world: { organizations: 3, coachesEach: 20, orgAdminsEach: 2, admins: 2, stalled: 4 },
  perSecond: 8,
  seconds: 3,
  cost: { rounds: 1, messages: 20 },
  isTimed: false,
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
    const rest = world.coaches.slice(2 * half)
    const during = rest.slice(0, Math.ceil((2 * rest.length) / 3))
    await proveReturn(pair, streams, figures, {
      book: () => book(pair, during, asked.perSecond, choose),
      goOn: async () => {
        const after = await book(pair, rest.slice(during.length), asked.perSecond, choose)
        await proveHeard(world, streams, after, figures, asked)
      },
    })
    return figures.all
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

async function openStreams(pair: Pair, world: FanoutWorld, sockets: Socket[]): Promise<Stream[]> {
  const everybody = [...world.coaches, ...world.orgAdmins, ...world.admins]
  const streams = everybody.map((person): Stream => ({ person, heard: [], found: new Set() }))
  const ask = openAsking(pair)
  await inFlight(40, [...streams.entries()], async ([i, stream]) => {
    const onEvent = (text: string) => {
      const notice = { ...(JSON.parse(text) as Stream['heard'][number]), at: performance.now() }
      stream.heard.push(notice)
      if (notice.state === 'up') void ask(stream)
    }
    sockets.push(await readEvents(liveOf(pair, i), bearer(stream.person), onEvent))
  })
  return streams
}

/** Checks that the coach and each OrgAdmin of the organization hear of each booking once, in time, and nobody else does. */
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

/** Sends the people of one organization more than the system buffers for unread sockets. */
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

const liveOf = (pair: Pair, i: number): string => `${pair.apis[i % 2]?.url}/api/live`
