import type { Session } from '@parley/contract/sessions/sessions.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { dayText } from '#platform/time/dates.ts'
import { cityOf, clockText, clockThere, otherWeekday, shortZoneName } from '#platform/time/time-zone.ts'
import { clientOf, clockRangeText } from '#features/sessions/sessions.ts'

const dayMs = 86_400_000

/** 'today', 'tomorrow', 'Thu, Nov 19'. */
export function dayWord(zone: string, at: number, now: number): string {
  const days = Math.round((Date.parse(dayIn(at, zone)) - Date.parse(dayIn(now, zone))) / dayMs)
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : weekdayText(zone, at)
}

/** 'Thu, Nov 19'. */
export const weekdayText = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(at)

/** 'Today, 8:00 AM EST', 'Yesterday, 3:00 PM EST', 'Nov 13, 3:00 PM EST'. */
export function recentText(zone: string, at: number, now: number): string {
  const days = Math.round((Date.parse(dayIn(now, zone)) - Date.parse(dayIn(at, zone))) / dayMs)
  const day = days === 0 ? 'Today' : days === 1 ? 'Yesterday' : (dayText(zone, at).split(', ')[0] ?? '')
  return `${day}, ${clockText(zone, at)} ${shortZoneName(zone, at)}`
}

/** The client's own zone, else the organization's. */
export const clientZone = (session: Session): string =>
  clientOf(session)?.time_zone ?? session.organization.time_zone

/** Whether both zones show the same time and date at that instant. */
const isSameClock = (one: string, other: string, at: number): boolean =>
  one === other || (clockText(one, at) === clockText(other, at) && dayIn(at, one) === dayIn(at, other))

/** '10:15 AM in Mexico City', 'Wed 5:00 AM in Sydney', 'New York' on the viewer's own clock, 'Org session, 4 time zones'. */
export function elsewhereText(session: Session, viewerZone: string): string {
  if (!clientOf(session)) return groupText(session)
  const [zone, start] = [clientZone(session), Date.parse(session.start_time)]
  return isSameClock(zone, viewerZone, start)
    ? cityOf(zone)
    : `${clockThere(zone, start, viewerZone)} in ${cityOf(zone)}`
}

/** '3:30 – 4:30 PM for Margarethe in Berlin (CET)'. */
export function clientTimesText(session: Session, viewerZone: string): string {
  const client = clientOf(session)
  if (!client) return groupText(session)
  const [start, end] = [Date.parse(session.start_time), Date.parse(session.end_time)]
  const zone = clientZone(session)
  const name = client.first_name.trim() || client.username
  const range = [otherWeekday(zone, start, viewerZone), clockRangeText(zone, start, end)]
    .filter(Boolean)
    .join(' ')
  const times = isSameClock(zone, viewerZone, start) ? 'Same time' : range
  return `${times} for ${name} in ${cityOf(zone)} (${shortZoneName(zone, start)})`
}

function groupText({ participants, coach, organization }: Session): string {
  const zones = new Set(
    [...coach, ...participants].map(({ time_zone }) => time_zone ?? organization.time_zone),
  )
  return zones.size > 1 ? `Org session, ${zones.size} time zones` : 'Org session'
}
