import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { randomFrom } from '../../../scripts/database/world.ts'
import { cloneDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { medianOf } from '../../support/measure/statistics.ts'
import { startProcess } from '../../support/engines/processes.ts'
import { bareAggregate, billingNow, expectedLines, makeBillingWorld, undoRuns } from './billing-world.ts'
import { openFigures, type Figures, type ProofOptions } from '../proof.ts'

export const about =
  'The monthly run, killed with SIGKILL at random moments, makes exactly one correct invoice for each organization, numbers them without gaps, and costs little more than the bare aggregate over the same rows.'

const sizes = {
  full: { organizations: 5000, sessionsEach: 200, kills: 20 },
  short: { organizations: 60, sessionsEach: 40, kills: 3 },
}
const ratioMax = 2
const wholeMs = 600_000
/** The latest kill after the start of a run: some kills come before its first invoice, some in the middle. */
const killMs = { full: 1500, short: 250 }

export async function prove({ size, seed, say }: ProofOptions) {
  const { organizations, sessionsEach, kills } = sizes[size]
  const figures = openFigures(say)
  const chance = randomFrom(seed)
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const owner = new pg.Client({ connectionString: cloned.ownerUrl })
  await owner.connect()
  stack.defer(() => owner.end())
  say(`${organizations} organizations with ${organizations * sessionsEach} sessions:`)
  await makeBillingWorld(owner, { organizations, sessionsEach })

  const begin = () =>
    startProcess({
      file: process.execPath,
      args: ['tests/proofs/money/billing-process.ts'],
      env: { DATABASE_URL: cloned.appUrl, BILLING_NOW: billingNow },
    })
  const whole = async () => {
    await using run = await begin()
    await eventually(
      () => run.log(),
      (log) => log.includes('begun'),
      wholeMs,
    )
    const from = performance.now()
    await eventually(
      () => run.isAlive(),
      (isAlive) => !isAlive,
      wholeMs,
    )
    if (!run.log().includes('done')) throw new Error(`the run did not end: ${run.log()}`)
    return performance.now() - from
  }

  if (size === 'full') {
    const bare: number[] = []
    for (let i = 0; i < 3; i += 1) {
      const from = performance.now()
      await owner.query(bareAggregate)
      bare.push(performance.now() - from)
    }
    const ours = await whole()
    say(`  the run ${(ours / 1000).toFixed(1)} s, the bare aggregate ${(medianOf(bare) / 1000).toFixed(1)} s`)
    figures.atMost('the run, in times of the bare aggregate', ours / medianOf(bare), ratioMax)
    await checkAll(owner, figures, organizations)
    await undoRuns(owner)
  }

  say(`Killed ${kills} times:`)
  let cut = 0
  for (let i = 0; i < kills; i += 1) {
    await using run = await begin()
    await eventually(
      () => run.log(),
      (log) => log.includes('begun'),
      wholeMs,
    )
    await pause(chance() * killMs[size])
    if (run.isAlive() && !run.log().includes('done')) cut += 1
    await run.stop('SIGKILL')
  }
  figures.atLeast('kills that met the run unfinished', cut, size === 'full' ? kills : 1)
  // Two concurrent runs, as two workers would start.
  await Promise.all([whole(), whole()])
  await checkAll(owner, figures, organizations)
  await whole()
  figures.exactly('invoices after another run', await count(owner, 'select 1 from invoices'), organizations)
  return figures.all
}

const count = async (owner: pg.Client, rows: string): Promise<number> =>
  Number((await owner.query<{ n: string }>(`select count(*) as n from (${rows}) r`)).rows[0]?.n)

async function checkAll(owner: pg.Client, figures: Figures, organizations: number): Promise<void> {
  figures.exactly('runs', await count(owner, 'select 1 from billing_runs'), organizations)
  figures.exactly('invoices', await count(owner, 'select 1 from invoices'), organizations)
  const { rows } = await owner.query<{ first: string; last: string; kept: string }>(
    'select min(invoice_num) as first, max(invoice_num) as last, (select last from invoice_number) as kept from invoices',
  )
  figures.exactly(
    'numbers',
    `${rows[0]?.first} to ${rows[0]?.last}, kept ${rows[0]?.kept}`,
    `1 to ${organizations}, kept ${organizations}`,
  )
  const lines = `select l.coach_id, l.billed_minutes, l.unbilled_minutes, l.subtotal_cents from invoice_lines l`
  figures.exactly(
    'lines that are wrong or too many',
    await count(owner, `${lines} except ${expectedLines}`),
    0,
  )
  figures.exactly('lines that are missing', await count(owner, `${expectedLines} except ${lines}`), 0)
  const wrong = `select i.id from invoices i where amount_cents <> (
    select sum(subtotal_cents) from invoice_lines l where l.invoice_id = i.id)`
  figures.exactly('amounts that are not the sum of their lines', await count(owner, wrong), 0)
  const untaken = `select s.id from sessions s join organizations o on o.id = s.organization_id
    where s.status in ('Completed', 'NoShow') and s.start_time < timestamp '2026-11-01' at time zone o.time_zone
      and not exists (select from run_sessions t where t.session_id = s.id)`
  figures.exactly('settled sessions of October in no run', await count(owner, untaken), 0)
  const beyond = `select t.session_id from run_sessions t join sessions s on s.id = t.session_id
    join organizations o on o.id = s.organization_id
    where s.status = 'Cancelled' or s.start_time >= timestamp '2026-11-01' at time zone o.time_zone`
  figures.exactly('sessions in a run that has none of them', await count(owner, beyond), 0)
  const jobs = `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'billing.send'`
  figures.exactly('invoices on their way by mail', await count(owner, jobs), organizations)
}
