import type { SessionDetails } from '@parley/contract/sessions/session-details.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { dayText } from '#platform/time/dates.ts'
import { clockText } from '#platform/time/time-zone.ts'

/** 'Today, 9:14 AM', else 'Nov 12, 11:40 AM', with the year if it is not the current one. */
export const momentText = (zone: string, at: number, now: number): string =>
  `${dayIn(at, zone) === dayIn(now, zone) ? 'Today' : shortDayText(zone, at, now)}, ${clockText(zone, at)}`

/** The same within a sentence: 'today, 9:14 AM'. */
export const momentWithin = (zone: string, at: number, now: number): string =>
  momentText(zone, at, now).replace(/^Today/, 'today')

/** 'Nov 12', with the year if it is not the current one. */
export function shortDayText(zone: string, at: number, now: number): string {
  const [day = '', year = ''] = dayText(zone, at).split(', ')
  return dayText(zone, now).endsWith(year) ? day : `${day}, ${year}`
}

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** 'Sent Nov 15, 9:30 AM and today, 8:30 AM'; 'Planned for …' if none was sent yet. */
export function remindersText(zone: string, reminders: SessionDetails['reminders'], now: number): string {
  const moments = (isSent: boolean) =>
    reminders
      .filter(({ sentTo }) => sentTo > 0 === isSent)
      .map(({ at }) => momentWithin(zone, Date.parse(at), now))
  const [sent, planned] = [moments(true), moments(false)]
  if (sent.length === 0 && planned.length === 0) return 'None'
  const parts = [
    ...(sent.length > 0 ? [`Sent ${listed.format(sent)}`] : []),
    ...(planned.length > 0 ? [`${sent.length > 0 ? 'next' : 'Planned for'} ${listed.format(planned)}`] : []),
  ]
  return parts.join('; ')
}
