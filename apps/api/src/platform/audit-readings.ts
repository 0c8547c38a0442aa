import { sql } from 'kysely'
import type { ReadingAct } from '@parley/contract/rules/audit-acts.ts'
import { actorOf, audit, type AuditEntry } from './audit.ts'
import type { Context, Person } from './context.ts'
import type { Db } from './database.ts'
import { lockKey } from './locks.ts'
import { inTransaction } from './transactions.ts'

type Reading = Pick<AuditEntry, 'subjectKind' | 'organizationId'> & {
  action: ReadingAct
  subjectId: string
  /** Whose words they are; null where staff are among themselves. */
  aboutId: string | null
  /** Of several things in the same subject: which. */
  part?: string
}

/**
 * Writes down that somebody reads what was written by or about a person: for each reader and thing one entry a day, as the
 * organization's clock counts days. Screens ask again and again.
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
    // A screen asks for several parts at once.
    await lockKey(tx, `${action}/${part ?? subjectId}/${principal.id}`)
    if (await isWritten(tx)) return
    await audit(tx, actorOf(ctx), now, { ...reading, ...(part !== undefined && { detail: { part } }) })
  })
}
