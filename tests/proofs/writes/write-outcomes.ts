import { sql } from 'kysely'
import { planMails, type About } from '@parley/api/features/sessions/mails/session-mails.ts'
import type { SessionChange } from '@parley/api/platform/jobs/jobs.ts'
import type { Db } from '@parley/api/platform/database/database.ts'
import { isOff, startOf, type Times, type World } from './write-worlds.ts'

/** The final state of a round, as the same text for the same outcome, and the contradictions in it. */
export interface Outcome {
  state: string
  faults: string[]
}

interface SessionState {
  id: string
  status: string
  start: Date
  end: Date
  coach: string
  client: string
  version: number
  sequence: number
  participants: string[]
  busy: string[]
}

/** Reads the final states of all rounds together, and removes their mail jobs from the queue. */
export async function readOutcomes(db: Db, worlds: readonly World[], times: Times): Promise<Outcome[]> {
  const ids = worlds.flatMap((world) => Object.values(world.ids))
  const sessions = await readSessions(db, ids)
  const people = await db
    .selectFrom('people')
    .select(['id', 'privs', 'organization_id', 'version', sql<boolean>`deleted_at is not null`.as('is_gone')])
    .select(sql<boolean>`former_number is not null`.as('is_erased'))
    .select(sql<boolean>`exists (select from legal_holds h where h.person_id = people.id)`.as('is_held'))
    .where('id', 'in', ids)
    .orderBy('first_name')
    .execute()
  const said = await readSaid(db, ids)
  const changes = [...worlds.filter(isOff).map((world) => waiting(world, times)), ...(await takeChanges(db))]
  return worlds.map((world) => {
    const letters = new Map(Object.entries(world.ids).map(([letter, id]) => [id, letter]))
    const nameOf = (id: string): string => letters.get(id) ?? '?'
    const isTheirs = ({ coach, client }: SessionState) => letters.has(coach) || letters.has(client)
    const own = sessions
      .filter(isTheirs)
      .toSorted((a, b) => (a.id === world.ids.S ? -1 : b.id === world.ids.S ? 1 : 0))
    const state = {
      sessions: own.map(({ id, coach, client, participants, busy, ...rest }) => ({
        is: letters.get(id) ?? 'N',
        ...rest,
        coach: nameOf(coach),
        client: nameOf(client),
        participants: participants.map(nameOf).toSorted(),
        busy: busy.map((text) => text.replace(/^\S+/, nameOf)).toSorted(),
      })),
      people: people
        .filter(({ id }) => letters.has(id))
        .map(({ id, ...rest }) => ({ is: nameOf(id), ...rest })),
      said: said.filter(({ session_id }) => session_id === world.ids.S).map(({ text }) => text),
    }
    return {
      state: JSON.stringify(state),
      faults: own.flatMap((session) => faultsOf(session, toldAtFirst(world, session, times), changes)),
    }
  })
}

async function readSessions(db: Db, people: readonly string[]): Promise<SessionState[]> {
  const { rows } = await sql<SessionState>`
    select s.id, s.status, s.start_time as start, s.end_time as end, s.coach_id as coach, s.user_id as client,
      s.version, s.ics_sequence as sequence,
      array(select person_id::text from session_participants where session_id = s.id) as participants,
      array(select person_id || ' ' || lower(during) || ' ' || upper(during) from session_busy where session_id = s.id) as busy
    from sessions s where s.coach_id = any(${people}::uuid[]) or s.user_id = any(${people}::uuid[])`.execute(
    db,
  )
  return rows
}

/** Reads the assessments of clients: the changes in order, the resulting answers and the moments. */
async function readSaid(db: Db, sessions: readonly string[]) {
  const { rows } = await sql<{ session_id: string; text: string }>`
    select session_id, concat_ws(' ', number, path, value, data) as text, 1 as part, number as place
      from assessment_changes where session_id = any(${sessions}::uuid[])
    union all select session_id, concat_ws(' ', 'stands', path, value, data), 2, number
      from assessment_answers where session_id = any(${sessions}::uuid[])
    union all select session_id, concat_ws(' ', 'moment', note, deleted_at is not null), 3, 0
      from assessment_moments where session_id = any(${sessions}::uuid[])
    order by part, place`.execute(db)
  return rows
}

async function takeChanges(db: Db): Promise<SessionChange[]> {
  const { rows } = await sql<{ payload: SessionChange }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier in ('sessions.tell', 'sessions.tell-cancelled') order by j.id`.execute(db)
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  return rows.map((row) => row.payload)
}

/** The pending notification of a session that was cancelled before the round. */
function waiting(world: World, times: Times): SessionChange {
  const { start, end } = startOf(world, times)
  const coachId = world.ids[world.coach]
  const others = world.others.map((letter) => world.ids[letter])
  return {
    sessionId: world.ids.S,
    kind: 'cancel',
    sequence: 1,
    added: [],
    removed: [coachId, ...others],
    start: start.toISOString(),
    end: end.toISOString(),
    coachId,
    others,
    clientId: others[0] ?? null,
  }
}

const peopleOf = ({ coach, client, participants }: SessionState): string[] =>
  coach === client ? [coach, ...participants] : [coach, client]

/** S was made without mails; treat its people as if they had been invited. */
function toldAtFirst(world: World, { id }: SessionState, times: Times): Map<string, About> {
  if (id !== world.ids.S) return new Map()
  const { start, end } = startOf(world, times)
  const coach = world.ids[world.coach]
  const others = world.others.map((letter) => world.ids[letter])
  const about = (ofOthers: string[]): About => ({
    sequence: 0,
    start: start.toISOString(),
    end: end.toISOString(),
    others: ofOthers,
    isGuest: false,
  })
  // An invitation to a session that has begun was sent before its start: -1 makes it older than any change, even sequence 0.
  return new Map([
    [coach, { ...about(others), sequence: -1 }],
    ...others.map((one) => [one, { ...about([coach]), sequence: -1 }] as const),
  ])
}

/** Compares busy times and mails with the session: exactly its people must have it in their calendars. */
function faultsOf(session: SessionState, told: Map<string, About>, all: readonly SessionChange[]): string[] {
  const members = session.status === 'Scheduled' ? peopleOf(session) : []
  const busy = session.busy.map((text) => text.split(' ')[0] ?? '')
  const faults: string[] = []
  if (busy.toSorted().join() !== members.toSorted().join())
    faults.push('busy times of others than its people')
  const inCalendar = new Map<string, string>([...told].map(([id, { start }]) => [id, start]))
  // As the worker decides when it gets to a change: it sends no mail about a cancellation that was undone.
  const stands = ({ kind, sequence }: SessionChange) =>
    kind !== 'cancel' || (session.status === 'Cancelled' && session.sequence === sequence)
  for (const change of all.filter((one) => one.sessionId === session.id && stands(one)))
    for (const { personId, kind, about } of planMails(change, told)) {
      told.set(personId, about)
      if (kind === 'session-cancelled') inCalendar.delete(personId)
      else inCalendar.set(personId, about.start)
    }
  if (session.status === 'Scheduled' || session.status === 'Cancelled') {
    const expected = members.map((id) => `${id} ${session.start.toISOString()}`)
    const found = [...inCalendar].map(([id, start]) => `${id} ${start}`)
    if (found.toSorted().join() !== expected.toSorted().join())
      faults.push(`mails tell another ${session.status} session`)
  }
  return faults
}
