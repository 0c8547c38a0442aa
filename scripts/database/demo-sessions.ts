import { sql } from 'kysely'
import type { Db } from '@parley/api/platform/database.ts'
import { levels } from '@parley/contract/rules/levels.ts'
import type { SessionStatus } from '@parley/contract/rules/phases.ts'

const day_ms = 86_400_000
const minute_ms = 60_000
const quarter_ms = 15 * minute_ms

const batchSize = 500

const titles = [
  'Values in practice',
  'Weekly check-in',
  'A difficult conversation',
  'Sleep and rest',
  'Goals for the quarter',
  'Confidence at work',
  'First meeting',
  'Boundaries',
  'Looking back, looking ahead',
]

interface Person {
  id: string
  organization_id: string | null
  coach_id: string | null
  first_name: string
  last_name: string
}

interface Planned {
  coach: Person
  client: Person | undefined
  participants: readonly Person[]
  start: number
  minutes: number
  status: SessionStatus
  title: string
}

/** The weeks behind and before each coach: mostly held, some missed or cancelled, one still to be decided, some to come. */
export async function makeDemoSessions(db: Db, now: number, random: () => number): Promise<void> {
  const people = await db
    .selectFrom('people')
    .select(['id', 'organization_id', 'coach_id', 'first_name', 'last_name', 'privs'])
    .where('privs', '<', levels.Admin)
    .orderBy('id')
    .execute()
  const coaches = people.filter((person) => person.privs === levels.Coach)
  const planned = coaches.flatMap((coach) => {
    const clients = people.filter((person) => person.coach_id === coach.id)
    const [first, ...colleagues] = coaches.filter((one) => one.organization_id === coach.organization_id)
    // One of each organization calls the others together.
    return planOf(coach, clients, first === coach ? colleagues : [], now, random)
  })
  for (let from = 0; from < planned.length; from += batchSize)
    await write(db, planned.slice(from, from + batchSize), now)
}

const daysBefore = 60
const daysAfter = 21
/** When a coach's calls begin on a day, as minutes after its midnight in UTC; each ends before the next begins. */
const clock = [13 * 60, 14 * 60 + 30, 16 * 60, 18 * 60]

function planOf(
  coach: Person,
  clients: readonly Person[],
  colleagues: readonly Person[],
  now: number,
  random: () => number,
): Planned[] {
  if (clients.length === 0) return []
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const midnight = now - (now % day_ms)
  const sessions: Planned[] = []
  for (let day = -daysBefore; day <= daysAfter; day += 1) {
    const date = midnight + day * day_ms
    const isWeekend = [0, 6].includes(new Date(date).getUTCDay())
    for (const minutes of clock) {
      if (isWeekend || random() > 0.4) continue
      const start = date + minutes * minute_ms
      const length = pick([30, 45, 60]) ?? 60
      const status = statusAt(start + length * minute_ms, now, random)
      sessions.push({
        coach,
        client: pick(clients),
        participants: [],
        start,
        minutes: length,
        status,
        title: pick(titles) ?? '',
      })
    }
  }
  return [
    ...sessions,
    ...aroundNow(coach, clients, sessions, now),
    ...withColleagues(coach, colleagues, midnight),
  ]
}

function statusAt(end: number, now: number, random: () => number): SessionStatus {
  const chance = random()
  if (end > now) return chance < 0.05 ? 'Cancelled' : 'Scheduled'
  // Yesterday's may still wait for somebody to say what happened.
  if (now - end < 2 * day_ms && chance < 0.1) return 'Scheduled'
  if (chance < 0.16) return 'NoShow'
  return chance < 0.26 ? 'Cancelled' : 'Completed'
}

/** One that is about to begin whenever the world is made, if nothing is in its way, so that there is a call to join. */
function aroundNow(
  coach: Person,
  clients: readonly Person[],
  others: readonly Planned[],
  now: number,
): Planned[] {
  const start = Math.ceil(now / quarter_ms) * quarter_ms
  const end = start + 45 * minute_ms
  const isTaken = others.some(
    (one) => one.status === 'Scheduled' && one.start < end && one.start + one.minutes * minute_ms > start,
  )
  if (isTaken) return []
  return [
    {
      coach,
      client: clients[0],
      participants: [],
      start,
      minutes: 45,
      status: 'Scheduled',
      title: 'Weekly check-in',
    },
  ]
}

/** A call of type Org each Friday evening, after everybody's others. */
function withColleagues(coach: Person, colleagues: readonly Person[], midnight: number): Planned[] {
  if (colleagues.length === 0) return []
  return [-14, -7, 7, 14].map((day) => {
    const friday = midnight + (day + ((5 - new Date(midnight).getUTCDay() + 7) % 7)) * day_ms
    return {
      coach,
      client: undefined,
      participants: colleagues,
      start: friday + 20 * 60 * minute_ms,
      minutes: 60,
      status: day < 0 ? ('Completed' as const) : ('Scheduled' as const),
      title: 'Coaches’ round',
    }
  })
}

const nameOf = ({ first_name, last_name }: Person) => `${first_name} ${last_name}`
const endOf = ({ start, minutes }: Planned) => start + minutes * minute_ms
const bookedAt = ({ start }: Planned, now: number) => new Date(Math.min(start, now) - 3 * day_ms)

function rowOf(session: Planned, now: number) {
  const { coach, client, start, status, title } = session
  if (!coach.organization_id) throw new Error('coaches of the demo belong to an organization')
  const lines = [title, ...(client ? [nameOf(client)] : []), nameOf(coach)]
  return {
    organization_id: coach.organization_id,
    coach_id: coach.id,
    user_id: client?.id ?? coach.id,
    start_time: new Date(start),
    end_time: new Date(endOf(session)),
    status,
    title,
    created_by: coach.id,
    search: sql<string>`' ' || fold(${lines.join('\n ')})`,
    created_at: bookedAt(session, now),
  }
}

async function write(db: Db, planned: readonly Planned[], now: number): Promise<void> {
  const ids = await db
    .insertInto('sessions')
    .values(planned.map((session) => rowOf(session, now)))
    .returning('id')
    .execute()
  const made = planned.map((session, i) => ({ ...session, session_id: ids[i]?.id ?? '' }))
  const participants = made.flatMap(({ session_id, participants: people }) =>
    people.map(({ id }) => ({ session_id, person_id: id })),
  )
  if (participants.length) await db.insertInto('session_participants').values(participants).execute()
  const busy = made
    .filter((session) => session.status === 'Scheduled' && endOf(session) > now)
    .flatMap((session) =>
      [session.coach, ...(session.client ? [session.client] : []), ...session.participants].map(({ id }) => ({
        session_id: session.session_id,
        person_id: id,
        during: sql<string>`tstzrange(${new Date(session.start)}, ${new Date(endOf(session))})`,
      })),
    )
  if (busy.length) await db.insertInto('session_busy').values(busy).execute()
  await db
    .insertInto('session_history')
    .values(
      made.map((session) => ({
        session_id: session.session_id,
        at: bookedAt(session, now),
        by_id: session.coach.id,
        action: 'created',
      })),
    )
    .execute()
}
