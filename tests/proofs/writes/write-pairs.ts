import { sql } from 'kysely'
import { randomFrom } from '../../../scripts/database/world.ts'
import type { TestPerson } from '../../support/make.ts'
import { raceInvoices } from '../money/invoice-pairs.ts'
import { startPair, type Pair } from '../pair.ts'
import { openFigures, type ProofOptions } from '../proof.ts'
import { readOutcomes } from './write-outcomes.ts'
import {
  makeWorlds,
  timesAt,
  worldNames,
  writes,
  type Times,
  type World,
  type WorldName,
} from './write-worlds.ts'

export const about =
  'Every pair of writes to one session, person, assessment or invoice, sent at once over two API processes, ends as if one had followed the other, busy times and mails included, and no answer is 5xx.'

/** Rounds of each pair in each world; the short form takes every third pair, each in one world. */
const sizes = {
  full: { rounds: 25, worlds: worldNames.length, every: 1 },
  short: { rounds: 1, worlds: 1, every: 3 },
}
/** The number of pairs that are made, raced and judged together. */
const pairsAtOnce = 11
const inFlightMax = 6
/** The rate limit counts per person and minute, so many admins share the writes. */
const adminsCount = 24

interface Field {
  pair: Pair
  admins: readonly TestPerson[]
  homeId: string
  awayId: string
  times: Times
  choose: () => number
}

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const { rounds, worlds, every } = sizes[size]
  await using pair = await startPair({ DATABASE_POOL_MAX: '20' })
  const field = await makeField(pair, randomFrom(seed))
  const before = await deadlocks(pair)
  const pairs = pairsOf(Object.keys(writes)).filter((_, i) => (i + seed) % every === 0)
  say(`${pairs.length} pairs of writes, ${rounds} rounds each in ${worlds} of ${worldNames.length} worlds:`)
  const all: Judged[] = []
  for (const [at, name] of worldNames.entries()) {
    const here = pairs.filter((_, i) => worlds === worldNames.length || i % worldNames.length === at)
    for (let from = 0; from < here.length; from += pairsAtOnce) {
      const judged = await runRounds(field, name, here.slice(from, from + pairsAtOnce), rounds)
      for (const { fault, pair: which } of judged.filter(isBad).slice(0, 3)) say(`        ${which}: ${fault}`)
      all.push(...judged)
    }
  }
  const count = (is: (one: Judged) => boolean) => all.filter(is).length
  const isFault = (kind: string) => (one: Judged) => one.fault?.startsWith(kind) ?? false
  figures.exactly('rounds', all.length, pairs.length * rounds * worlds)
  figures.exactly('ended as neither order would', count(isFault('neither')), 0)
  figures.exactly('busy times or mails that disagree', count(isFault('torn')), 0)
  figures.exactly('answers of 5xx', count(isBroken), 0)
  await raceInvoices(pair, { rounds, every, choose: field.choose, say }, figures)
  figures.exactly('deadlocks', (await deadlocks(pair)) - before, 0)
  // If one order always wins, nothing has raced.
  if (size === 'full') figures.atLeast('pairs whose orders both came up', bothOrders(all), 20)
  return figures.all
}

type PairOfWrites = readonly [first: string, second: string]

const pairsOf = (names: readonly string[]): PairOfWrites[] =>
  names.flatMap((first, i) => names.slice(i).map((second) => [first, second] as const))

interface Judged {
  pair: string
  order: string
  statuses: number[]
  fault: string | undefined
}

const isBroken = ({ statuses }: Judged): boolean => statuses.some((status) => status >= 500)
const isBad = (one: Judged): boolean => one.fault !== undefined || isBroken(one)

const bothOrders = (all: readonly Judged[]): number => {
  const orders = Object.values(Object.groupBy(all, ({ pair }) => pair)).map(
    (group) => new Set(group?.map(({ order }) => order).filter((order) => order !== 'either')).size,
  )
  return orders.filter((n) => n > 1).length
}

async function makeField(pair: Pair, choose: () => number): Promise<Field> {
  const [home, away] = [await pair.make.organization(), await pair.make.organization()]
  const admins: TestPerson[] = []
  for (let i = 0; i < adminsCount; i += 1) admins.push(await pair.make.person({ level: 'Admin' }))
  await pair.db.updateTable('people').set({ is_assessor: true }).where('privs', '=', 3).execute()
  return { pair, admins, homeId: home.id, awayId: away.id, times: timesAt(Date.now()), choose }
}

