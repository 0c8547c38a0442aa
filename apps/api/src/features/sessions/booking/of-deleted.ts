import type { Platform } from '#platform/context.ts'
import type { JobPayloads } from '#platform/jobs.ts'
import { lockPeople } from '#platform/locks.ts'
import { inTransaction } from '#platform/transactions.ts'
import { findSessionForJob } from '#features/sessions/queries.ts'
import { cancelBySystem } from './status.ts'
import { tellOf } from './tell.ts'

/**
 * Cancels what somebody deleted still had to come, with its mails, unless the deletion was undone meanwhile: of a client, and
 * of a coach who came back with a backup and is deleted once more. Each session in a transaction of its own: cut off anywhere,
 * the job takes up what is left.
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
      // A restore that comes in between waits for this one session, and keeps the others.
      const [person] = await lockPeople(tx, { keep: [personId] })
      const isDeleted = person?.deleted_at?.getTime() === Date.parse(deletedAt)
      if (!isDeleted || !(await cancelBySystem(tx, id, clock()))) return undefined
      return findSessionForJob(tx, id)
    })
    if (cancelled) await tellOf({ live }, cancelled)
  }
}
