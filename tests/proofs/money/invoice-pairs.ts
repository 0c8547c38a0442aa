import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { runFor } from '@parley/api/features/billing/run.ts'
import { instantsOf, periodOf } from '@parley/contract/rules/billing/billing-periods.ts'
import { dayIn, daysLater } from '@parley/contract/rules/time/clock-times.ts'
import type { TestPerson } from '../../support/make.ts'
import { aboutPayment, paymentNotice } from '../../support/engines/payment-notices.ts'
import type { Pair } from '../pair.ts'
import type { Figures } from '../proof.ts'

const zone = 'America/New_York'
const dayMs = 86_400_000

/** One round's own organization with a completed session and an unsettled one, invoiced already or not. */
interface World {
  isIssued: boolean
  admin: TestPerson
  organizationId: string
  held: string
  unsettled: string
  invoiceId: string
  payment: string
}

type Write = (pair: Pair, world: World, side: number) => Promise<string>

const call =
  (path: (world: World) => string, body?: object): Write =>
  async (pair, world, side) => {
    const reply = await fetch(`${pair.apis[side]?.url}/api${path(world)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${world.admin.token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { code = '' } = (await reply.json()) as { code?: string } // The API always answers with an object.
    if (reply.status === 429) throw new Error('the limit of acts was met: more admins are needed')
    return `${reply.status} ${code}`.trim()
  }

const setStatus = (status: number) => call(({ invoiceId }) => `/invoice/update/${invoiceId}`, { status })

/** Every kind of write to an invoice and to the data it is made from. */
const writes: Readonly<Record<string, Write>> = {
  run: async (pair, { organizationId, isIssued }) => {
    await runFor(pair.db, [organizationId], {
      from: ['Parley'],
      now: Date.now() + (isIssued ? 35 * dayMs : 0),
    })
    return 'run'
  },
  correct: call(({ held }) => `/sessions/correct/${held}`, { status: 'NoShow', reason: 'Nobody came.' }),
  complete: call(({ unsettled }) => `/sessions/complete/${unsettled}`),
  rate: call(({ organizationId }) => `/organizations/update/${organizationId}`, { rate: 20_000 }),
  pending: setStatus(0),
  paid: setStatus(1),
  void: setStatus(3),
  reissue: call(({ invoiceId }) => `/invoice/reissue/${invoiceId}`),
  payment: async (pair, { invoiceId, payment }, side) => {
    const { bytes, headers } = await paymentNotice(aboutPayment(invoiceId, payment).paid(15_000))
    const reply = await fetch(`${pair.apis[side]?.url}/api/hooks/stripe`, {
      method: 'POST',
      headers,
      body: bytes,
    })
    return String(reply.status)
  },
}
const beforeIssue = ['run', 'correct', 'complete', 'rate']

/** Runs every pair of writes concurrently, before and after the invoice is issued; the result must match one order. */
export async function raceInvoices(
  pair: Pair,
  {
    rounds,
    every,
    choose,
    say,
  }: { rounds: number; every: number; choose: () => number; say: (line: string) => void },
  figures: Figures,
): Promise<void> {
  let [raced, neither, broken] = [0, 0, 0]
  for (const isIssued of [false, true]) {
    const names = isIssued ? Object.keys(writes) : beforeIssue
    const pairs = names.flatMap((first, i) => names.slice(i).map((second) => [first, second] as const))
    for (const two of pairs.filter((_, i) => i % every === 0)) {
      const inTurn = [
        await runTwo(pair, isIssued, two, 'in turn'),
        await runTwo(pair, isIssued, two.toReversed(), 'in turn'),
      ]
      const [first, second] = inTurn
      const allowed = [first?.text, `${turned(second?.answers)}\n${second?.state}`]
      for (let round = 0; round < rounds; round += 1) {
        const isTurned = choose() < 0.5
        const met = await runTwo(pair, isIssued, isTurned ? two.toReversed() : two, 'at once')
        const text = isTurned ? `${turned(met.answers)}\n${met.state}` : met.text
        raced += 1
        if (met.answers.some((answer) => answer.startsWith('5'))) broken += 1
        if (allowed.includes(text)) continue
        neither += 1
        if (neither <= 3) say(`        ${two.join(' | ')}:\n${text}\nneither\n${allowed.join('\nnor\n')}`)
      }
    }
  }
  figures.atLeast('rounds of invoices', raced, 1)
  figures.exactly('invoices that ended as neither order would', neither, 0)
  figures.exactly('answers of 5xx about invoices', broken, 0)
  const { rows } = await sql<{ n: string; last: string }>`
    select count(*) as n, coalesce(max(invoice_num), 0) as last from invoices`.execute(pair.db)
  figures.exactly('the last number, of as many invoices', String(rows[0]?.last), String(rows[0]?.n))
}

const turned = (answers: readonly string[] = []): string => answers.toReversed().join(' | ')

async function runTwo(pair: Pair, isIssued: boolean, two: readonly string[], how: 'in turn' | 'at once') {
  const world = await makeWorld(pair, isIssued)
  const acts = two.map(
    (name, side) => () => writes[name]?.(pair, world, side) ?? Promise.resolve('no such write'),
  )
  const answers: string[] = []
  if (how === 'at once') answers.push(...(await Promise.all(acts.map((act) => act()))))
  else for (const act of acts) answers.push(await act())
  const state = await stateOf(pair, world)
  return { answers, state, text: `${answers.join(' | ')}\n${state}` }
}

async function makeWorld({ make, db }: Pair, isIssued: boolean): Promise<World> {
  const now = Date.now()
  const last = periodOf(daysLater(periodOf(dayIn(now, zone)).start, -1))
  const [begins] = instantsOf(last, zone)
  const admin = await make.person({ level: 'Admin' })
  const { id: organizationId } = await make.organization({ time_zone: zone })
  const coach = await make.person({ level: 'Coach', organization_id: organizationId })
  const client = await make.person({ level: 'Client', organization_id: organizationId, coach_id: coach.id })
  const at = (days: number) => new Date(begins + days * dayMs).toISOString()
  const held = await make.session({ coach, client, start: at(3), status: 'Completed' })
  const other = await make.session({ coach, client, start: at(4), status: 'Completed' })
  const unsettled = await make.session({ coach, client, start: at(5) })
  await sql`update organizations set created_at = ${at(1)} where id = ${organizationId}`.execute(db)
  if (isIssued) await runFor(db, [organizationId], { from: ['Parley'], now })
  const invoice = await db
    .selectFrom('invoices')
    .select('id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (isIssued !== (invoice !== undefined)) throw new Error(`the world is not as it should be: ${other.id}`)
  return {
    isIssued,
    admin,
    organizationId,
    held: held.id,
    unsettled: unsettled.id,
    invoiceId: invoice?.id ?? '',
    payment: `pi_${randomUUID()}`,
  }
}

/** Everything that these writes change, without ids and other values that differ between worlds. */
async function stateOf({ db }: Pair, { organizationId, held, unsettled }: World): Promise<string> {
  const { rows } = await sql<{ state: object }>`
    select json_build_object(
      'sessions', (select json_agg(status order by start_time) from sessions where id in (${held}, ${unsettled})),
      'rate', (select rate_cents from organizations where id = ${organizationId}),
      'former', (select json_agg(json_build_array(until, rate_cents)) from former_terms where organization_id = ${organizationId}),
      'clock', (select start_date from billing_clocks where organization_id = ${organizationId}),
      'invoices', (select json_agg(json_build_object('status', i.status, 'amount', i.amount_cents, 'start', i.start_date,
          'rate', i.rate_cents, 'isReissued', i.reissued_as is not null,
          'lines', (select json_agg(json_build_array(billed_minutes, unbilled_minutes)) from invoice_lines where invoice_id = i.id))
          order by i.start_date, i.invoice_num) from invoices i where organization_id = ${organizationId}),
      'taken', (select json_agg(json_build_array(r.start_date, s.start_time::time, t.status) order by r.start_date, s.start_time)
        from run_sessions t join billing_runs r on r.id = t.run_id join sessions s on s.id = t.session_id
        where r.organization_id = ${organizationId}),
      'late', (select count(*) from late_sessions where organization_id = ${organizationId}),
      'payments', (select json_agg(json_build_array(p.amount_cents, p.counts)) from payments p
        join invoices i on i.id = p.invoice_id where i.organization_id = ${organizationId})) as state`.execute(
    db,
  )
  return JSON.stringify(rows[0]?.state)
}
