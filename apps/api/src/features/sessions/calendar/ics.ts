import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { callName } from '@parley/contract/rules/calendar-links.ts'
import { isShownOnce, vtimezone } from './vtimezone.ts'

/** A session as a calendar is told of it: no title, no guest's link. */
export interface IcsEvent {
  sessionId: string
  sequence: number
  start: Date
  end: Date
  /** The other side's first name. */
  firstName: string
  isCancelled: boolean
  /** The session's page, for whoever can sign in. */
  url?: string
  /** With an invitation: who sends it and whom it is for. */
  invitation?: { from: Address; to: Address }
}

interface Address {
  name: string
  address: string
}

interface IcsGiven {
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  /** The zone of whoever reads it. */
  zone: string
  events: readonly IcsEvent[]
  now: number
  /** A feed's own name and how often to come back. */
  feed?: { name: string; refreshSeconds: number }
}

/** One session keeps this name in calendars for life, whatever becomes of its coach, its times or our address. */
export const uidOf = (sessionId: string): string => `${sessionId}@parley`

/** Writes a calendar file. Times are given on the reader's clock, with the zone's own description beside them. */
export function writeIcs({ method, zone, events, now, feed }: IcsGiven): string {
  const local = events.filter((event) => isNear(event, now))
  const starts = local.map((event) => event.start.getTime())
  const ends = local.map((event) => event.end.getTime())
  const calendar = ical({
    prodId: { company: 'Parley', product: 'Sessions', language: 'EN' },
    method: ICalCalendarMethod[method],
    // No zone for the calendar as a whole: the library would write DTSTAMP in it, which has to be in UTC.
    timezone: {
      name: null,
      generator: (name) => vtimezone(name, Math.min(now, ...starts), Math.max(now, ...ends)),
    },
    ...(feed ? { name: feed.name, ttl: feed.refreshSeconds } : {}),
  })
  for (const event of events) {
    calendar.createEvent({
      id: uidOf(event.sessionId),
      sequence: event.sequence,
      stamp: instantOf(new Date(now)),
      start: instantOf(event.start),
      end: instantOf(event.end),
      timezone: isNear(event, now) ? zoneFor(event, zone) : null,
      summary: callName(event.firstName),
      status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...(event.url ? { url: event.url } : {}),
      ...(event.invitation ? peopleOf(event.invitation) : {}),
    })
  }
  return calendar.toString()
}

/** The description of a zone is as long as the time that it covers. */
const nearMs = 3 * 366 * 24 * 3_600_000

/** What lies further away than anybody books is written in UTC, so that no row decides how long this takes. */
const isNear = ({ start, end }: IcsEvent, now: number): boolean =>
  start.getTime() >= now - nearMs && end.getTime() <= now + nearMs

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())

/** A clock time that comes twice says too little: such a session is written in UTC. */
const zoneFor = ({ start, end }: IcsEvent, zone: string): string | null =>
  [start, end].every((date) => isShownOnce(date.getTime(), zone)) ? zone : null

/**
 * The sender is the organization at our address, never the coach: it then stays the same when the coach changes, and a
 * coach's own calendar takes the entry as an invitation. Nobody else's address is given away, and no answer is asked for.
 */
const peopleOf = ({ from, to }: NonNullable<IcsEvent['invitation']>) => ({
  organizer: { name: from.name, email: from.address },
  attendees: [{ name: to.name, email: to.address, rsvp: false, status: ICalAttendeeStatus.NEEDSACTION }],
})
