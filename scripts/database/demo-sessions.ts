import { sql } from 'kysely'
import type { Db } from '@parley/api/platform/database/database.ts'
import type { AuditAct } from '@parley/contract/rules/audit/audit-acts.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import type { SessionStatus } from '@parley/contract/rules/sessions/phases.ts'
import { callsAboutNow, day_ms, peopleIn, planOf, statusOf, type Planned, type Team } from './demo-plan.ts'
import { recordCalls, scoreCalls, type HeldSession } from './demo-record.ts'
import { demoMailDomain } from './world.ts'

const batchSize = 500

/**
 * Plans the demo's calls around the present, for the first time or again. Days that were planned before stay as users left
 * them, sessions that have passed since then are settled, and there is a call about to begin.
 */
export async function planDemoSessions(db: Db, now: number): Promise<void> {
  const teams = await readTeams(db)
  await settlePassed(db, teams, now)
  const planned = teams.flatMap((team) => planOf(team, now))
  const lastDay = await lastDayPlanned(db, planned)
  const isFree = await freeTimes(db, now)
  const fresh = planned.filter(({ start }) => dayOf(start) > lastDay).filter((one) => isFree(one))
  const aboutNow = teams.flatMap((team) => callsAboutNow(team, now).find((one) => isFree(one)) ?? [])
  const all = [...fresh, ...aboutNow]
  for (let from = 0; from < all.length; from += batchSize)
    await write(db, all.slice(from, from + batchSize), now)
}

const dayOf = (at: number): number => Math.floor(at / day_ms)

/** Only people that the demo created; those added by hand are left alone. */
async function readTeams(db: Db): Promise<Team[]> {
  const people = await db
    .selectFrom('people')
    .select(['id', 'organization_id', 'coach_id', 'first_name', 'last_name', 'username', 'privs'])
    .where('privs', '<', levels.Admin)
    .where('deleted_at', 'is', null)
    .where('email', 'like', `%@${demoMailDomain}`)
    .orderBy('id')
    .execute()
  const coaches = people.filter((person) => person.privs === levels.Coach)
  return coaches.map((coach) => {
    const [first, ...others] = coaches.filter((one) => one.organization_id === coach.organization_id)
    return {
      coach,
      clients: people.filter(({ coach_id, privs }) => coach_id === coach.id && privs === levels.Client),
      // One coach of each organization invites the others to a round.
      colleagues: first === coach ? others : [],
    }
  })
}

/** The last day for which planned sessions already exist. */
async function lastDayPlanned(db: Db, planned: readonly Planned[]): Promise<number> {
  const keyOf = (coachId: string, start: number) => `${coachId} ${start}`
  const there = await db.selectFrom('sessions').select(['coach_id', 'start_time']).execute()
  const keys = new Set(there.map((row) => keyOf(row.coach_id, row.start_time.getTime())))
  const known = planned.filter(({ coach, start }) => keys.has(keyOf(coach.id, start)))
  return Math.max(Number.NEGATIVE_INFINITY, ...known.map(({ start }) => dayOf(start)))
}

/**
 * Returns a check that is called for one session after the other: whether everybody is free, which then reserves the time.
 * Cancelled and past sessions need no free time.
 */
async function freeTimes(db: Db, now: number) {
  const { rows } = await sql<{ person_id: string; start: Date; end: Date }>`
    select person_id, lower(during) as start, upper(during) as "end" from session_busy`.execute(db)
  const taken = new Map<string, [number, number][]>()
  const take = (personId: string, start: number, end: number) =>
    taken.set(personId, [...(taken.get(personId) ?? []), [start, end]])
  for (const row of rows) take(row.person_id, row.start.getTime(), row.end.getTime())
  return (planned: Planned): boolean => {
    if (!isAhead(planned, now)) return true
    const people = peopleIn(planned)
    const isMet = people.some((id) =>
      taken.get(id)?.some(([start, end]) => start < planned.end && end > planned.start),
    )
    if (isMet) return false
    for (const id of people) take(id, planned.start, planned.end)
    return true
  }
}

const isAhead = ({ status, end }: Pick<Planned, 'status' | 'end'>, now: number): boolean =>
  status === 'Scheduled' && end > now

/** Settles sessions that were planned and have passed since then: completed, missed or cancelled. */
async function settlePassed(db: Db, teams: readonly Team[], now: number): Promise<void> {
  const coaches = new Map(teams.map(({ coach }) => [coach.id, coach]))
  const passed = await db
    .selectFrom('sessions')
    .select(['id', 'organization_id', 'coach_id', 'user_id', 'start_time', 'end_time'])
    .where('status', '=', 'Scheduled')
    .where('end_time', '<=', new Date(now))
    .execute()
  const settled = passed.flatMap((row) => {
    const coach = coaches.get(row.coach_id)
    const times = { start: row.start_time.getTime(), end: row.end_time.getTime() }
    const isOrg = row.coach_id === row.user_id
    return coach ? [{ ...row, status: isOrg ? 'Completed' : statusOf(coach, times, now) }] : []
  })
  for (const status of ['Completed', 'NoShow', 'Cancelled'] as const) {
    const rows = settled.filter((row) => row.status === status)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) continue
    await db.updateTable('sessions').set({ status }).where('id', 'in', ids).execute()
    await db.deleteFrom('session_busy').where('session_id', 'in', ids).execute()
    await recordPassed(db, rows, status, now)
    await noteAll(
      db,
      rows.map((row) => ({ ...row, ...settling[status], at: row.end_time })),
    )
  }
}

