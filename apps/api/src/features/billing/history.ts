import type { AuditAct } from '@parley/contract/rules/audit-acts.ts'
import { auditAll, type Actor } from '#platform/audit.ts'
import type { Db } from '#platform/database.ts'
import type { JsonValue } from '#platform/database-types.ts'

type Action = 'issued' | 'reissued' | 'status'

const acts: Record<Action, AuditAct> = {
  issued: 'billing.issue',
  reissued: 'billing.reissue',
  status: 'billing.status',
}

interface Noted {
  invoiceId: string
  organizationId: string
  action: Action
  detail?: Record<string, JsonValue>
}

/** Writes down what happened to invoices, in the transaction in which it happens. */
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
