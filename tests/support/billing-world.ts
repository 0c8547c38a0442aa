import pg from 'pg'
import { runBilling } from '@parley/api/features/billing/run.ts'
import { markPastDue } from '@parley/api/features/billing/status.ts'
import { peopleWorld } from './people-world.ts'
import type { TestPerson } from './make.ts'
import type { Stack } from './stack.ts'

/** October is over in New York since four hours: its run is due. */
const afterOctober = '2026-11-01T08:00:00.000Z'
/** The same of November, of December and so on. */
export const afterMonth = (month: string): string => `${month}-01T09:00:00.000Z`

interface Made {
  coach?: TestPerson
  client?: TestPerson
  status?: 'Scheduled' | 'Cancelled' | 'Completed' | 'NoShow'
  billable?: boolean
  minutes?: number
  title?: string
}

/** What a run, a mail or a job of the worlds before has left: the next one finds nothing of it. */
const leftBehind = [
  ...['billing_clocks', 'billing_runs', 'run_sessions', 'late_sessions'],
  ...['invoices', 'invoice_lines', 'invoice_history', 'checkouts', 'payments', 'payment_events'],
  ...['mails', 'graphile_worker._private_jobs'],
]

async function forget({ database }: Stack): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  // Nothing is checked meanwhile, so that the order does not matter.
  const wiping = leftBehind.map((table) => `delete from ${table};`).join(' ')
  await owner.query(`set session_replication_role = replica; ${wiping} update invoice_number set last = 0`)
  await owner.end()
}

/** The two organizations of `peopleWorld`, in New York since September, at the end of October: the only ones to be billed. */
export async function billingWorld(stack: Stack) {
  await forget(stack)
  stack.clock.set(afterOctober)
  const people = await peopleWorld(stack)
  await stack.db.updateTable('organizations').set({ created_at: '2026-10-01T12:00:00Z' }).execute()
  const { coach, client } = people

  /** A session at its time, '2026-10-20T14:00:00Z', of an hour. */
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
  /** Somebody in the call, so many minutes from so many after the start. */
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
  /** By somebody who has just signed in, unless told otherwise: months go by in these tests. */
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
  /** The first run that has something to bill, and its only invoice. */
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
