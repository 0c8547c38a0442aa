import { setTimeout as pause } from 'node:timers/promises'
import { RoomServiceClient } from 'livekit-server-sdk'
import { waitingGoneMs } from '@parley/contract/rules/calls/admissions.ts'
import { randomFrom } from '../../../scripts/database/world.ts'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import { watchStolenTime, type StolenTime } from '../../../scripts/test/stolen-time.ts'
import { buildWebIfStale } from '../../../scripts/web-build.ts'
import { eventually } from '../../support/eventually.ts'
import { storedFiles } from '../../support/engines/stored-files.ts'
import { enterInBrowser } from './call-browsers.ts'
import { openCallWorld, type CallWorld } from './call-world.ts'
import type { Loss } from '../../support/calls/person-elsewhere.ts'
import { openFigures, worstOf, type Figures, type ProofOptions } from '../proof.ts'
import { liveCall, type Done, type Moment, type Pace, type Stay } from './soak-calls.ts'
import { collecting, heldBy, heldByPages, neededBy, watchMemory, type Watched } from '../load/soak-memory.ts'

export const about =
  'After half an hour of calls whose people join, write, share, send files, leave and vanish, beside two browsers that talk, the record says for everybody when they were there, nothing is left behind, and memory has not grown (the short form has no browsers).'

const minuteMs = 60_000
const paces: Record<ProofOptions['size'], Pace & { calls: number; forMs: number }> = {
  full: { calls: 20, forMs: 30 * minuteMs, actMs: [4000, 12_000], awayMs: [3000, 40_000], acts: [2, 12] },
  short: { calls: 3, forMs: 15_000, actMs: [500, 1500], awayMs: [500, 3000], acts: [1, 4] },
}
const settleMs = 5 * minuteMs
const stretchMs = 3 * minuteMs
const lookMs = 30_000
const grownMax = 1.1
/** With other tests running on a small machine, even the media server is late. */
const recordMs = { full: 2000, short: 6000 }
/** The media server waits at least this long for a person who lost the connection. */
const waitsMs = 20_000
/** The media server removes a silent person after at most this long. */
const givenUpMs = 23_000
/** Two sweeps of the worker and the time they take. */
const sweptMs = 90_000

export async function prove({ size, seed, say }: ProofOptions) {
  const { calls, forMs, ...pace } = paces[size]
  const figures = openFigures(say)
  await using stack = new AsyncDisposableStack()
  // Build before the API starts, because it looks for the build only then.
  if (size === 'full') buildWebIfStale()
  const prefix = `soak-${Date.now()}/`
  const world = stack.use(await openCallWorld({ settings: { S3_PREFIX: prefix, NODE_OPTIONS: collecting } }))
  const worker = stack.use(await world.startWorker())
  const pair = size === 'full' ? await openPair(world, stack) : undefined
  const watched: Watched[] = [
    ...world.apis().map((api, i) => heldBy(`API process ${i + 1}`, api)),
    heldBy('worker', worker),
    ...(pair?.watched ?? []),
  ]
  const begun = Date.now()
  const stolen = watchStolenTime(Date.now)
  stack.defer(stolen.stop)
  const memory = stack.use(watchMemory(watched, lookMs))
  const timer = setInterval(() => {
    const parts = memory.latest().map(({ name, bytes }) => `${name} ${(bytes / 2 ** 20).toFixed(1)}`)
    say(`  after ${Math.round((Date.now() - begun) / minuteMs)} min, MB: ${parts.join(', ')}`)
    void pair?.talk()
  }, minuteMs)
  stack.defer(() => clearInterval(timer))
  const chance = randomFrom(seed)
  const done: Done = new Map()
  const until = begun + forMs
  const held = await Promise.all(
    Array.from({ length: calls }, (_, i) =>
      liveCall({ world, name: `${i + 1}`, pace, chance, done, say, until }).catch((error: unknown) => {
        say(`  call ${i + 1}: ${String(error)}`)
        throw error
      }),
    ),
  )
  if (size === 'full')
    for (const { name, before, after } of await memory.grown(begun + settleMs, stretchMs))
      figures.atMost(
        `${name}, from ${(before / 2 ** 20).toFixed(1)} to ${(after / 2 ** 20).toFixed(1)} MB, times`,
        Number((after / before).toFixed(2)),
        grownMax,
      )
  say(`  done: ${[...done].map(([what, times]) => `${what} ${times}`).join(', ')}`)
  clearInterval(timer)
  await pair?.close()

  // `waitingGoneMs` has passed already, while the last people left the waiting room.
  await pause(givenUpMs - waitingGoneMs)
  const closed = done.get('came to a closed room') ?? 0
  const unsent = done.get('in, but nothing could be sent') ?? 0
  await compareRecord(
    world,
    held.flatMap(({ stays }) => stays),
    { triedAgain: closed + unsent, wrongMs: recordMs[size], stolen, figures, say },
  )
  figures.exactly('people who came to a closed room', closed, 0)
  // A lost connection may swallow a request; a page then joins again, and so do these people. Allow 1 in 100 arrivals.
  const arrivals = held.reduce((sum, { stays }) => sum + stays.length, 0)
  figures.atMost(
    `of ${arrivals} arrivals, in but could send nothing`,
    unsent,
    Math.max(1, Math.floor(arrivals / 100)),
  )
  const stillWaiting = held.reduce((sum, each) => sum + each.stillWaiting, 0)
  figures.exactly('people at the door who have gone', stillWaiting, 0)
  await expectNothingLeft(world, figures, prefix)
  return figures.all
}

