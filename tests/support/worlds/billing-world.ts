import pg from 'pg'
import { runBilling } from '@parley/api/features/billing/run.ts'
import { markPastDue } from '@parley/api/features/billing/status.ts'
import { peopleWorld } from './people-world.ts'
import type { TestPerson } from '../make.ts'
import type { Stack } from '../stack.ts'

/** Four hours after the end of October in New York, when its run is due. */
const afterOctober = '2026-11-01T08:00:00.000Z'
/** The same for November, December and so on; `month` is the one after. */
export const afterMonth = (month: string): string => `${month}-01T09:00:00.000Z`

interface Made {
  coach?: TestPerson
  client?: TestPerson
  status?: 'Scheduled' | 'Cancelled' | 'Completed' | 'NoShow'
  billable?: boolean
  minutes?: number
  title?: string
}

/** Tables in which earlier worlds leave runs, mails and jobs. Each new world empties them. */
const leftBehind = [
  ...['billing_clocks', 'billing_runs', 'run_sessions', 'late_sessions'],
  ...['invoices', 'invoice_lines', 'invoice_history', 'checkouts', 'payments', 'payment_events'],
  ...['mails', 'graphile_worker._private_jobs'],
]

async function forget({ database }: Stack): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  // The replica role skips foreign keys, so the order of the deletes does not matter.
  const wiping = leftBehind.map((table) => `delete from ${table};`).join(' ')
  await owner.query(`set session_replication_role = replica; ${wiping} update invoice_number set last = 0`)
  await owner.end()
}

/** Two organizations in New York at the end of October, created on its first day. No others are billed. */
export async function billingWorld(stack: Stack) {
  // Long because it is one list of what a billing test does.
  await forget(stack)
  stack.clock.set(afterOctober)
  const people = await peopleWorld(stack)
  await stack.db.updateTable('organizations').set({ created_at: '2026-10-01T12:00:00Z' }).execute()
  const { coach, client } = people

  /** A session of an hour from a time such as '2026-10-20T14:00:00Z'. */
  const session = async (start: string, given: Made = {}) => {
    const { minutes = 60, billable = true, status = 'Completed', title } = given
    const row = await stack.make.session({
      coach: given.coach ?? coach,
      client: given.client ?? client,
      start,
      end: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
      status,
      ...(title ? { title } : {}),
    })
    if (!billable) await stack.db.updateTable('sessions').set({ billable }).where('id', '=', row.id).execute()
    return row
  }
  /** Puts somebody in the call for `minutes`, beginning `from` minutes after the start. */
  const wasThere = async (
    one: { id: string; start_time: Date },
    who: TestPerson,
    from: number,
    minutes: number,
  ) => {
    await stack.db
      .insertInto('calls')
      .values({ session_id: one.id, room: `room-${one.id}`, made_at: one.start_time })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const joined = one.start_time.getTime() + from * 60_000
    await stack.db
      .insertInto('presence')
      .values({
        session_id: one.id,
        person_id: who.id,
        connection: `c-${one.id}-${who.id}-${from}`,
        joined_at: new Date(joined),
        left_at: new Date(joined + minutes * 60_000),
      })
      .execute()
  }
  const run = () => runBilling(stack.platform)
  const daily = () => markPastDue(stack.platform)
  /** Reads as somebody who has just signed in by default: older sign-ins expire as months pass in these tests. */
  const list = async (by?: TestPerson, organizationId = people.organization.id) => {
    const reader = by ?? (await stack.make.person({ level: 'Admin' }))
    return (await stack.as(reader).get(`/invoice/organization/${organizationId}`)).body.response
  }
  const get = (by: TestPerson, id: string) => stack.as(by).get(`/invoice/invoice/${id}`)
  const behind = (by: TestPerson, id: string, one: TestPerson = coach) =>
    stack.as(by).get(`/invoice/sessions/${id}?coach_id=${one.id}`)
  const setStatus = (by: TestPerson, id: string, status: number, more: object = {}) =>
    stack.as(by).post(`/invoice/update/${id}`, { status, ...more })
  const reissue = (by: TestPerson, id: string, headers: Record<string, string> = {}) =>
    stack.as(by).post(`/invoice/reissue/${id}`, undefined, headers)
  const preview = (by: TestPerson, organizationId = people.organization.id) =>
    stack.as(by).get(`/invoice/preview/${organizationId}`)
  const correct = (by: TestPerson, id: string, status: string) =>
    stack.as(by).post(`/sessions/correct/${id}`, { status, reason: 'It was another.' })
  /** Runs the billing for the first time and returns its only invoice. */
  const invoiced = async () => {
    await run()
    const [invoice] = await list()
    if (!invoice) throw new Error('nothing was billed')
    return invoice
  }
  return {
    ...people,
    session,
    wasThere,
    run,
    daily,
    list,
    get,
    behind,
    setStatus,
    reissue,
    preview,
    correct,
    invoiced,
  }
}
