import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** The Scheduled sessions of a person that have not begun, by time, in every organization. */
export async function futureIds(db: Db, personId: string, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from session_busy b join sessions s on s.id = b.session_id
    where b.person_id = ${personId} and b.during && tstzrange(${new Date(now)}, null)
      and s.status = 'Scheduled' and s.start_time > ${new Date(now)}
    order by s.start_time, s.id`.execute(db)
  return rows.map((row) => row.id)
}
