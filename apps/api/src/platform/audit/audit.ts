import type { AuditAct, AuditSubjectKind } from '@parley/contract/rules/audit/audit-acts.ts'
import type { Context, Principal } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import type { JsonValue } from '#platform/database/database-types.ts'

export interface AuditEntry {
  action: AuditAct
  subjectKind: AuditSubjectKind
  /** Null for a sign-in to an account that does not exist. */
  subjectId: string | null
  organizationId: string | null
  /** For a reading: the person whose words were read. */
  aboutId?: string | null
  /** For a session: the entry of its history that says what changed. */
  historyId?: string
  /** Ids, field names and values that are no secret; never a person's name. */
  detail?: Record<string, JsonValue | undefined>
}

export interface Actor {
  id: string | null
  /** The act came through a client's personal link, without a sign-in. */
  isByLink?: true
  address: string | null
  requestId: string | null
}

/** The actor of commands run on the server. */
export const system: Actor = { id: null, address: null, requestId: null }

export const actorOf = ({ principal, address, requestId }: Context): Actor => ({
  ...whoOf(principal),
  address,
  requestId,
})

function whoOf(principal: Principal): Pick<Actor, 'id' | 'isByLink'> {
  if (principal.kind === 'person') return { id: principal.id }
  return principal.kind === 'guest' ? { id: principal.personId, isByLink: true } : { id: null }
}

/** Writes who did what, in the transaction of the act itself. */
export const audit = (tx: Db, by: Actor, now: number, entry: AuditEntry): Promise<void> =>
  auditAll(tx, by, now, [entry])

/** The same for an act with several subjects. */
export async function auditAll(
  tx: Db,
  by: Actor,
  now: number,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('audit_log')
    .values(
      entries.map((entry) => ({
        at: new Date(now),
        by_id: by.id,
        by_link: by.isByLink ?? false,
        address: by.address,
        request_id: by.requestId,
        action: entry.action,
        subject_kind: entry.subjectKind,
        subject_id: entry.subjectId,
        organization_id: entry.organizationId,
        about_id: entry.aboutId ?? null,
        history_id: entry.historyId ?? null,
        detail: JSON.stringify(entry.detail ?? {}),
      })),
    )
    .execute()
}
