import type { SessionStatus } from '@parley/contract/rules/sessions/phases.ts'
import { randomFrom } from './world.ts'

export const day_ms = 86_400_000
const minute_ms = 60_000
const quarter_ms = 15 * minute_ms

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

export interface Person {
  id: string
  organization_id: string | null
  coach_id: string | null
  first_name: string
  last_name: string
  username: string
}

export interface Planned {
  coach: Person
  client: Person | undefined
  participants: readonly Person[]
  start: number
  end: number
  status: SessionStatus
  title: string
}

export interface Team {
  coach: Person
  clients: readonly Person[]
  /** The coaches that this coach invites to a round. */
  colleagues: readonly Person[]
}

export const daysBefore = 60
const daysAfter = 21
/** The starts of a coach's calls on a day, in minutes after midnight UTC. Each call ends before the next begins. */
const clock = [13 * 60, 14 * 60 + 30, 16 * 60, 18 * 60]

/**
 * A coach's past and coming weeks: most sessions were held, some missed or cancelled, one is still to be settled, some are
 * to come. A day's sessions depend only on the day and the coach, so that a later run plans the same ones.
 */
export function planOf({ coach, clients, colleagues }: Team, now: number): Planned[] {
  if (clients.length === 0) return []
  const midnight = now - (now % day_ms)
  const days = Array.from(
    { length: daysBefore + daysAfter + 1 },
    (_, i) => midnight + (i - daysBefore) * day_ms,
  )
  return days.flatMap((date) => [
    ...callsOn(date, coach, clients, randomFrom(seedOf(`${coach.username} ${date}`)), now),
    ...roundOn(date, coach, colleagues, now),
  ])
}

/** FNV-1a hash. */
export const seedOf = (text: string): number =>
  Array.from(text).reduce(
    (seed, sign) => Math.imul(seed ^ (sign.codePointAt(0) ?? 0), 0x01_00_01_93),
    0x81_1c_9d_c5,
  )

function callsOn(
  date: number,
  coach: Person,
  clients: readonly Person[],
  random: () => number,
  now: number,
): Planned[] {
  if ([0, 6].includes(new Date(date).getUTCDay())) return []
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  return clock.flatMap((minutes) => {
    if (random() > 0.4) return []
    const start = date + minutes * minute_ms
    const end = start + (pick([30, 45, 60]) ?? 60) * minute_ms
    const status = statusOf(coach, { start, end }, now)
    return [{ coach, client: pick(clients), participants: [], start, end, status, title: pick(titles) ?? '' }]
  })
}

/** The status of a coach's session by now. It depends on coach and start, so that a later run gives the same. */
export function statusOf(
  { username }: Pick<Person, 'username'>,
  { start, end }: Pick<Planned, 'start' | 'end'>,
  now: number,
): SessionStatus {
  const chance = randomFrom(seedOf(`${username} ${start}`))()
  if (end > now) return chance < 0.05 ? 'Cancelled' : 'Scheduled'
  // A recent session may still be unsettled.
  if (now - end < 2 * day_ms && chance < 0.1) return 'Scheduled'
  if (chance < 0.16) return 'NoShow'
  return chance < 0.26 ? 'Cancelled' : 'Completed'
}

/** A call of type Org every other Friday evening, after everybody's other calls. */
function roundOn(date: number, coach: Person, colleagues: readonly Person[], now: number): Planned[] {
  const isEven = Math.floor(date / day_ms / 7) % 2 === 0
  if (colleagues.length === 0 || !isEven || new Date(date).getUTCDay() !== 5) return []
  const start = date + 20 * 60 * minute_ms
  const end = start + 60 * minute_ms
  const status = end > now ? 'Scheduled' : 'Completed'
  return [{ coach, client: undefined, participants: colleagues, start, end, status, title: 'Coaches’ round' }]
}

/** Candidates for a call that is about to begin, one per client, so that there is a call to join. */
export function callsAboutNow({ coach, clients }: Team, now: number): Planned[] {
  const start = Math.ceil(now / quarter_ms) * quarter_ms
  const end = start + 45 * minute_ms
  const status: SessionStatus = 'Scheduled'
  return clients.map((client) => ({
    coach,
    client,
    participants: [],
    start,
    end,
    status,
    title: 'Weekly check-in',
  }))
}

export const peopleIn = ({ coach, client, participants }: Planned): string[] =>
  [coach, ...(client ? [client] : []), ...participants].map(({ id }) => id)
