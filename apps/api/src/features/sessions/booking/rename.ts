import { sql } from 'kysely'
import type { Platform } from '#platform/context.ts'

const batchMax = 500

/**
 * Writes a renamed person's sessions anew for the search, some hundred at a time, so that no session is locked for long.
 * Run again it finds nothing to change.
 */
export async function rewriteSearch(
  { database: { db } }: Pick<Platform, 'database'>,
  personId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where coach_id = ${personId}
    union select id from sessions where user_id = ${personId}`.execute(db)
  const ids = rows.map((row) => row.id)
  for (let from = 0; from < ids.length; from += batchMax) {
    await sql`
      update sessions s set search = n.search
      from (
        select t.id, ' ' || fold((concat_ws(E'\\n ', t.title,
          case when t.user_id <> t.coach_id then u.first_name || ' ' || u.last_name end,
          c.first_name || ' ' || c.last_name)) collate "default") collate "C" as search
        from sessions t join people c on c.id = t.coach_id join people u on u.id = t.user_id
        where t.id = any(${ids.slice(from, from + batchMax)}::uuid[])
      ) n
      where s.id = n.id and s.search <> n.search`.execute(db)
  }
}
