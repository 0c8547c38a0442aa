import type { GuestSession } from '@parley/contract/calls/calls.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { guestStateOf } from '@parley/contract/rules/calls/guest-states.ts'
import type { Context, Guest } from '#platform/process/context.ts'
import { writeIcs } from '#features/sessions/sessions.ts'

/** The only part of the session that the holder of a link sees before being let in (docs/rules.md §5). */
export function guestEntry({ principal: guest, now }: Context<Guest>): GuestSession {
  const { status, start_time, end_time } = guest.session
  return {
    state: guestStateOf(guest.session, now),
    status,
    start_time,
    end_time,
    first_name: guest.firstName,
    time_zone: guest.zone,
    coach_first_name: guest.coachName,
    organization: { name: guest.organization.name, contact: guest.organization.contact },
    now: new Date(now).toISOString(),
  }
}

/**
 * The same event as in the invitation, so that a calendar with both shows one. It has no link, because calendars are shared.
 */
export function guestCalendarFile(
  { principal: guest, now }: Context<Guest>,
  zone = guest.organization.zone,
): { filename: string; ics: string } {
  const { start_time, end_time, sequence } = guest.session
  const [start, end] = [new Date(start_time), new Date(end_time)]
  const event = {
    sessionId: guest.sessionId,
    sequence,
    start,
    end,
    firstName: guest.coachName,
    isCancelled: false,
  }
  return {
    filename: `coaching-call-${dayIn(start.getTime(), zone)}.ics`,
    ics: writeIcs({ method: 'PUBLISH', zone, events: [event], now }),
  }
}
