import type { Context } from './context.ts'
import type { Db } from './database.ts'
import type { JsonValue } from './database-types.ts'

export interface AuditEntry {
  action: string
  subjectKind: 'person' | 'organization'
  subjectId: string
  organizationId: string | null
  /** Ids, field names and values that are no secret; never a person's name. */
  detail?: Record<string, JsonValue>
}

export interface Actor {
  id: string | null
  address: string | null
  requestId: string | null
}

/** Commands at the machine act as the system. */
export const system: Actor = { id: null, address: null, requestId: null }

export const actorOf = (ctx: Context): Actor => ({
  id: ctx.principal.kind === 'person' ? ctx.principal.id : null,
  address: ctx.address,
  requestId: ctx.requestId,
})

/** Writes who did what, in the transaction of the act itself. */
export async function audit(tx: Db, by: Actor, now: number, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      at: new Date(now),
      by_id: by.id,
      address: by.address,
      request_id: by.requestId,
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId,
      organization_id: entry.organizationId,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}
