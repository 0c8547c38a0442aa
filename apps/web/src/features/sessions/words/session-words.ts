import type { Session } from '@parley/contract/sessions/sessions.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { isAtLeast, type Privs } from '@parley/contract/rules/people/levels.ts'
import { isOrgType } from '@parley/contract/rules/sessions/sessions.ts'
import { dayText } from '#platform/time/dates.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { clockText, shortZoneName } from '#platform/time/time-zone.ts'

/** '9:30 – 10:30 AM', '11:30 AM – 12:30 PM', '11:30 PM – 12:30 AM (+1)'. */
export function clockRangeText(zone: string, start: number, end: number): string {
  const [from, until] = [clockText(zone, start), clockText(zone, end)]
  const isLater = dayIn(start, zone) !== dayIn(end, zone)
  const isSameHalf = !isLater && from.slice(-2) === until.slice(-2)
  return `${isSameHalf ? from.slice(0, -3) : from} – ${until}${isLater ? ' (+1)' : ''}`
}

/** The same with the zone's short name: '9:30 – 10:30 AM EST'. */
export const zonedRangeText = (zone: string, start: number, end: number): string =>
  `${clockRangeText(zone, start, end)} ${shortZoneName(zone, start)}`

/** 'Nov 16, 2026 9:30 – 10:30 AM EST'. */
export const whenText = (zone: string, { start_time, end_time }: Session): string =>
  `${dayText(zone, start_time)} ${zonedRangeText(zone, Date.parse(start_time), Date.parse(end_time))}`

/** The client of an Individual session. */
export const clientOf = (session: Session): Session['participants'][number] | undefined =>
  isOrgType(session) ? undefined : session.participants.find(({ id }) => id === session.user_id)

/** 'Priya Raghunathan', '6 participants'. */
export function otherSideText(session: Session): string {
  const client = clientOf(session)
  if (client) return nameOf(client)
  const count = session.participants.length
  return `${count} ${count === 1 ? 'participant' : 'participants'}`
}

export const coachNameOf = ({ coach: [coach] }: Session): string =>
  coach ? `${coach.first_name} ${coach.last_name}`.trim() : ''

export const typeText = (session: Session): string => (isOrgType(session) ? 'Org' : 'Individual')

/** 'Starts in 12 min', 'Starts now': for a session that is less than 25 minutes away. */
export function startsInText({ start_time }: Session, now: number): string {
  const minutes = Math.ceil((Date.parse(start_time) - now) / 60_000)
  return minutes <= 0 ? 'Starts now' : `Starts in ${minutes} min`
}

/** Only Admin and above see that a session is not billed. */
export const showsNotBillable = (privs: Privs, { billable }: Pick<Session, 'billable'>): boolean =>
  !billable && isAtLeast(privs, 'Admin')
