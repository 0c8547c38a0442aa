import { Temporal } from 'temporal-polyfill'
import { shortZoneName } from '@parley/contract/rules/zone-names.ts'

const year_ms = 366 * 24 * 3_600_000

export type ZoneHistory = ReturnType<typeof zoneHistory>

/**
 * What a zone's clocks show between two instants. The changes are read once, from a year before to a year after, so that
 * both of its offsets are there; a zone is no rule but a history, and this is the part of it that is needed.
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
    /** The wall clock at an instant, as the instant at which UTC shows the same. */
    localOf,
    /** Whether the wall clock shows this time once. Of one that comes twice RFC 5545 means the first, and not every reader does. */
    isShownOnce(instant: number): boolean {
      const local = localOf(instant)
      return !steps.some(({ at, before, after }) => at + after <= local && local < at + before)
    },
    /** Each change of the clocks is an observance of its own. */
    vtimezone: (): string[] => [
      'BEGIN:VTIMEZONE',
      `TZID:${zone}`,
      ...changes.flatMap(observance),
      'END:VTIMEZONE',
    ],
  }
}

/** When the clocks of a zone change, and the moment before it. */
interface Change {
  at: Temporal.ZonedDateTime
  before: Temporal.ZonedDateTime
}

/** The change that is in force at the first instant, and each that follows. */
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

/** What changed before computers count has always been so. */
function inForce(now: Temporal.ZonedDateTime): Change {
  const at = now.getTimeZoneTransition('previous')
  if (at && at.epochMilliseconds > 0) return { at, before: at.subtract({ milliseconds: 1 }) }
  const always = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(now.timeZoneId)
  return { at: always, before: always }
}

function observance({ at, before }: Change): string[] {
  const kind = at.offsetNanoseconds > standardOffset(at) ? 'DAYLIGHT' : 'STANDARD'
  // The wall clock at the change before it was changed. An old offset may have seconds, which Temporal takes for no zone.
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

/** The smaller of the two offsets that a zone has in a year. */
function standardOffset(at: Temporal.ZonedDateTime): number {
  const offsets = [1, 7].map((month) => at.with({ month, day: 1, hour: 12 }).offsetNanoseconds)
  return Math.min(...offsets)
}
