import { sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import { sweepRows } from '#platform/sweep.ts'

/** How long an ended or expired sign-in is kept, so that a browser that comes back late is told why. */
const keptMs = 30 * 24 * 3_600_000

/** Removes what nobody can use any more. Run daily; running twice does no harm. */
export async function sweepIdentity(db: Db, now: number, tokenAbsoluteMs: number): Promise<void> {
  const past = new Date(now)
  // A token unused since then has expired whatever its limits, and was so for `keptMs`.
  const forgotten = new Date(now - tokenAbsoluteMs - keptMs)
  await sweepRows(db, 'sign_in_tokens', sql`last_used_at < ${forgotten}`)
  await sweepRows(db, 'one_time_links', sql`expires_at < ${past}`)
  await sweepRows(db, 'link_browsers', sql`expires_at < ${past}`)
  await sweepRows(db, 'sign_in_changes', sql`made_at < now() - interval '1 day'`)
}
