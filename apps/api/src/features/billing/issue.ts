import { sql } from 'kysely'
import type { Period } from '@parley/contract/rules/billing/billing-periods.ts'
import type { Bill, Terms } from '@parley/contract/rules/billing/billing.ts'
import type { Db } from '#platform/database/database.ts'
import { lineName } from './queries.ts'

export interface NewInvoice {
  runId: string
  organizationId: string
  period: Period
  /** The time zone in which the month was counted. */
  zone: string
  terms: Terms
  billedName: string
  billedAddress: string
  /** The day of issue by the organization's clock. */
  due: string
  bill: Bill
}

export interface Issuing {
  /** The sender on the invoices, line by line. */
  from: readonly string[]
  now: number
}

/** Issues invoices under the next numbers and returns their ids in the same order. */
export async function issue(
  tx: Db,
  invoices: readonly NewInvoice[],
  { from, now }: Issuing,
): Promise<string[]> {
  if (invoices.length === 0) return []
  // A concurrent issue waits here until this transaction ends, so no number is left out.
  const { last } = await tx
    .updateTable('invoice_number')
    .set({ last: sql`last + ${invoices.length}::int` })
    .returning('last')
    .executeTakeFirstOrThrow()
  const first = Number(last) - invoices.length + 1
  const given = invoices.map((one, i) => ({
    invoice_num: first + i,
    run_id: one.runId,
    organization_id: one.organizationId,
    start_date: one.period.start,
    end_date: one.period.end,
    due: one.due,
    rate_cents: one.terms.rate,
    no_show_billed: one.terms.noShowBilled,
    amount_cents: one.bill.amount,
    billed_name: one.billedName,
    billed_address: one.billedAddress,
    time_zone: one.zone,
  }))
  const at = new Date(now)
  const { rows } = await sql<{ id: string; invoice_num: string }>`
    insert into invoices (invoice_num, run_id, organization_id, start_date, end_date, due, rate_cents, no_show_billed,
      amount_cents, billed_name, billed_address, time_zone, issued_at, status_at, issued_by)
    select n.*, ${at}, ${at}, ${from}::text[]
    from json_to_recordset(${JSON.stringify(given)}) as
      n(invoice_num bigint, run_id uuid, organization_id uuid, start_date date, end_date date, due date,
        rate_cents integer, no_show_billed boolean, amount_cents bigint, billed_name text, billed_address text, time_zone text)
    returning id, invoice_num`.execute(tx)
  const idOf = new Map(rows.map(({ id, invoice_num }) => [Number(invoice_num), id]))
  const ids = given.map(({ invoice_num }) => idOf.get(invoice_num) ?? '')
  await writeLines(tx, ids, invoices)
  return ids
}

async function writeLines(tx: Db, ids: readonly string[], invoices: readonly NewInvoice[]): Promise<void> {
  const lines = invoices.flatMap(({ bill }, i) =>
    bill.lines.map((line) => ({
      invoice_id: ids[i],
      coach_id: line.coachId,
      billed_minutes: line.billed,
      unbilled_minutes: line.unbilled,
      subtotal_cents: line.subtotal,
    })),
  )
  await sql`
    insert into invoice_lines (invoice_id, coach_id, name, billed_minutes, unbilled_minutes, subtotal_cents)
    select n.invoice_id, n.coach_id, ${lineName},
      n.billed_minutes, n.unbilled_minutes, n.subtotal_cents
    from json_to_recordset(${JSON.stringify(lines)}) as
      n(invoice_id uuid, coach_id uuid, billed_minutes integer, unbilled_minutes integer, subtotal_cents bigint)
    join people p on p.id = n.coach_id`.execute(tx)
}