/** One world, and how the two writes meet in it. */
interface Round {
  pair: PairOfWrites
  how: 'in order' | 'reversed' | 'at once'
  world: World
}

/** Runs the two writes sequentially in both orders, then concurrently, each time in a new world. */
async function runRounds(field: Field, name: WorldName, pairs: readonly PairOfWrites[], count: number) {
  const hows = ['in order', 'reversed', ...Array.from({ length: count }, () => 'at once' as const)] as const
  const chooseAdmin = () => {
    const admin = field.admins[Math.floor(field.choose() * field.admins.length)]
    if (!admin) throw new Error('nobody is there to write')
    return admin
  }
  const worldCount = pairs.length * hows.length
  const worlds = await makeWorlds(field.pair.db, name, worldCount, field.homeId, field.times, chooseAdmin)
  const rounds = worlds.map((world, i): Round => {
    const [pair, how] = [pairs[Math.floor(i / hows.length)], hows[i % hows.length]]
    if (!pair || !how) throw new Error('there are as many worlds as rounds')
    return { pair, how, world }
  })
  const answers = await runAll(field, rounds)
  const outcomes = await readOutcomes(field.pair.db, worlds, field.times)
  const texts = outcomes.map(({ state }, i) => `${answers[i]?.join(' | ')}\n${state}`)
  return rounds.flatMap(({ pair, how }, i): Judged[] => {
    if (how !== 'at once') return []
    const first = i - (i % hows.length)
    const [text = '', inOrder, reversed] = [texts[i], texts[first], texts[first + 1]]
    const torn = outcomes[i]?.faults[0]
    return [
      {
        pair: `${name}: ${pair.join(' | ')}`,
        order: inOrder === reversed ? 'either' : text === inOrder ? 'in order' : 'reversed',
        statuses: (answers[i] ?? []).map((answer) => Number.parseInt(answer, 10)),
        fault: torn
          ? `torn: ${torn}: ${text}`
          : text === inOrder || text === reversed
            ? undefined
            : `neither:\n${text}\nnor\n${inOrder}\nnor\n${reversed}`,
      },
    ]
  })
}

async function runAll(field: Field, rounds: readonly Round[]): Promise<string[][]> {
  const answers: string[][] = rounds.map(() => [])
  const queue = [...rounds.entries()]
  await Promise.all(
    Array.from({ length: inFlightMax }, async () => {
      for (let next = queue.shift(); next; next = queue.shift())
        answers[next[0]] = await runRound(field, next[1])
    }),
  )
  return answers
}

/** Returns the answers to the first and the second write. */
async function runRound(field: Field, { pair, how, world }: Round): Promise<string[]> {
  const [first, second] = pair
  const isTurned = how === 'reversed' || (how === 'at once' && field.choose() < 0.5)
  const [one, other] = isTurned ? [second, first] : [first, second]
  // Chance decides which write is sent first, and to which process.
  const answers =
    how === 'at once'
      ? await Promise.all([send(field, world, one, 0), send(field, world, other, 1)])
      : [await send(field, world, one, 0), await send(field, world, other, 1)]
  return isTurned ? answers.toReversed() : answers
}

/** Sends a write to one of the two processes, and returns its status and code. */
async function send(field: Field, world: World, name: string, side: number): Promise<string> {
  const { pair, times, awayId } = field
  const call = writes[name]?.(world, times, awayId)
  const api = pair.apis[side]
  if (!call || !api) throw new Error(`no such write: ${name}`)
  const reply = await fetch(`${api.url}/api${call.path}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${world.admin.token}` },
    body: JSON.stringify(call.body),
  })
  const { code = '' } = (await reply.json()) as { code?: string } // The API always answers with an object.
  if (reply.status === 429) throw new Error('the limit of acts was met: more admins are needed')
  return `${reply.status} ${code}`.trim()
}

async function deadlocks(pair: Pair): Promise<number> {
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(pair.db)
  return Number(rows[0]?.deadlocks)
}
