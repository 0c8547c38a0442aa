import type { Platform } from '#platform/process/context.ts'
import type { JobPayloads } from '#platform/jobs/jobs.ts'
import { lockPeople } from '#platform/database/locks.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { findSessionForJob } from '#features/sessions/queries.ts'
import { cancelBySystem } from './status.ts'
import { publishSession } from '#features/sessions/present.ts'

/**
 * Cancels the coming sessions of a deleted person and mails the cancellations, unless the deletion was undone in between. It
 * covers clients, and coaches who came back with a backup and are deleted once more. Each session has its own transaction,
 * so a killed job continues with the sessions that are left.
 */
export async function cancelSessionsOfDeleted(
  { database: { db }, clock, live }: Pick<Platform, 'database' | 'clock' | 'live'>,
  { personId, deletedAt }: JobPayloads['sessions.cancel-of-deleted'],
): Promise<void> {
  const coming = await db
    .selectFrom('sessions as s')
    .innerJoin('people as p', (join) => join.on('p.id', '=', personId))
    .select('s.id')
    .where((is) => is.or([is('s.user_id', '=', personId), is('s.coach_id', '=', personId)]))
    .where('s.status', '=', 'Scheduled')
    .where('s.start_time', '>', new Date(clock()))
    .where('p.deleted_at', '=', new Date(deletedAt))
    .orderBy('s.start_time')
    .execute()
  for (const { id } of coming) {
    const cancelled = await inTransaction(db, async (tx) => {
      // A restore at this point waits for this one session and keeps the others.
      const [person] = await lockPeople(tx, { keep: [personId] })
      const isDeleted = person?.deleted_at?.getTime() === Date.parse(deletedAt)
      if (!isDeleted || !(await cancelBySystem(tx, id, clock()))) return undefined
      return findSessionForJob(tx, id)
    })
    if (cancelled) await publishSession({ live }, cancelled)
  }
}
