import type { OwnProfile } from '@parley/contract/identity.ts'
import type { listSessions, Session } from '@parley/contract/sessions/sessions.ts'
import type { RouteInput } from '@parley/contract/wire/route.ts'
import { dayIn, dayRange } from '@parley/contract/rules/time/clock-times.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
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

/** Days in the viewer's zone, both inclusive. */
export interface Days {
  from: string
  until: string
}

/** The time range of a list: a preset, days, or both if they can be combined. */
export interface SessionRange {
  when: Address['when']
  days: Days | undefined
}

/** Rejects days in the URL that no session could be on. */
const isPossible = (day: string | undefined): day is string =>
  isDay(day) && day >= '1970-01-01' && day < '2970-01-01'

/** Invalid days are ignored, and a single day is both the first and the last. 'Today' can't be combined with days. */
export function rangeAt({ when, from, until }: Address): SessionRange {
  const [first, ...rest] = [from, until].filter(isPossible).toSorted()
  if (when === 'today' || first === undefined) return { when, days: undefined }
  return { when, days: { from: first, until: rest[0] ?? first } }
}

/** The list's time range. It is part of the URL, like the rest of a list's state. */
export function useSessionRange(): [SessionRange, (range: SessionRange) => void] {
  const [address, change] = useAddress()
  return [
    rangeAt(address),
    ({ when, days }) =>
      change({ when, from: days?.from, until: days?.until, page: undefined, marked: undefined }),
  ]
}

/** Today's and upcoming sessions come earliest first, all others newest first. */
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
    // The server's default order can be left out.
    ...(query?.order === undefined && order[1] === 'ASC' && { order }),
    ...(days && { start_time_range: instantsOf(days, zone) }),
    ...(when !== undefined && when !== 'today' && { when }),
  }
}

const instantsOf = ({ from, until }: Days, zone: string): [string, string] => [
  new Date(dayRange(from, zone)[0]).toISOString(),
  new Date(dayRange(until, zone)[1]).toISOString(),
]

/** The query that Session Management sends for a URL. */
export const sessionsQueryAt = (address: Address, me: OwnProfile, now: number): Query =>
  queryInRange(queryAt(address, sessionShape(me)), rangeAt(address), zoneOf(me), now)

/** 'Nov 9, 2026 – Nov 16, 2026', or the one day. */
export function daysText({ from, until }: Days): string {
  // A day has no zone: it is parsed and formatted in UTC.
  const text = (day: string) => dayText('UTC', day)
  return from === until ? text(from) : `${text(from)} – ${text(until)}`
}

/** Links to a session in the list: on its day, among its coach's sessions, marked. */
export function placeOf(session: Session, me: OwnProfile) {
  const day = dayIn(Date.parse(session.start_time), zoneOf(me))
  return {
    to: pages.sessions.path,
    search: {
      from: day,
      until: day,
      marked: session.id,
      // In a larger scope, one day can fill many pages.
      ...(isAtLeast(me.privs, 'OrgAdmin') && { filters: { coach_name: [coachNameOf(session)] } }),
    },
  }
}
