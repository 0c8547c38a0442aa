import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { sweepRows } from '#platform/database/sweep.ts'

/** How long an ended or expired sign-in is kept, so that a browser that returns late learns why it was signed out. */
const keptMs = 30 * 24 * 3_600_000

/** Deletes expired sign-ins, links and changes. Runs daily; running it twice does no harm. */
export async function sweepIdentity(db: Db, now: number, tokenAbsoluteMs: number): Promise<void> {
  const past = new Date(now)
  // A token unused since then has expired under any limits, and has been expired for at least `keptMs`.
  const forgotten = new Date(now - tokenAbsoluteMs - keptMs)
  await sweepRows(db, 'sign_in_tokens', sql`last_used_at < ${forgotten}`)
  await sweepRows(db, 'one_time_links', sql`expires_at < ${past}`)
  await sweepRows(db, 'link_browsers', sql`expires_at < ${past}`)
  await sweepRows(db, 'sign_in_changes', sql`made_at < now() - interval '1 day'`)
}
