import { cityOf, shortZoneName } from '@parley/contract/rules/time/zone-names.ts'

const minuteMs = 60_000

const written = (at: number, timeZone: string, style: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...style }).format(at).replaceAll('\u202F', ' ')

const clockText = (at: number, zone: string): string =>
  written(at, zone, { hour: 'numeric', minute: '2-digit' })

/** 'Mon, Nov 16'; with the year if it isn't this year. */
function dayText(at: number, zone: string, now: number): string {
  const isThisYear = written(at, zone, { year: 'numeric' }) === written(now, zone, { year: 'numeric' })
  return written(at, zone, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

/** 'Mon, Nov 16, 3:30 PM'. */
export const momentText = (at: number, zone: string, now: number): string =>
  `${dayText(at, zone, now)}, ${clockText(at, zone)}`

export interface Span {
  start: number
  end: number
}

/** 'Mon, Nov 16, 3:30 PM – 4:30 PM'. If the clocks change in between, each time names its zone. */
export function spanText({ start, end }: Span, zone: string, now: number): string {
  const names = [start, end].map((at) => shortZoneName(zone, at))
  const isOneClock = names[0] === names[1]
  const [from, until] = [start, end].map((at, i) => clockText(at, zone) + (isOneClock ? '' : ` ${names[i]}`))
  const isNextDay = dayText(start, zone, now) !== dayText(end, zone, now)
  return `${dayText(start, zone, now)}, ${from} – ${until}${isNextDay ? ' (next day)' : ''}`
}

/** 'your time, Mexico City (CST)'. */
export const zoneText = (zone: string, at: number): string =>
  `your time, ${cityOf(zone)} (${shortZoneName(zone, at)})`

/**
 * The call's start in the zone that is stored for the person, if this device's clock shows another time. It compares times,
 * not zone names, because two names may mean one clock.
 */
export function otherZoneHint(
  start: number,
  device: string,
  stored: string | null,
  now: number,
): string | undefined {
  if (stored === null || momentText(start, device, now) === momentText(start, stored, now)) return undefined
  return `This device is set to ${cityOf(device)}. Your profile says ${cityOf(stored)}: ${momentText(start, stored, now)} (${shortZoneName(stored, start)}).`
}

/** 'Starts in 12 min', 'Started 5 min ago' or 'Ended at 4:30 PM', for the corner of the page. */
export function countdownText({ start, end }: Span, zone: string, now: number): string {
  if (now >= end) return `Ended at ${clockText(end, zone)}`
  if (now >= start + minuteMs) return `Started ${Math.floor((now - start) / minuteMs)} min ago`
  if (now >= start) return 'Starts now'
  const minutes = Math.ceil((start - now) / minuteMs)
  if (minutes < 60) return `Starts in ${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `Starts in ${hours} h` : `Starts in ${Math.floor(hours / 24)} days`
}
