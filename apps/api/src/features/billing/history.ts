import type { NotNull } from 'kysely'
import type { BillingEvent } from '@parley/contract/billing.ts'
import type { AuditAct } from '@parley/contract/rules/audit/audit-acts.ts'
import { auditAll, type Actor } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import type { JsonValue } from '#platform/database/database-types.ts'
import { readInvoice } from './invoices.ts'

type Action =
  | 'issued'
  | 'reissued'
  | 'status'
  | 'pay-opened'
  | 'paid'
  | 'payment-failed'
  | 'refunded'
  | 'paid-beside'

const acts: Record<Action, AuditAct> = {
  issued: 'billing.issue',
  reissued: 'billing.reissue',
  status: 'billing.status',
  'pay-opened': 'billing.pay',
  paid: 'billing.paid',
  'payment-failed': 'billing.payment-failed',
  refunded: 'billing.refunded',
  'paid-beside': 'billing.paid-beside',
}

interface Noted {
  invoiceId: string
  organizationId: string
  action: Action
  detail?: Record<string, JsonValue>
}

const shownMax = 100

/** An invoice's history, newest first, with the mails that went out about it. */
export async function historyOf(ctx: Context<Person>, invoiceId: string): Promise<BillingEvent[]> {
  await readInvoice(ctx, invoiceId)
  const rows = await ctx.db
    .selectFrom('invoice_history as h')
    .leftJoin('people as p', 'p.id', 'h.by_id')
    .select(['h.at', 'h.by_id', 'h.action', 'h.detail', 'p.first_name', 'p.last_name'])
    .where('h.invoice_id', '=', invoiceId)
    .orderBy('h.id', 'desc')
    .limit(shownMax)
    .execute()
  const mails = await ctx.db
    .selectFrom('mails')
    .select(['sent_at', 'to_address'])
    .where('invoice_id', '=', invoiceId)
    .where('sent_at', 'is not', null)
    .$narrowType<{ sent_at: NotNull }>()
    .orderBy('sent_at', 'desc')
    .limit(shownMax)
    .execute()
  const done = rows.map((row) => ({
    at: row.at.toISOString(),
    by: row.by_id ? { id: row.by_id, name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() } : null,
    action: row.action,
    // Only `note` writes these, always as objects.
    detail: row.detail as Record<string, unknown>,
  }))
  const mailed = mails.map(({ sent_at, to_address }) => ({
    at: sent_at.toISOString(),
    by: null,
    action: 'mailed',
    detail: { to: to_address },
  }))
  return [...done, ...mailed].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

/** Records what happened to invoices, in the transaction in which it happens. */
export async function note(tx: Db, by: Actor, now: number, noted: readonly Noted[]): Promise<void> {
  if (noted.length === 0) return
  await tx
    .insertInto('invoice_history')
    .values(
      noted.map(({ invoiceId, action, detail = {} }) => ({
        invoice_id: invoiceId,
        at: new Date(now),
        by_id: by.id,
        action,
        detail: JSON.stringify(detail),
      })),
    )
    .execute()
  await auditAll(
    tx,
    by,
    now,
    noted.map(({ invoiceId, organizationId, action, detail }) => ({
      action: acts[action],
      subjectKind: 'invoice',
      subjectId: invoiceId,
      organizationId,
      ...(detail ? { detail } : {}),
    })),
  )
}
