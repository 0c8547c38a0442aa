import { callName } from '@parley/contract/rules/sessions/calendar-links.ts'
import { zoneHistory, type ZoneHistory } from './zone-history.ts'

/** A session as calendars get it: without the title and the guest link. */
export interface IcsEvent {
  sessionId: string
  sequence: number
  start: Date
  end: Date
  /** The other side's first name. */
  firstName: string
  isCancelled: boolean
  /** The session's page, for readers who can sign in. */
  url?: string
  /** Sender and recipient, set for an invitation. */
  invitation?: { from: Address; to: Address }
}

interface Address {
  name: string
  address: string
}

interface Calendar {
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  /** The reader's zone. */
  zone: string
  events: readonly IcsEvent[]
  now: number
  /** A feed's name, and how often calendar programs refresh it. */
  feed?: { name: string; refreshSeconds: number }
}

/** The UID that a session keeps in calendars for life, even if its coach, its times or our address change. */
export const uidOf = (sessionId: string): string => `${sessionId}@parley`

/**
 * Writes a calendar file. Times are in the reader's zone, and the file includes the zone's definition. The zone's changes
 * are looked up once, and each event then costs only additions, because a feed has up to 2,000 events.
 */
export function writeIcs({ method, zone, events, now, feed }: Calendar): string {
  const near = events.filter((event) => isNear(event, now))
  const times = near.flatMap(({ start, end }) => [start.getTime(), end.getTime()])
  const history = zoneHistory(zone, extreme(times, now, Math.min), extreme(times, now, Math.max))
  const isDescribed = near.length > 0 && zone !== 'UTC'
  const written = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Parley//Sessions//EN',
    `METHOD:${method}`,
    ...(feed ? [`NAME:${escaped(feed.name)}`, `X-WR-CALNAME:${escaped(feed.name)}`] : []),
    ...(isDescribed ? history.vtimezone() : []),
    ...(feed
      ? [
          `REFRESH-INTERVAL;VALUE=DURATION:PT${feed.refreshSeconds}S`,
          `X-PUBLISHED-TTL:PT${feed.refreshSeconds}S`,
        ]
      : []),
    ...events.flatMap((event) => eventLines(event, isDescribed && isNear(event, now) ? history : null, now)),
    'END:VCALENDAR',
  ]
  return `${written.map(folded).join('\r\n')}\r\n`
}

/** Reduces instead of spreading into `Math.min`: thousands of arguments are too many. */
const extreme = (times: readonly number[], now: number, of: (a: number, b: number) => number): number =>
  times.reduce((found, time) => of(found, time), now)

function eventLines(event: IcsEvent, history: ZoneHistory | null, now: number): string[] {
  const { start, end, invitation, url } = event
  // A clock time that occurs twice is ambiguous, so such a session is written in UTC.
  const isOnce = [start, end].every((date) => history?.isShownOnce(date.getTime()))
  const time = (date: Date): string =>
    history && isOnce
      ? `;TZID=${history.zone}:${clock(history.localOf(date.getTime()))}`
      : `:${clock(date.getTime())}Z`
  return [
    'BEGIN:VEVENT',
    `UID:${uidOf(event.sessionId)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${clock(now)}Z`,
    `DTSTART${time(start)}`,
    `DTEND${time(end)}`,
    `SUMMARY:${escaped(callName(event.firstName))}`,
    ...(invitation ? peopleOf(invitation) : []),
    ...(url ? [`URL;VALUE=URI:${url}`] : []),
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

/** The limit on how far from now zone times are used: the zone definition grows with the time that it covers. */
const nearMs = 3 * 366 * 24 * 3_600_000

/**
 * Events further away than anybody books are written in UTC, so that no single row decides how long writing the file takes.
 */
const isNear = ({ start, end }: IcsEvent, now: number): boolean =>
  start.getTime() >= now - nearMs && end.getTime() <= now + nearMs

/** 20260308T020000 */
const clock = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

/** Escapes a TEXT value of RFC 5545, in which a line break is the two characters `\n`. */
const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|[\r\n]/g, '\\n')

/** Quotes a parameter value as RFC 6868 says. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replaceAll(/\r\n|[\r\n]/g, '^n')}"`

/**
 * The organizer is the organization at our address, never the coach: it then stays the same when the coach changes, and a
 * coach's own calendar accepts the entry as an invitation. Each recipient gets only their own address, and no reply is
 * requested.
 */
const peopleOf = ({ from, to }: NonNullable<IcsEvent['invitation']>): string[] => [
  `ORGANIZER;CN=${quoted(from.name)}:mailto:${from.address}`,
  `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE;CN=${quoted(to.name)}:mailto:${to.address}`,
]

const lineBytesMax = 75

/** Folds lines at 75 bytes: the rest goes to the next line, after a space. A character is never split. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= lineBytesMax) return line
  let [text, bytes] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > lineBytesMax) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}
