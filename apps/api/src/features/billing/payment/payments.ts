import { sql } from 'kysely'
import type { Payment } from '@parley/contract/billing.ts'
import type { Db } from '#platform/database/database.ts'

/** Whether money was paid for an invoice and not fully refunded. */
export const hasMoney = async (db: Db, invoiceId: string): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where(sql<boolean>`refunded_cents < amount_cents`)
    .executeTakeFirst()) !== undefined

/** Whether payment `p` has arrived and has to be refunded. */
export const isToRefund = sql<boolean>`(p.paid_at is not null and not p.counts and p.refunded_cents < p.amount_cents)`

/** The payments of invoice `i` in the API's format, including those that are only known to have failed. */
export const paymentsOf = sql<Payment[]>`(
  select coalesce(json_agg(json_build_object('id', p.id, 'amount', coalesce(p.amount_cents, 0),
    'currency', p.currency, 'refunded', p.refunded_cents, 'failure', case when p.paid_at is null then p.failure end,
    'paid_at', to_char(p.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'toRefund', ${isToRefund}) order by p.id), '[]')
  from payments p where p.invoice_id = i.id and (p.paid_at is not null or p.failed_at is not null))`