/** Two people in browsers, who see and hear each other and write now and then. */
async function openPair(world: CallWorld, stack: AsyncDisposableStack) {
  const [coach, other] = [await world.person('Dana', 'Whitfield'), await world.person('Tomás', 'Aguilar')]
  const sessionId = await world.session(coach, other)
  // Small pages save CPU: the forty people without browsers already use up two cores.
  const given = { origin: world.origin, sessionId, viewport: { width: 800, height: 450 } }
  const people = [
    stack.use(await enterInBrowser({ ...given, token: coach.token, name: 'Dana' })),
    stack.use(await enterInBrowser({ ...given, token: other.token, name: 'Tomás' })),
  ]
  const since = Date.now()
  for (const { first } of people) for (const what of ['picture', 'sound'] as const) await first(what, since)
  let words = 0
  return {
    watched: (
      await Promise.all(
        people.map(({ name, page }) =>
          Promise.all([neededBy(`page of ${name}`, page), heldByPages(`its process`, page)]),
        ),
      )
    ).flat(),
    talk: async () => {
      for (const { name, say } of people) await say(`word ${(words += 1)} of ${name}`)
    },
    close: async () => {
      for (const { page } of people) await page.close({ runBeforeUnload: false })
    },
  }
}

/** A person who came back while the media server still waited for them was never gone in the record. */
function asRecorded(stays: readonly Stay[]): Stay[] {
  return stays.map((stay, i) => {
    const next = stays[i + 1]
    const isBack = next && next.from[0] < stay.until[0] + waitsMs
    return stay.hasVanished && isBack ? { ...stay, until: next.from } : stay
  })
}

interface Comparing {
  triedAgain: number
  wrongMs: number
  stolen: StolenTime
  figures: Figures
  say: ProofOptions['say']
}

