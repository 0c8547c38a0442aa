/** What a calendar is told of a session: neither its title nor a guest's link ever reaches one. */
export interface CalendarEntry {
  /** The other side's first name; empty in a session without one. */
  firstName: string
  start: number
  end: number
  /** The session's page, for whoever can sign in; a client has none. */
  url?: string
}

/** What calendars, subjects and feeds call a session. */
export const callName = (firstName: string): string =>
  firstName ? `Coaching Call with ${firstName}` : 'Coaching Call'

/** How a calendar names the other side: one first name, or the first of several and how many more. */
export function otherSideName(people: readonly { first_name: string; username: string }[]): string {
  const [first, ...more] = people
  if (!first) return ''
  const name = first.first_name.trim() || first.username
  if (more.length === 0) return name
  return `${name} and ${more.length} ${more.length === 1 ? 'other' : 'others'}`
}

const compact = (instant: number): string =>
  new Date(instant)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')

/** The address at which Google Calendar offers the session as a new entry. */
export function googleCalendarUrl({ firstName, start, end, url }: CalendarEntry): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: callName(firstName),
    dates: `${compact(start)}/${compact(end)}`,
    ...(url ? { details: url, location: url } : {}),
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

/** The address at which Outlook on the web offers the session as a new entry. */
export function outlookCalendarUrl({ firstName, start, end, url }: CalendarEntry): string {
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: callName(firstName),
    startdt: new Date(start).toISOString(),
    enddt: new Date(end).toISOString(),
    ...(url ? { body: url, location: url } : {}),
  })
  // Outlook reads a plus sign as itself.
  return `https://outlook.office.com/calendar/deeplink/compose?${query.toString().replaceAll('+', '%20')}`
}
