import { sql, type RawBuilder } from 'kysely'
import type { TimedSession } from '@parley/contract/rules/sessions/phases.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import type { Stay } from '@parley/contract/rules/calls/calls.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import { personName } from '@parley/contract/rules/people/people.ts'
import type { Db } from '#platform/database/database.ts'
import { placeName } from '#features/sessions/sessions.ts'
import { readIdentity, writeIdentity, type MediaIdentity, givenUpAfterMs } from './livekit-participants.ts'

/** After a network cut both people may be gone for a moment, and each may still come back to the other. */
const awayMs = 60_000

/**
 * Whether a person was in a call when joining closed, and whether somebody else is in it now. Joining closes with the join
 * window, or earlier with the session's completion. The stays have the times that LiveKit reported. A stay that LiveKit gave
 * up on is dated back by `givenUpAfterMs`, so one that ended that shortly before the closing still counts.
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

/** The session's call. If it has none yet, it is created with `newRoom` as its room. */
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
 * Whether person `p` may be in the call of session `s`, in the browser `device`, which is null for somebody signed in. They
 * belong to the session and its organization and are neither deleted nor removed. A client needs the one browser that was
 * let in, everybody else a level that may sign in. The one rule for connecting, for every look at a room, and for the
 * application.
 */
const mayBeIn = (device: RawBuilder<string | null>) => sql<boolean>`(
  p.deleted_at is null and p.organization_id = s.organization_id
  and case when ${device} is null
    then p.privs >= ${levels.Coach} and not (s.user_id = p.id and s.coach_id <> p.id)
      and (s.coach_id = p.id or exists (
        select from session_participants q where q.session_id = s.id and q.person_id = p.id))
      and not exists (select from admissions a where a.session_id = s.id and a.person_id = p.id
        and a.browser = '' and a.state <> 'admitted')
    else s.user_id = p.id and s.coach_id <> p.id
      and exists (select from admissions a where a.session_id = s.id and a.person_id = p.id
        and a.browser = ${device} and a.state = 'admitted') end)`

/** The session that this room belongs to, if this person may be in it. */
export async function sessionOfRoom(
  db: Db,
  room: string,
  { personId, device }: MediaIdentity,
): Promise<({ id: string } & TimedSession) | undefined> {
  const row = await db
    .selectFrom('calls as c')
    .innerJoin('sessions as s', 's.id', 'c.session_id')
    .innerJoin('people as p', (join) => join.on('p.id', '=', personId))
    .select(['s.id', 's.status', 's.start_time', 's.end_time'])
    .where('c.room', '=', room)
    .where('c.closed_at', 'is', null)
    .where(mayBeIn(sql`${device ?? null}::text`))
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

/** A participant of a session's room, by LiveKit identity. */
export interface Occupant {
  sessionId: string
  identity: string
}

/**
 * The occupants who may not be in the call. Nobody may be in the call of a session that is off, or in a closed call. Times
 * are not checked, because nobody is thrown out when time is up.
 */
export async function outsidersAmong<One extends Occupant>(
  db: Db,
  occupants: readonly One[],
): Promise<One[]> {
  const known = occupants.flatMap((one) => {
    const who = readIdentity(one.identity)
    return who ? [{ ...one, ...who }] : []
  })
  if (known.length === 0) return [...occupants]
  const { rows } = await sql<{ session_id: string; person_id: string; device: string | null }>`
    select w.session_id, w.person_id, w.device
    from unnest(${known.map((one) => one.sessionId)}::uuid[], ${known.map((one) => one.personId)}::uuid[],
      ${known.map((one) => one.device ?? null)}::text[]) w (session_id, person_id, device)
    join sessions s on s.id = w.session_id
    join people p on p.id = w.person_id
    where s.status not in ('Cancelled', 'NoShow')
      and not exists (select from calls c where c.session_id = s.id and c.closed_at is not null)
      and ${mayBeIn(sql`w.device`)}`.execute(db)
  const keyOf = (sessionId: string, identity: string) => `${sessionId} ${identity}`
  const rightful = new Set(
    rows.map(({ session_id, person_id: personId, device }) =>
      keyOf(session_id, writeIdentity(device === null ? { personId } : { personId, device })),
    ),
  )
  return occupants.filter(({ sessionId, identity }) => !rightful.has(keyOf(sessionId, identity)))
}

/** Everybody who has had a place in a call and may have lost it since: coach, colleagues, and a client in each browser. */
export async function onceLetIn(db: Db, sessionId: string): Promise<Occupant[]> {
  const { rows } = await sql<{ identity: string }>`
    select m.person_id::text as identity
      from sessions s, lateral (
        select q.person_id from session_participants q where q.session_id = s.id
        union
        select r.person_id from presence r where r.session_id = s.id
        union
        select s.coach_id) m
      where s.id = ${sessionId} and m.person_id is distinct from s.user_id
    union
    select ${placeName} from admissions where session_id = ${sessionId} and state <> 'waiting'
    union
    select unnest(c.lost_places) from calls c where c.session_id = ${sessionId}`.execute(db)
  return rows.map(({ identity }) => ({ sessionId, identity }))
}

/** Whether somebody may be in a call, in any browser that was let in. */
export async function isOfCall(db: Db, sessionId: string, personId: string): Promise<boolean> {
  const places = await db
    .selectFrom('admissions')
    .select('browser')
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('browser', '<>', '')
    .where('state', '=', 'admitted')
    .execute()
  const names = [{ personId }, ...places.map(({ browser }) => ({ personId, device: browser }))]
  const occupants = names.map((who) => ({ sessionId, identity: writeIdentity(who) }))
  return (await outsidersAmong(db, occupants)).length < occupants.length
}

/** Whether a signed-in person of the session has lost the call: removed by the coach, or moved to another organization. */
export async function isTakenOut(db: Db, sessionId: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('people as p', (join) => join.on('p.id', '=', personId))
    .leftJoin('admissions as a', (join) =>
      join.onRef('a.session_id', '=', 's.id').onRef('a.person_id', '=', 'p.id').on('a.browser', '=', ''),
    )
    .select(['a.state', sql<boolean>`p.organization_id is distinct from s.organization_id`.as('is_moved')])
    .where('s.id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined && (row.is_moved || (row.state !== null && row.state !== 'admitted'))
}

/** The name that the others in a call see. */
export async function nameOf(db: Db, personId: string): Promise<string> {
  const person = await db
    .selectFrom('people')
    .select(['first_name', 'last_name', 'username'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return personName(person)
}

/** The session of a client who has a place in its call, in that browser. */
export async function placeOfGuest(db: Db, sessionId: string, personId: string, device: string) {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('people as p', (join) => join.on('p.id', '=', personId))
    .select(['s.id', 's.coach_id', 's.organization_id', 's.status', 's.start_time', 's.end_time'])
    .where('s.id', '=', sessionId)
    .where(mayBeIn(sql`${device}::text`))
    .executeTakeFirst()
  return row && { ...row, start_time: row.start_time.toISOString(), end_time: row.end_time.toISOString() }
}
