import { sql } from 'kysely'
import { waitingGoneMs } from '@parley/contract/rules/calls/admissions.ts'
import { isJoinable } from '@parley/contract/rules/sessions/phases.ts'
import type { Guest, Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'

/** Heartbeat of a waiting browser: extends its stay, or begins another one after a silence. */
export async function noteWaiting(
  db: Db,
  { sessionId, personId, session }: Guest,
  device: string,
  now: number,
): Promise<void> {
  // A client who is early does not count as waiting yet: nobody could let them in.
  if (!isJoinable(session, now)) return
  const at = new Date(now)
  await sql`
    with gone_on as (
      update waiting_stays set seen_at = greatest(seen_at, ${at})
      where session_id = ${sessionId} and person_id = ${personId} and browser = ${device}
        and seen_at >= ${new Date(now - waitingGoneMs)}
      returning 1)
    insert into waiting_stays (session_id, person_id, browser, began_at, seen_at)
    select ${sessionId}::uuid, ${personId}::uuid, ${device}, ${at}::timestamptz, ${at}::timestamptz
    where not exists (select from gone_on)
    on conflict do nothing`.execute(db)
}

/** Tells the browsers of a session's coach that the waiting list has changed. Only a hint: they then fetch the list. */
export async function tellCoach({ live, database: { db } }: Platform, sessionId: string): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('coach_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (session) await live.publish([`person:${session.coach_id}`], { kind: 'waiting', id: sessionId })
}
