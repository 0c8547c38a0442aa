import { sql } from 'kysely'
import type { ReadingAct } from '@parley/contract/rules/audit/audit-acts.ts'
import { actorOf, audit, type AuditEntry } from './audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockKey } from '#platform/database/locks.ts'
import { inTransaction } from '#platform/database/transactions.ts'

type Reading = Pick<AuditEntry, 'subjectKind' | 'organizationId'> & {
  action: ReadingAct
  subjectId: string
  /** The person whose words are read; null for what staff write among themselves. */
  aboutId: string | null
  /** Which part was read, where the subject has several. */
  part?: string
}

/**
 * Records that somebody read what was written by or about a person: one entry per reader, thing and day in the
 * organization's time zone, because screens fetch the same things again and again.
 */
export async function auditReading(ctx: Context<Person>, { part, ...reading }: Reading): Promise<void> {
  const { db, principal, now } = ctx
  const { action, subjectId, organizationId } = reading
  const isWritten = async (any: Db) => {
    const today = sql<Date>`date_trunc('day', ${new Date(now)}::timestamptz,
      coalesce((select time_zone from organizations where id = ${organizationId}), 'UTC'))`
    const found = await any
      .selectFrom('audit_log')
      .select('id')
      .where('subject_id', '=', subjectId)
      .where('at', '>=', today)
      .where('by_id', '=', principal.id)
      .where('action', '=', action)
      .where(sql<boolean>`detail->>'part' is not distinct from ${part ?? null}`)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  }
  if (await isWritten(db)) return
  await inTransaction(db, async (tx) => {
    // A screen fetches several parts at once, so parallel requests must not write the entry twice.
    await lockKey(tx, `${action}/${part ?? subjectId}/${principal.id}`)
    if (await isWritten(tx)) return
    await audit(tx, actorOf(ctx), now, { ...reading, ...(part !== undefined && { detail: { part } }) })
  })
}
