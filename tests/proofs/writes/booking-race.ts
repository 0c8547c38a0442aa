import { sql } from 'kysely'
import { randomFrom } from '../../../scripts/database/world.ts'
import { inFlight } from '../../support/in-flight.ts'
import type { TestPerson } from '../../support/make.ts'
import { medianOf, percentileOf } from '../../support/measure/statistics.ts'
import { startPair, type Pair } from '../pair.ts'
import { openFigures, type ProofOptions } from '../proof.ts'

export const about =
  'When many people book the same times over two API processes, exactly one booking succeeds for each time: no overlap, no deadlock, and no answer other than 200 and 409.'

const sizes = { full: { slots: 200, rivals: 10 }, short: { slots: 12, rivals: 6 } }
/**
 * Limit as a multiple of the time that a single booking takes in the same run, since machines differ threefold. A loser
 * waits for at most nineteen others on two processors: 250 ms where a booking took 10.
 */
const losersTimes = 24

interface Rival {
  url: string
  token: string
  body: object
  slot: number
}

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const { slots, rivals } = sizes[size]
  const choose = randomFrom(seed)
  await using pair = await startPair({ DATABASE_POOL_MAX: '20' })
  const calls = await rivalsFor(pair, slots, rivals, choose)
  await warmUp(pair, calls[0])
  await pair.db.deleteFrom('session_busy').execute()
  const before = await deadlocks(pair)

  say(`${slots} slots × ${rivals} rivals over two processes, a slot's rivals at once, two slots in flight:`)
  const answers: { slot: number; status: number; ms: number }[] = []
  await inFlight(2, bySlot(calls), async (group) => {
    answers.push(...(await Promise.all(group.map(attempt))))
  })

  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  figures.exactly('booked', count(200), slots)
  figures.exactly('refused as taken', count(409), slots * (rivals - 1))
  figures.exactly(
    'slots booked once',
    new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.slot)).size,
    slots,
  )
  figures.exactly('overlaps in the database', await overlaps(pair), 0)
  figures.exactly('deadlocks', (await deadlocks(pair)) - before, 0)
  // Refusal times are meaningful only in a full run on an idle machine.
  const losers = answers.filter((answer) => answer.status === 409).map((answer) => answer.ms)
  if (size === 'full') {
    const alone = medianOf(await bookAlone(calls))
    const worst = percentileOf(losers, 0.99)
    say(`  a booking alone takes ${alone.toFixed(1)} ms, p99 of the losers is ${worst.toFixed(1)} ms`)
    figures.atMost("losers' p99, in bookings alone", worst / alone, losersTimes)
  }
  return figures.all
}

/** For each slot, one coach and several rivals who book that coach at overlapping times, each for a different client. */
async function rivalsFor(pair: Pair, slots: number, rivals: number, choose: () => number): Promise<Rival[]> {
  const organization = await pair.make.organization()
  const organization_id = organization.id
  // Each rival is another admin, because the rate limit counts per person and minute.
  const admins = await Promise.all(
    Array.from({ length: rivals }, () => pair.make.person({ level: 'OrgAdmin', organization_id })),
  )
  const coaches = await Promise.all(
    Array.from({ length: 20 }, () => pair.make.person({ level: 'Coach', organization_id })),
  )
  const clients = await Promise.all(
    Array.from({ length: rivals }, (_, i) =>
      pair.make.person({ level: 'Client', organization_id, coach_id: coaches[i % 20]?.id ?? '' }),
    ),
  )
  const firstStart = Math.ceil(Date.now() / 900_000) * 900_000 + 86_400_000
  return Array.from({ length: slots }, (_, slot) =>
    clients.map((client, i) =>
      rival(pair, slot, i, { admin: admins[i], coach: coaches[slot % 20], client, firstStart, choose }),
    ),
  ).flat()
}

interface Wish {
  admin: TestPerson | undefined
  coach: TestPerson | undefined
  client: TestPerson
  firstStart: number
  choose: () => number
}

function rival(
  pair: Pair,
  slot: number,
  i: number,
  { admin, coach, client, firstStart, choose }: Wish,
): Rival {
  const api = pair.apis[i % pair.apis.length]
  if (!api || !coach || !admin)
    throw new Error('two processes, a coach for each slot, an admin for each rival')
  const start = firstStart + slot * 4 * 3_600_000 + Math.floor(choose() * 3) * 900_000
  const times = {
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3_600_000).toISOString(),
  }
  return {
    url: `${api.url}/api/sessions/create`,
    token: admin.token,
    slot,
    body: { title: `Slot ${slot}`, ...times, coach_id: coach.id, user_id: client.id },
  }
}

async function attempt({ url, token, body, slot }: Rival) {
  const started = performance.now()
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  await reply.arrayBuffer()
  return { slot, status: reply.status, ms: performance.now() - started }
}

/** Books long after the race's slots, one booking at a time. */
async function bookAlone(calls: readonly Rival[]): Promise<number[]> {
  const times: number[] = []
  for (const [i, call] of bySlot(calls).slice(0, 40).entries()) {
    const [one] = call
    if (!one) continue
    const start = Date.now() + 700 * 86_400_000 + i * 3_600_000
    const quarter = 900_000
    const at = (ms: number) => new Date(Math.ceil(ms / quarter) * quarter).toISOString()
    const body = { ...one.body, start_time: at(start), end_time: at(start + quarter) }
    const { status, ms } = await attempt({ ...one, body })
    if (status !== 200) throw new Error(`a booking without a rival was answered ${status}`)
    times.push(ms)
  }
  return times
}

async function warmUp(pair: Pair, call: Rival | undefined): Promise<void> {
  if (!call) return
  for (const api of pair.apis)
    for (let i = 0; i < 10; i += 1)
      await attempt({ ...call, url: `${api.url}/api/sessions/create`, body: { ...call.body, title: '' } })
}

const bySlot = (calls: readonly Rival[]): Rival[][] =>
  Object.values(Object.groupBy(calls, (call) => call.slot)).map((group) => group ?? [])

async function overlaps(pair: Pair): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from sessions a join sessions b on a.coach_id = b.coach_id and a.id < b.id
      and tstzrange(a.start_time, a.end_time) && tstzrange(b.start_time, b.end_time)
    where a.status = 'Scheduled' and b.status = 'Scheduled'`.execute(pair.db)
  return Number(rows[0]?.n)
}

async function deadlocks(pair: Pair): Promise<number> {
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(pair.db)
  return Number(rows[0]?.deadlocks)
}
