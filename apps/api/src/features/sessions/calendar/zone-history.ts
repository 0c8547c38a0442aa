import { Temporal } from 'temporal-polyfill'
import { shortZoneName } from '@parley/contract/rules/time/zone-names.ts'

const year_ms = 366 * 24 * 3_600_000

export type ZoneHistory = ReturnType<typeof zoneHistory>

/**
 * The wall-clock times of a zone between two instants. Its changes are read once, from a year before to a year after, so
 * that both of its offsets are included. A zone is not a rule but a history, and this reads the part that is needed.
 */
export function zoneHistory(zone: string, from: number, until: number) {
  const changes = changesOf(zone, from - year_ms, until + year_ms)
  const steps = changes.map(({ at, before }) => ({
    at: at.epochMilliseconds,
    before: before.offsetNanoseconds / 1e6,
    after: at.offsetNanoseconds / 1e6,
  }))
  const localOf = (instant: number): number =>
    instant + (steps.findLast(({ at }) => at <= instant) ?? { after: steps[0]?.before ?? 0 }).after
  return {
    zone,
    /** The wall-clock time at an instant, as the instant at which UTC shows the same time. */
    localOf,
    /**
     * Whether this wall-clock time occurs only once. For one that occurs twice RFC 5545 means the first, but not every
     * program follows it.
     */
    isShownOnce(instant: number): boolean {
      const local = localOf(instant)
      return !steps.some(({ at, before, after }) => at + after <= local && local < at + before)
    },
    /** The VTIMEZONE lines, with one observance for each change of the clocks. */
    vtimezone: (): string[] => [
      'BEGIN:VTIMEZONE',
      `TZID:${zone}`,
      ...changes.flatMap(observance),
      'END:VTIMEZONE',
    ],
  }
}

/** A change of the clocks, and the millisecond before it. */
interface Change {
  at: Temporal.ZonedDateTime
  before: Temporal.ZonedDateTime
}

/** The change in force at the first instant, and each one that follows. */
function changesOf(zone: string, from: number, until: number): Change[] {
  const first = Temporal.Instant.fromEpochMilliseconds(from + 1).toZonedDateTimeISO(zone)
  const changes = [inForce(first)]
  let at = first.getTimeZoneTransition('next')
  while (at && at.epochMilliseconds <= until) {
    changes.push({ at, before: at.subtract({ milliseconds: 1 }) })
    at = at.getTimeZoneTransition('next')
  }
  return changes
}

/** An offset that dates from before the Unix epoch counts as having always applied. */
function inForce(now: Temporal.ZonedDateTime): Change {
  const at = now.getTimeZoneTransition('previous')
  if (at && at.epochMilliseconds > 0) return { at, before: at.subtract({ milliseconds: 1 }) }
  const always = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(now.timeZoneId)
  return { at: always, before: always }
}

function observance({ at, before }: Change): string[] {
  const kind = at.offsetNanoseconds > standardOffset(at) ? 'DAYLIGHT' : 'STANDARD'
  // The start in local time by the old offset, as RFC 5545 wants it. Offsets with seconds exist; Temporal refuses them.
  const start = new Date(at.epochMilliseconds + before.offsetNanoseconds / 1e6)
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`,
    `TZOFFSETFROM:${before.offset.replaceAll(':', '')}`,
    `TZOFFSETTO:${at.offset.replaceAll(':', '')}`,
    `TZNAME:${shortZoneName(at.timeZoneId, at.epochMilliseconds)}`,
    `END:${kind}`,
  ]
}

/** The smaller of the two offsets that the zone has in that year. */
function standardOffset(at: Temporal.ZonedDateTime): number {
  const offsets = [1, 7].map((month) => at.with({ month, day: 1, hour: 12 }).offsetNanoseconds)
  return Math.min(...offsets)
}
