import { sql } from 'kysely'
import type { TimedSession } from '@parley/contract/rules/phases.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import type { Stay } from '@parley/contract/rules/calls.ts'
import type { Db } from '#platform/database.ts'
import { givenUpAfterMs } from './given-up.ts'
import type { MediaIdentity } from './media-identity.ts'

/** After a cut both people may be gone for a moment, and each may still come back to the other. */
const awayMs = 60_000

/**
 * How a person stands to a call once its way in has closed: with the end of the window, or before that with the session's
 * completion. By the times of the stays, as the media server told them; one that was given up for lost has ended before it was
 * known, and its person was still there.
 */
export async function stayOf(db: Db, sessionId: string, personId: string, now: number): Promise<Stay> {
  const closing = sql<Date>`least(
    s.end_time + ${constants.joinWindowAfterMs}::int * interval '1 ms',
    (select max(h.at) from session_history h where h.session_id = s.id and h.action = 'completed'))`
  const [found] = await db
    .selectFrom('presence as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .select([
      sql<boolean>`coalesce(bool_or(r.person_id = ${personId} and r.joined_at <= ${closing}
        and (r.left_at is null or r.left_at >= ${closing} - ${givenUpAfterMs}::int * interval '1 ms')), false)`.as(
        'wasThere',
      ),
      sql<boolean>`coalesce(bool_or(r.person_id <> ${personId} and r.joined_at is not null
        and (r.left_at is null or r.left_at >= ${new Date(now - awayMs)})), false)`.as('isAnotherThere'),
    ])
    .where('r.session_id', '=', sessionId)
    .execute()
  return found ?? { wasThere: false, isAnotherThere: false }
}

export interface CallRow {
  room: string
  node: string | null
}

/** The session's call; made under that name if it has none yet. */
export async function callOf(db: Db, sessionId: string, newRoom: string, now: number): Promise<CallRow> {
  const find = () =>
    db.selectFrom('calls').select(['room', 'node']).where('session_id', '=', sessionId).executeTakeFirst()
  const found = await find()
  if (found) return found
  await db
    .insertInto('calls')
    .values({ session_id: sessionId, room: newRoom, made_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error(`the call of ${sessionId} is gone again`)
  return made
}

export const placeCall = (db: Db, sessionId: string, node: string) =>
  db.updateTable('calls').set({ node }).where('session_id', '=', sessionId).execute()

/**
 * The session whose room this is, as far as this person may be in it: one of its people, still there and not taken out; a
 * client in the one browser that was let in.
 */
export async function sessionOfRoom(
  db: Db,
  room: string,
  { personId, device }: MediaIdentity,
): Promise<({ id: string } & TimedSession) | undefined> {
  const isClient = sql<boolean>`(s.user_id = p.id and s.coach_id <> p.id)`
  const isLetIn = sql<boolean>`exists (
    select from admissions a where a.session_id = s.id and a.person_id = p.id
      and a.browser = ${device ?? ''} and a.state = 'admitted')`
  const isStaff = sql<boolean>`(s.coach_id = p.id or exists (
    select from session_participants q where q.session_id = s.id and q.person_id = p.id)) and not exists (
    select from admissions a where a.session_id = s.id and a.person_id = p.id
      and a.browser = '' and a.state <> 'admitted')`
  const row = await db
    .selectFrom('calls as c')
    .innerJoin('sessions as s', 's.id', 'c.session_id')
    .innerJoin('people as p', (join) => join.on('p.id', '=', personId).on('p.deleted_at', 'is', null))
    .select(['s.id', 's.status', 's.start_time', 's.end_time'])
    .where('c.room', '=', room)
    .where('c.closed_at', 'is', null)
    .where(
      device === undefined
        ? sql<boolean>`not ${isClient} and ${isStaff}`
        : sql<boolean>`${isClient} and ${isLetIn}`,
    )
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      status: row.status,
      start_time: row.start_time.toISOString(),
      end_time: row.end_time.toISOString(),
    }
  )
}

/** Whether somebody may be in a call, in whichever browser they were let in. */
export async function isOfCall(
  db: Db,
  { sessionId, room }: { sessionId: string; room: string },
  personId: string,
): Promise<boolean> {
  const places = await db
    .selectFrom('admissions')
    .select('browser')
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('state', '=', 'admitted')
    .execute()
  for (const who of [{ personId }, ...places.map(({ browser }) => ({ personId, device: browser }))])
    if (await sessionOfRoom(db, room, who)) return true
  return false
}

/** Whether the coach has taken a signed-in person out of the call and not let them in again. */
export async function isTakenOut(db: Db, sessionId: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('admissions')
    .select('state')
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('browser', '=', '')
    .executeTakeFirst()
  return row !== undefined && row.state !== 'admitted'
}

/** How the others in a call read somebody's name. */
export async function nameOf(db: Db, personId: string): Promise<string> {
  const { first_name, last_name, username } = await db
    .selectFrom('people')
    .select(['first_name', 'last_name', 'username'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return `${first_name} ${last_name}`.trim() || username
}

/** The session of a client who has a place in its call, in that browser. */
export async function placeOfGuest(db: Db, sessionId: string, personId: string, device: string) {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('admissions as a', 'a.session_id', 's.id')
    .select(['s.id', 's.coach_id', 's.organization_id', 's.status', 's.start_time', 's.end_time'])
    .where('s.id', '=', sessionId)
    .where('s.user_id', '=', personId)
    .where('a.person_id', '=', personId)
    .where('a.browser', '=', device)
    .where('a.state', '=', 'admitted')
    .executeTakeFirst()
  return row && { ...row, start_time: row.start_time.toISOString(), end_time: row.end_time.toISOString() }
}
