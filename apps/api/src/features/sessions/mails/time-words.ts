import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { cityOf, shortZoneName, zoneLabel } from '@parley/contract/rules/time/zone-names.ts'
import type { TimePanel } from '#platform/mail/letter.ts'

/** Start and end, as instants. */
export interface Span {
  start: number
  end: number
}

type Style = Intl.DateTimeFormatOptions

const written = (at: number, timeZone: string, style: Style): string =>
  // Intl puts a narrow no-break space before AM or PM, which not every mail program can show.
  new Intl.DateTimeFormat('en-US', { timeZone, ...style }).format(at).replaceAll('\u202F', ' ')

/** '3:30 PM'. */
export const clockText = (at: number, zone: string): string =>
  written(at, zone, { hour: 'numeric', minute: '2-digit' })

/** 'Monday, Nov 16, 2026'. */
const dayText = (at: number, zone: string): string =>
  written(at, zone, { weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' })

/** 'Mon, Nov 16, 3:30 PM (CET)', short enough for a subject. */
export function whenText(at: number, zone: string): string {
  const day = written(at, zone, { weekday: 'short', month: 'short', day: 'numeric' })
  return `${day}, ${clockText(at, zone)} (${shortZoneName(zone, at)})`
}

/** '3:30 PM – 4:30 PM'. If the clocks change in between, each time has its own zone name. */
function rangeText({ start, end }: Span, zone: string): string {
  const names = [start, end].map((at) => shortZoneName(zone, at))
  const isOneClock = names[0] === names[1]
  const [from, until] = [start, end].map((at, i) => clockText(at, zone) + (isOneClock ? '' : ` ${names[i]}`))
  const isNextDay = dayIn(start, zone) !== dayIn(end, zone)
  return `${from} – ${until}${isNextDay ? ' (next day)' : ''}`
}

/** 'Monday, Nov 16, 2026, 3:30 PM – 4:30 PM (CET, UTC+1)'. */
export const spanText = (span: Span, zone: string): string =>
  `${dayText(span.start, zone)}, ${rangeText(span, zone)} (${zoneLabel(zone, span.start)})`

/** The time in the reader's zone, and beside it in the other side's zone if that shows a different time. */
export function panelOf(span: Span, zone: string, other?: { name: string; zone: string }): TimePanel {
  return {
    day: dayText(span.start, zone),
    time: rangeText(span, zone),
    zone: `your time, ${cityOf(zone)} (${zoneLabel(zone, span.start)})`,
    other: other && otherTime(span.start, zone, other),
  }
}

function otherTime(start: number, zone: string, other: { name: string; zone: string }): TimePanel['other'] {
  const clock = clockText(start, other.zone)
  const isSameDay = dayIn(start, zone) === dayIn(start, other.zone)
  if (isSameDay && clock === clockText(start, zone)) return undefined
  const weekday = isSameDay ? '' : `${written(start, other.zone, { weekday: 'short' })}, `
  return {
    time: `${weekday}${clock} for ${other.name}`,
    zone: `in ${cityOf(other.zone)} (${zoneLabel(other.zone, start)})`,
  }
}
