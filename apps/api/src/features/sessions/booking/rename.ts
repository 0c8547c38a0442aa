import { sql } from 'kysely'
import type { PeopledSession } from '#platform/live/audiences.ts'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockSessions } from '#platform/database/locks.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { publishSession } from '#features/sessions/present.ts'

const batchMax = 500

/**
 * Rewrites the search text of the sessions of renamed people, in batches so that no session is locked for long. A second run
 * finds nothing to change. Pages and forms that show a Scheduled session are notified of the new name.
 */
export async function rewriteSearch(
  platform: Pick<Platform, 'database' | 'live'>,
  personIds: readonly string[],
): Promise<void> {
  const { db } = platform.database
  const { rows } = await sql<{ id: string }>`
    select id from sessions where coach_id = any(${[...personIds]}::uuid[])
    union select id from sessions where user_id = any(${[...personIds]}::uuid[]) order by id`.execute(db)
  const ids = rows.map((row) => row.id)
  for (let from = 0; from < ids.length; from += batchMax) {
    const changed = await inTransaction(db, (tx) => rewriteBatch(tx, ids.slice(from, from + batchMax)))
    for (const session of changed) if (session.status === 'Scheduled') await publishSession(platform, session)
  }
}

/**
 * Locks the rows first and reads them in a second statement, so that a title changed concurrently is waited for and
 * included.
 */
async function rewriteBatch(tx: Db, ids: readonly string[]) {
  await lockSessions(tx, ids)
  const { rows } = await sql<PeopledSession & { id: string; version: number; status: string }>`
    update sessions s set search = n.search, version = version + (status = 'Scheduled')::int
    from (
      select t.id, ' ' || fold((concat_ws(E'\\n ', t.title,
        case when t.user_id <> t.coach_id then u.first_name || ' ' || u.last_name end,
        c.first_name || ' ' || c.last_name)) collate "default") collate "C" as search
      from sessions t join people c on c.id = t.coach_id join people u on u.id = t.user_id
      where t.id = any(${ids}::uuid[])
    ) n
    where s.id = n.id and s.search <> n.search
    returning s.id, s.version, s.status, s.coach_id, s.user_id, s.organization_id, (
      select coalesce(json_agg(json_build_object('id', q.person_id)), '[]')
      from session_participants q where q.session_id = s.id) as participants`.execute(tx)
  return rows
}
