import type { OwnProfile } from '@parley/contract/identity.ts'
import type { listSessions, Session } from '@parley/contract/sessions.ts'
import type { RouteInput } from '@parley/contract/route.ts'
import { dayIn, dayRange } from '@parley/contract/rules/clock-times.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import type { Address } from '#base/address.ts'
import { pages } from '#platform/pages.ts'
import { dayText, isDay } from '#platform/time/dates.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { useAddress } from '#ui/page/use-address.ts'
import { queryAt } from '#ui/table/table-address.ts'
import type { Order } from '#ui/table/table-shape.ts'
import { coachNameOf } from '#features/sessions/words/session-words.ts'
import { sessionShape, type SessionColumn } from './session-shape.ts'

export type Query = RouteInput<typeof listSessions>['query']

/** Days in the viewer's zone, both of them within. */
export interface Days {
  from: string
  until: string
}

/** When the sessions of a list are: a usual range, days, or both where these can go together. */
export interface SessionRange {
  when: Address['when']
  days: Days | undefined
}

/** Of what the address says, days that a session could be on. */
const isPossible = (day: string | undefined): day is string =>
  isDay(day) && day >= '1970-01-01' && day < '2970-01-01'

/** Whatever is no day counts as none, and one day alone as the only one. Today is a day of its own. */
export function rangeAt({ when, from, until }: Address): SessionRange {
  const [first, ...rest] = [from, until].filter(isPossible).toSorted()
  if (when === 'today' || first === undefined) return { when, days: undefined }
  return { when, days: { from: first, until: rest[0] ?? first } }
}

/** The range that the list is narrowed to. It lives in the address, as the rest of a list's state does. */
export function useSessionRange(): [SessionRange, (range: SessionRange) => void] {
  const [address, change] = useAddress()
  return [
    rangeAt(address),
    ({ when, days }) =>
      change({ when, from: days?.from, until: days?.until, page: undefined, marked: undefined }),
  ]
}

/** What is ahead is read from now on, everything else from the newest back. */
export const orderIn = ({ when }: SessionRange): Order<SessionColumn> =>
  when === 'today' || when === 'upcoming' ? ['start_time', 'ASC'] : ['start_time', 'DESC']

/** A list's query, narrowed to a range. */
export function queryInRange(query: Query, range: SessionRange, zone: string, now: number): Query {
  const { when } = range
  const today = dayIn(now, zone)
  const days = when === 'today' ? { from: today, until: today } : range.days
  const order = orderIn(range)
  return {
    ...query,
    // The server's own order goes without saying.
    ...(query?.order === undefined && order[1] === 'ASC' && { order }),
    ...(days && { start_time_range: instantsOf(days, zone) }),
    ...(when !== undefined && when !== 'today' && { when }),
  }
}

const instantsOf = ({ from, until }: Days, zone: string): [string, string] => [
  new Date(dayRange(from, zone)[0]).toISOString(),
  new Date(dayRange(until, zone)[1]).toISOString(),
]

/** What Session Management asks for at an address. */
export const sessionsQueryAt = (address: Address, me: OwnProfile, now: number): Query =>
  queryInRange(queryAt(address, sessionShape(me)), rangeAt(address), zoneOf(me), now)

/** 'Nov 9, 2026 – Nov 16, 2026', or the one day. */
export function daysText({ from, until }: Days): string {
  // A day has no zone: it is written in the one that it was read in.
  const text = (day: string) => dayText('UTC', day)
  return from === until ? text(from) : `${text(from)} – ${text(until)}`
}

/** Where a session stands in the list: on its day, among its coach's own, marked. */
export function placeOf(session: Session, me: OwnProfile) {
  const day = dayIn(Date.parse(session.start_time), zoneOf(me))
  return {
    to: pages.sessions.path,
    search: {
      from: day,
      until: day,
      marked: session.id,
      // In a larger scope a day has many pages.
      ...(isAtLeast(me.privs, 'OrgAdmin') && { filters: { coach_name: [coachNameOf(session)] } }),
    },
  }
}