interface PassedRow {
  id: string
  coach_id: string
  user_id: string
  start_time: Date
  end_time: Date
}

/** Records stays and scores of these calls. */
async function recordPassed(
  db: Db,
  rows: readonly PassedRow[],
  status: SessionStatus,
  now: number,
): Promise<void> {
  const people = await db
    .selectFrom('session_participants')
    .select(['session_id', 'person_id'])
    .where(
      'session_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const held = rows.map((row): HeldSession => ({
    id: row.id,
    coachId: row.coach_id,
    clientId: row.user_id === row.coach_id ? undefined : row.user_id,
    participantIds: people.filter(({ session_id }) => session_id === row.id).map((one) => one.person_id),
    start: row.start_time.getTime(),
    end: row.end_time.getTime(),
    status,
  }))
  await recordCalls(db, held)
  await scoreCalls(db, held, now)
}

const settling: Record<Exclude<SessionStatus, 'Scheduled'>, Pick<Noted, 'action' | 'act'>> = {
  Completed: { action: 'completed', act: 'sessions.complete' },
  NoShow: { action: 'no-show', act: 'sessions.no-show' },
  Cancelled: { action: 'cancelled', act: 'sessions.cancel' },
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`
const bookedAt = ({ start }: Planned, now: number) => new Date(Math.min(start, now) - 3 * day_ms)

function rowOf(session: Planned, now: number) {
  const { coach, client, start, end, status, title } = session
  if (!coach.organization_id) throw new Error('coaches of the demo belong to an organization')
  const lines = [title, ...(client ? [nameOf(client)] : []), nameOf(coach)]
  return {
    organization_id: coach.organization_id,
    coach_id: coach.id,
    user_id: client?.id ?? coach.id,
    start_time: new Date(start),
    end_time: new Date(end),
    status,
    title,
    created_by: coach.id,
    search: sql<string>`' ' || fold(${lines.join('\n ')})`,
    created_at: bookedAt(session, now),
  }
}

async function write(db: Db, planned: readonly Planned[], now: number): Promise<void> {
  const rows = await db
    .insertInto('sessions')
    .values(planned.map((session) => rowOf(session, now)))
    .returning(['id', 'organization_id', 'coach_id'])
    .execute()
  const made = planned.flatMap((session, i) => {
    const row = rows[i]
    return row ? [{ ...session, ...row }] : []
  })
  const participants = made.flatMap(({ id, participants: people }) =>
    people.map((person) => ({ session_id: id, person_id: person.id })),
  )
  if (participants.length) await db.insertInto('session_participants').values(participants).execute()
  const busy = made
    .filter((session) => isAhead(session, now))
    .flatMap((session) =>
      peopleIn(session).map((person_id) => ({
        session_id: session.id,
        person_id,
        during: sql<string>`tstzrange(${new Date(session.start)}, ${new Date(session.end)})`,
      })),
    )
  if (busy.length) await db.insertInto('session_busy').values(busy).execute()
  const held = made
    .filter(({ end }) => end <= now)
    .map((session): HeldSession => ({
      id: session.id,
      coachId: session.coach.id,
      clientId: session.client?.id,
      participantIds: session.participants.map((person) => person.id),
      start: session.start,
      end: session.end,
      status: session.status,
    }))
  await recordCalls(db, held)
  await scoreCalls(db, held, now)
  await noteAll(
    db,
    made.flatMap((session) => {
      const booked = {
        ...session,
        action: 'created',
        act: 'sessions.create' as const,
        at: bookedAt(session, now),
      }
      if (session.status === 'Scheduled') return [booked]
      const at = new Date(Math.min(session.end, now))
      return [booked, { ...session, ...settling[session.status], at }]
    }),
  )
}

interface Noted {
  id: string
  organization_id: string
  coach_id: string
  action: string
  act: AuditAct
  at: Date
}

/** Writes history and audit as the product would have. */
async function noteAll(db: Db, noted: readonly Noted[]): Promise<void> {
  const rows = await db
    .insertInto('session_history')
    .values(noted.map(({ id, coach_id, action, at }) => ({ session_id: id, at, by_id: coach_id, action })))
    .returning('id')
    .execute()
  await db
    .insertInto('audit_log')
    .values(
      noted.map(({ id, organization_id, coach_id, act, at }, i) => ({
        at,
        by_id: coach_id,
        action: act,
        subject_kind: 'session',
        subject_id: id,
        organization_id,
        history_id: rows[i]?.id ?? null,
      })),
    )
    .execute()
}
