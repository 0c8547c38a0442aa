import { zoneAmong } from '@parley/contract/rules/time/time-zones.ts'
import { cityOf, shortZoneName } from '@parley/contract/rules/time/zone-names.ts'

export { cityOf, shortZoneName }

/** The sources of the viewer's zone: their profile, else their organization, else the browser. */
interface Zoned {
  time_zone: string | null
  organization: { time_zone: string } | null
}

/** A device may be set to a zone that we do not offer ('EST5EDT'). */
export const browserZone = (): string => zoneAmong(Intl.DateTimeFormat().resolvedOptions().timeZone)

export const zoneOf = (viewer: Zoned | undefined): string =>
  zoneAmong(viewer?.time_zone, viewer?.organization?.time_zone, browserZone())

const made = new Map<string, Intl.DateTimeFormat>()

/**
 * A date format in a zone. Creating one takes many times as long as using it, and every row of a list needs the same, so
 * formats are cached.
 */
export function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const known = made.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  made.set(key, format)
  return format
}

/** '9:18 AM' in a zone. */
export const clockText = (zone: string, at: number): string =>
  formatIn(zone, { hour: 'numeric', minute: '2-digit' }).format(at)

/** '9:30' of '9:30 AM', for places where AM or PM is clear. */
export const withoutHalf = (clock: string): string => clock.split(/\s/, 1)[0] ?? clock

/** 'Monday', or 'Mon', in a zone. */
export const weekdayText = (zone: string, at: number, weekday: 'long' | 'short' = 'long'): string =>
  formatIn(zone, { weekday }).format(at)

/** The weekday of an instant in another zone, 'Wed', if it differs from the viewer's. */
export function otherWeekday(zone: string, at: number, viewerZone: string): string | undefined {
  const there = weekdayText(zone, at, 'short')
  return there === weekdayText(viewerZone, at, 'short') ? undefined : there
}

/** The time in another zone, beside the viewer's: '5:15 PM', or 'Wed 5:00 AM' if it is another day there. */
export const clockThere = (zone: string, at: number, viewerZone: string): string =>
  [otherWeekday(zone, at, viewerZone), clockText(zone, at)].filter(Boolean).join(' ')

/**
 * The note that this device's clock differs from the viewer's; undefined if both agree. Two names may mean one clock
 * (America/Detroit, America/New_York), so clocks are compared and not names.
 */
export function deviceHint(zone: string, now: number, device = browserZone()): string | undefined {
  const wallClock = (timeZone: string) =>
    formatIn(timeZone, { dateStyle: 'short', timeStyle: 'short' }).format(now)
  if (wallClock(zone) === wallClock(device)) return undefined
  return `This device is set to ${cityOf(device)} (${shortZoneName(device, now)}).`
}
