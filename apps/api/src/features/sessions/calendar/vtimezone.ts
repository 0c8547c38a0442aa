import { Temporal } from 'temporal-polyfill'
import { shortZoneName } from '@parley/contract/rules/zone-names.ts'

const year_ms = 366 * 24 * 3_600_000

/**
 * The VTIMEZONE of a zone for events between two instants: each change of its clocks is an observance of its own, from a
 * year before to a year after, so that both of its offsets are there. A zone is no rule but a history, and this is the
 * part of it that is needed.
 */
export function vtimezone(zone: string, from: number, until: number): string {
  const changes = changesOf(zone, from - year_ms, until + year_ms)
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...changes.flatMap(observance), 'END:VTIMEZONE'].join('\r\n')
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
  // The wall clock at the change as those saw it who had not changed theirs yet.
  const start = at.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}`,
    `TZOFFSETFROM:${before.offset.replace(':', '')}`,
    `TZOFFSETTO:${at.offset.replace(':', '')}`,
    `TZNAME:${shortZoneName(at.timeZoneId, at.epochMilliseconds)}`,
    `END:${kind}`,
  ]
}

/** The smaller of the two offsets that a zone has in a year. */
function standardOffset(at: Temporal.ZonedDateTime): number {
  const offsets = [1, 7].map((month) => at.with({ month, day: 1, hour: 12 }).offsetNanoseconds)
  return Math.min(...offsets)
}

/** Whether a zone's wall clock shows this time once. Of one that comes twice RFC 5545 means the first, and not every reader does. */
export function isShownOnce(instant: number, zone: string): boolean {
  const clock = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime()
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    clock.toZonedDateTime(zone, { disambiguation }),
  )
  return first?.epochMilliseconds === second?.epochMilliseconds
}