async function compareRecord(
  world: CallWorld,
  stays: readonly Stay[],
  { triedAgain, wrongMs, stolen, figures, say }: Comparing,
): Promise<void> {
  const people = [...new Set(stays.map(({ personId }) => personId))]
  const first = Math.min(...stays.map(({ from }) => from[0]))
  const after = (ms: number) => `${((ms - first) / minuteMs).toFixed(1)} min`
  const rows = await world.db
    .selectFrom('presence')
    .select(['person_id', 'joined_at', 'left_at'])
    .where('person_id', 'in', people)
    .where('joined_at', 'is not', null)
    .orderBy('joined_at')
    .execute()
  const lost = stays.flatMap(({ losses }) => losses)
  for (const { from, until } of lost)
    say(`  after ${after(from)} a connection was lost, ${until ? `for ${until - from} ms` : 'for good'}`)
  // A person who had to join again at once was present for a moment, and a lost connection may split a stay in two.
  figures.between('stays in the record', rows.length, [stays.length, stays.length + triedAgain + lost.length])
  figures.exactly('stays without an end', rows.filter(({ left_at }) => left_at === null).length, 0)
  const wrongs: { ms: number; at: number; what: string }[] = []
  for (const personId of people) {
    const did = asRecorded(stays.filter((stay) => stay.personId === personId))
    const said = rows.filter(({ person_id }) => person_id === personId)
    for (const { from, until, hasVanished, losses } of did) {
      const came = nearestTo(said, 'joined_at', from)
      wrongs.push({ ms: wrongBy(came?.joined_at, from), at: from[1], what: `came after ${after(from[1])}` })
      const gone = hasVanished ? 'vanished' : 'left'
      // A stay with lost connections is one or more rows, which may have gaps only where the connection was lost.
      const left = losses.length > 0 ? nearestTo(said, 'left_at', until) : came
      const lostFrom = losses.find((loss) => loss.until === undefined)?.from ?? Infinity
      const end: Moment = [Math.min(until[0], lostFrom - givenUpMs), until[1]]
      wrongs.push({ ms: wrongBy(left?.left_at, end), at: until[1], what: `${gone} after ${after(until[1])}` })
      const within = said.slice(
        said.findIndex((row) => row === came),
        said.findIndex((row) => row === left) + 1,
      )
      for (const [i, row] of within.slice(1).entries()) {
        const gap: Moment = [within[i]?.left_at?.getTime() ?? 0, row.joined_at?.getTime() ?? 0]
        const ms = Math.min(...losses.map((loss) => beyond(gap, loss)))
        wrongs.push({ ms, at: gap[0], what: `away after ${after(gap[0])}` })
      }
    }
  }
  const far = wrongs.filter(({ ms }) => ms > wrongMs)
  // Report the stolen CPU time as well: a busy machine is the first explanation to check.
  for (const { ms, at, what } of far) {
    const share = Math.round(100 * stolen.worstShareBetween(at - givenUpMs, at + givenUpMs))
    say(`  ${what}: told ${ms} ms wrong; of the processors' time then at worst ${share} % was stolen`)
  }
  figures.exactly(
    `of ${wrongs.length} comings and goings, told more than ${wrongMs / 1000} s wrong`,
    far.length,
    0,
  )
  figures.atMost('the worst of them', worstOf(wrongs.map(({ ms }) => ms)), wrongMs, ' ms')
}

/** How far the recorded time lies outside the time span of the action, which takes a while on a busy machine. */
function wrongBy(told: Date | null | undefined, [begun, done]: Moment): number {
  const at = told?.getTime() ?? 0
  return Math.max(0, begun - at, at - done)
}

interface Row {
  joined_at: Date | null
  left_at: Date | null
}

const nearestTo = (rows: readonly Row[], which: keyof Row, moment: Moment): Row | undefined =>
  rows.toSorted((a, b) => wrongBy(a[which], moment) - wrongBy(b[which], moment))[0]

/** How far a gap in the record exceeds a real loss. It may begin earlier: the last that the server heard is older. */
const beyond = ([begun, done]: Moment, { from, until = done }: Loss): number =>
  Math.max(0, from - givenUpMs - begun, done - until)

async function expectNothingLeft(world: CallWorld, figures: Figures, prefix: string): Promise<void> {
  const { media, s3 } = addresses(herePlaces())
  const { n: coming } = await world.db
    .selectFrom('chat_files')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('stored_at', 'is', null)
    .executeTakeFirstOrThrow()
  figures.exactly('uploads that are neither whole nor gone', Number(coming), 0)
  const { n: whole } = await world.db
    .selectFrom('chat_files')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  const stored = await storedFiles(s3, prefix)
  figures.exactly('files in the store', stored.whole.length, Number(whole))
  figures.exactly('uploads that the store has not ended', stored.begun.length, 0)

  // Move the sessions into the past.
  await world.endSessions()
  const open = async () => {
    const rooms = await Promise.all(
      world.nodes.map(({ url }) => new RoomServiceClient(url, media.key, media.secret).listRooms()),
    )
    const { n } = await world.db
      .selectFrom('calls')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('closed_at', 'is', null)
      .executeTakeFirstOrThrow()
    return rooms.flat().length + Number(n)
  }
  const left = await eventually(open, (count) => count === 0, sweptMs).catch(open)
  figures.exactly('rooms and calls that are still open after their window', left, 0)
}
