import { clockIn, dayIn, endChoices } from '@parley/contract/rules/time/clock-times.ts'
import type { Span } from '@parley/contract/rules/time/free-times.ts'
import { zoneLabel } from '@parley/contract/rules/time/zone-names.ts'
import { ApiProblem, isAway } from '#platform/server/api-problem.ts'
import { dayText } from '#platform/time/dates.ts'
import { cityOf, clockText, clockThere, shortZoneName } from '#platform/time/time-zone.ts'
import type { TimeChoice } from '#ui/field/time-field.tsx'
import { toast } from '#ui/overlay/toast.ts'
import type { TimeNote } from './session-times.ts'
import { lengthText } from '#features/sessions/words/countdown.ts'
import { zonedRangeText } from '#features/sessions/words/session-words.ts'

const dayMs = 86_400_000

/** 'Berlin, CET (6 h ahead)': a person's zone, compared with the viewer's. */
export function zoneHint(zone: string, viewerZone: string, at: number): string {
  const minutes = aheadBy(zone, viewerZone, at)
  const ahead = minutes === 0 ? '' : ` (${lengthText(Math.abs(minutes))} ${minutes > 0 ? 'ahead' : 'behind'})`
  return `${cityOf(zone)}, ${shortZoneName(zone, at)}${ahead}`
}

const wallClock = (zone: string, at: number): number =>
  Date.parse(`${dayIn(at, zone)}T${clockIn(at, zone)}:00Z`)

const aheadBy = (zone: string, other: string, at: number): number =>
  (wallClock(zone, at) - wallClock(other, at)) / 60_000

/** The same instant elsewhere: '5:15 PM Berlin', 'Wed 3:15 AM Sydney'; the zone's name if all have the viewer's clock. */
export function elsewhereText(at: number, zones: readonly string[], viewerZone: string): string {
  const others = [...new Set(zones)].filter((zone) => aheadBy(zone, viewerZone, at) !== 0)
  if (others.length === 0) return shortZoneName(viewerZone, at)
  return others.map((zone) => `${clockThere(zone, at, viewerZone)} ${cityOf(zone)}`).join(' · ')
}

/** 'Monday, today', 'Tuesday, tomorrow', 'Thursday'. A day has no zone: it is parsed and formatted in UTC. */
export function dayHint(day: string, today: string): string {
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' }).format(
    Date.parse(day),
  )
  const away = (Date.parse(day) - Date.parse(today)) / dayMs
  return `${weekday}${away === 0 ? ', today' : away === 1 ? ', tomorrow' : ''}`
}

/** 'Monday, Nov 16'. */
export const dayTitle = (day: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'short',
    day: 'numeric',
  }).format(Date.parse(day))

/** Start times to choose from. In an hour that occurs twice, each has its offset. */
export function startList(instants: readonly number[], zone: string): TimeChoice[] {
  const clocks = instants.map((instant) => clockText(zone, instant))
  return instants.map((instant, i) => {
    const label = clocks[i] ?? ''
    const isDoubled = clocks.filter((clock) => clock === label).length > 1
    return { key: String(instant), label, ...(isDoubled && { mark: zoneLabel(zone, instant) }) }
  })
}

/** End times to choose from, each with the resulting length. */
export function endList(start: number, zone: string): TimeChoice[] {
  const choices = endChoices(start, zone)
  const doubled = new Map(
    startList(
      choices.map(({ instant }) => instant),
      zone,
    ).map(({ key, mark }) => [key, mark]),
  )
  return choices.map(({ instant, daysLater }) => {
    const marks = [
      daysLater > 0 && 'next day',
      doubled.get(String(instant)),
      lengthText((instant - start) / 60_000),
    ]
    return {
      key: String(instant),
      label: clockText(zone, instant),
      mark: marks.filter(Boolean).join(' · '),
    }
  })
}

/** Says which time replaced one that the clock skips. */
export const gapText = ({ clock }: TimeNote, became: number, zone: string): string =>
  `${twelveHours(clock)} does not exist on that day, because the clocks go forward. It became ${clockText(zone, became)}.`

/** Says why there are two times to choose from. */
export const doubledText = ({ clock }: TimeNote): string =>
  `${twelveHours(clock)} comes twice on that day, because the clocks go back.`

export const choiceText = (instant: number, zone: string): string =>
  `${clockText(zone, instant)} ${zoneLabel(zone, instant)}`

const twelveHours = (clock: string): string => clockText('UTC', Date.parse(`1970-01-01T${clock}:00Z`))

/** '12:30 – 1:30 PM EST', with the date if it is on another day. */
export const offerText = (span: Span, zone: string, day: string): string =>
  `${dayIn(span.start, zone) === day ? '' : `${dayText(zone, span.start)}, `}${zonedRangeText(zone, span.start, span.end)}`

/** 'Use 12:30 PM', 'Use Nov 17, 12:30 PM'. */
export function takeText(span: Span, zone: string, day: string): string {
  const [monthDay] = dayText(zone, span.start).split(', ')
  const isOtherDay = dayIn(span.start, zone) !== day
  return `Use ${isOtherDay ? `${monthDay}, ` : ''}${clockText(zone, span.start)}`
}

/** The server's own words if it refused the call, else a text saying that the failure is on our side. */
export function saveFailureText(error: unknown): string {
  return error instanceof ApiProblem && !isAway(error)
    ? error.message
    : "We're experiencing technical difficulties."
}

export const toastSaveFailure = (error: unknown): string =>
  toast.error("Sorry, we can't save your session.", saveFailureText(error))
