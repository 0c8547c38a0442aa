import { sql } from 'kysely'
import type { Db } from '#platform/database.ts'

/** How long an ended or expired sign-in is kept, so that a browser that comes back late is told why. */
const keptMs = 30 * 24 * 3_600_000

/** Removes what nobody can use any more. Run daily; running twice does no harm. */
export async function sweepIdentity(db: Db, now: number, tokenAbsoluteMs: number): Promise<void> {
  const past = new Date(now)
  // A token unused since then has expired whatever its limits, and was so for `keptMs`.
  const forgotten = new Date(now - tokenAbsoluteMs - keptMs)
  await db.deleteFrom('sign_in_tokens').where('last_used_at', '<', forgotten).execute()
  await db.deleteFrom('one_time_links').where('expires_at', '<', past).execute()
  await db.deleteFrom('link_browsers').where('expires_at', '<', past).execute()
  await db
    .deleteFrom('sign_in_changes')
    .where('made_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
