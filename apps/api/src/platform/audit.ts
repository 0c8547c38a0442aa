import type { AuditAct, AuditSubjectKind } from '@parley/contract/rules/audit-acts.ts'
import type { Context, Principal } from './context.ts'
import type { Db } from './database.ts'
import type { JsonValue } from './database-types.ts'

export interface AuditEntry {
  action: AuditAct
  subjectKind: AuditSubjectKind
  /** Null where there is none: a sign-in to an account that does not exist. */
  subjectId: string | null
  organizationId: string | null
  /** Of a reading: whose words were read. */
  aboutId?: string | null
  /** Of a session: the entry of its history that says what changed. */
  historyId?: string
  /** Ids, field names and values that are no secret; never a person's name. */
  detail?: Record<string, JsonValue | undefined>
}

export interface Actor {
  id: string | null
  /** The client of a personal link acted, through whoever holds it; they have no sign-in. */
  isByLink?: true
  address: string | null
  requestId: string | null
}

/** Commands at the machine act as the system. */
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

/** The same for an act that many are the subjects of. */
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
