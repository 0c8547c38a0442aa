/** The data of a session that goes into a calendar: never its title or a guest's link. */
export interface CalendarEntry {
  /** The other side's first name; empty if the session has no other side. */
  firstName: string
  start: number
  end: number
  /** The session's page, for people who can sign in; clients have none. */
  url?: string
}

/** The name of a session in calendars, mail subjects and feeds. */
export const callName = (firstName: string): string =>
  firstName ? `Coaching Call with ${firstName}` : 'Coaching Call'

/** The name of the other side in a calendar: one first name, or the first of several and how many others. */
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

/** A link that opens the session as a new entry in Google Calendar. */
export function googleCalendarUrl({ firstName, start, end, url }: CalendarEntry): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: callName(firstName),
    dates: `${compact(start)}/${compact(end)}`,
    ...(url ? { details: url, location: url } : {}),
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

/** A link that opens the session as a new entry in Outlook on the web. */
export function outlookCalendarUrl({ firstName, start, end, url }: CalendarEntry): string {
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: callName(firstName),
    startdt: new Date(start).toISOString(),
    enddt: new Date(end).toISOString(),
    ...(url ? { body: url, location: url } : {}),
  })
  // Outlook takes a plus sign literally.
  return `https://outlook.office.com/calendar/deeplink/compose?${query.toString().replaceAll('+', '%20')}`
}
