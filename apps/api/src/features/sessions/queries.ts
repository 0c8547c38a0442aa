import { sql, type Expression, type SqlBool } from 'kysely'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { Viewer } from '@parley/contract/rules/people/people.ts'
import { presenceOf, type Presence, type Stays } from '@parley/contract/rules/calls/presence.ts'
import type { Db } from '#platform/database/database.ts'
import { lockSessions } from '#platform/database/locks.ts'

/**
 * The sessions in which a viewer is coach, client or participant. The client is matched at any level, because they may have
 * been promoted since.
 */
export const ownedBy = (personId: string): Expression<SqlBool> =>
  sql<boolean>`(s.coach_id = ${personId} or s.user_id = ${personId} or exists (
    select from session_participants q where q.session_id = s.id and q.person_id = ${personId}))`

/** The sessions that a viewer sees (docs/rules.md §3). Every read of a single session goes through here. */
export function visibleTo(viewer: Viewer): Expression<SqlBool> {
  if (isAtLeast(viewer.privs, 'Admin')) return sql<boolean>`true`
  if (isAtLeast(viewer.privs, 'OrgAdmin'))
    return sql<boolean>`(s.organization_id = ${viewer.organizationId} or ${ownedBy(viewer.id)})`
  return ownedBy(viewer.id)
}

export interface MemberRow {
  id: string
  first_name: string
  last_name: string
  username: string
  email: string
  time_zone: string | null
}

/** A session's other people: the client, or the participants of an Org session. */
const participants = sql<MemberRow[]>`(
  select coalesce(json_agg(json_build_object('id', m.id, 'first_name', m.first_name, 'last_name', m.last_name,
    'username', m.username, 'email', m.email, 'time_zone', m.time_zone) order by m.first_name, m.last_name, m.id), '[]')
  from people m
  where m.id in (
    select s.user_id where s.user_id <> s.coach_id
    union all select q.person_id from session_participants q where q.session_id = s.id and s.user_id = s.coach_id))`

const millis = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`
const stayAs = (from: string, until: string) =>
  sql`json_build_object('personId', r.person_id, 'from', ${millis(from)}, 'until', ${millis(until)})`

/** How long each person was in the room and in the waiting room. */
const stays = sql<Stays>`json_build_object(
  'inRoom', (select coalesce(json_agg(${stayAs('r.joined_at', 'r.left_at')}), '[]')
    from presence r where r.session_id = s.id and r.joined_at is not null),
  'waiting', (select coalesce(json_agg(${stayAs('r.began_at', 'r.seen_at')}), '[]')
    from waiting_stays r where r.session_id = s.id))`
/** Only for sessions that are not settled: the rules need it for no others. */
const staysOfOpen = sql<Stays | null>`(case when s.status = 'Scheduled' then ${stays} end)`
/** An unsettled session is never on an invoice. */
const isInvoiced = sql<boolean>`(s.status <> 'Scheduled' and is_invoiced(s.id))`

const sessions = (db: Db) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('people as c', 'c.id', 's.coach_id')
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .select([
      's.id',
      's.title',
      's.start_time',
      's.end_time',
      's.status',
      's.coach_id',
      's.user_id',
      's.organization_id',
      's.instance_count',
      's.use_server',
      's.billable',
      's.ics_sequence',
      's.version',
      's.created_at',
      's.updated_at',
      'c.first_name as coach_first_name',
      'c.last_name as coach_last_name',
      'c.email as coach_email',
      'c.time_zone as coach_zone',
      'o.display_name as organization_name',
      'o.time_zone as organization_zone',
      'o.contact as organization_contact',
      participants.as('participants'),
      staysOfOpen.as('stays'),
      isInvoiced.as('is_invoiced'),
    ])

export const findSession = (db: Db, viewer: Viewer, sessionId: string) =>
  sessions(db).where('s.id', '=', sessionId).where(visibleTo(viewer)).executeTakeFirst()

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** The same, with the session locked until the transaction ends. */
export async function lockSession(tx: Db, viewer: Viewer, sessionId: string) {
  await lockSessions(tx, [sessionId])
  return findSession(tx, viewer, sessionId)
}

/** For jobs, which act as the system. */
export const findSessionForJob = (db: Db, sessionId: string) =>
  sessions(db).where('s.id', '=', sessionId).executeTakeFirst()

/** Several of them, for acts that follow from an act on a person and not from a right on each session. */
export const sessionsForJob = async (db: Db, ids: readonly string[]): Promise<SessionRow[]> =>
  ids.length === 0
    ? []
    : sessions(db)
        .where('s.id', 'in', [...ids])
        .orderBy('s.start_time')
        .execute()

/** The rows with these ids that the viewer may see, in the order of the ids. */
export async function sessionRows(db: Db, viewer: Viewer, ids: readonly string[]): Promise<SessionRow[]> {
  if (ids.length === 0) return []
  const rows = await sessions(db)
    .where('s.id', 'in', [...ids])
    .where(visibleTo(viewer))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** How long each person was present, for sessions that may be settled. */
export async function presencesOf(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<Map<string, Presence>> {
  const rows = await db
    .selectFrom('sessions as s')
    .select(['s.id', 's.start_time', 's.end_time', 's.coach_id', 's.user_id'])
    .select([participants.as('participants'), stays.as('stays')])
    .where(sql<boolean>`s.id = any(${ids}::uuid[])`)
    .execute()
  return new Map(
    rows.map((row) => {
      const session = {
        start_time: row.start_time.toISOString(),
        end_time: row.end_time.toISOString(),
        coach_id: row.coach_id,
        user_id: row.user_id,
        participantIds: row.participants.map((person) => person.id),
      }
      return [row.id, presenceOf(session, row.stays, now)]
    }),
  )
}
