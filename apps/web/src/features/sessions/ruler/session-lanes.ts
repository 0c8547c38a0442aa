import type { Answered } from '@parley/contract/wire/route.ts'
import { busyTimes } from '@parley/contract/sessions/sessions.ts'
import { dayRange } from '@parley/contract/rules/time/clock-times.ts'
import {
  isKind,
  nextFreeTime,
  overlaps,
  type Calendar,
  type Span,
} from '@parley/contract/rules/time/free-times.ts'
import type { WorkingHours } from '@parley/contract/rules/time/working-hours.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '#platform/server/queries.ts'
import { cityOf, clockThere } from '#platform/time/time-zone.ts'
import type { PersonOption } from '#features/sessions/form/person-options.ts'

export interface BusySpan extends Span {
  /** Null if the viewer may only know that the person is busy. */
  title: string | null
}

/** One person's day, drawn beside the others'. */
export interface Lane extends Calendar {
  option: PersonOption
  role: 'coach' | 'other'
  busy: readonly BusySpan[]
  workingHours: WorkingHours | null
  /** False while the person's day is loading, or if it can't be loaded. */
  isKnown: boolean
}

export interface Clash {
  lane: Lane
  span: BusySpan
}

/** Everybody's availability, for the chosen span. */
export interface Availability {
  lanes: readonly Lane[]
  clashes: readonly Clash[]
  /** The people for whom the chosen time is outside working hours, or too early or late if they have set none. */
  outside: readonly Lane[]
  /** The next span of the same length that suits all; undefined if the chosen one does. */
  better: Span | undefined
  /** Somebody's time is still loading. */
  isChecking: boolean
  isFailed: boolean
}

interface AvailabilityOptions {
  coach: PersonOption | null
  others: readonly PersonOption[]
  /** Undefined while the times are invalid. */
  span: Span | undefined
  day: string
  zone: string
  now: number
  except: string | undefined
}

const dayMs = 86_400_000
/** From a day before, because it may be somebody's evening before, to as far ahead as a free time is searched. */
const around = { before: dayMs, after: 16 * dayMs }

export function useAvailability({
  coach,
  others,
  span,
  day,
  zone,
  now,
  except,
}: AvailabilityOptions): Availability {
  const people = [...new Set([coach, ...others].flatMap((option) => (option ? [option.value] : [])))]
  const [midnight] = dayRange(day, zone)
  const range: [string, string] = [
    new Date(midnight - around.before).toISOString(),
    new Date(midnight + around.after).toISOString(),
  ]
  const asked = useQuery({
    ...queryOf(busyTimes, {
      query: { people, range, ...(except !== undefined && { except }) },
    }),
    enabled: people.length > 0,
    placeholderData: keepPreviousData,
  })
  const lanes = useMemo(() => lanesOf(coach, others, asked.data), [coach, others, asked.data])
  const chosen = useMemo(() => judgeSpan(lanes, span, now), [lanes, span, now])
  const isChecking = !asked.isError && lanes.some(({ isKnown }) => !isKnown)
  return { ...chosen, lanes, isChecking, isFailed: asked.isError }
}

export function lanesOf(
  coach: PersonOption | null,
  others: readonly PersonOption[],
  answer: Answered<typeof busyTimes> | undefined,
): Lane[] {
  const laneOf = (option: PersonOption, role: Lane['role']): Lane => {
    const known = answer?.find(({ id }) => id === option.value)
    return {
      option,
      role,
      zone: known?.time_zone ?? option.zone,
      workingHours: known?.working_hours ?? null,
      busy: (known?.busy ?? []).map(({ start, end, session }) => ({
        start: Date.parse(start),
        end: Date.parse(end),
        title: session?.title ?? null,
      })),
      isKnown: known !== undefined,
    }
  }
  return [...(coach ? [laneOf(coach, 'coach')] : []), ...others.map((option) => laneOf(option, 'other'))]
}

/** Finds who is busy then, who would be outside their hours, and a time that suits everybody. */
export function judgeSpan(
  lanes: readonly Lane[],
  span: Span | undefined,
  now: number,
): Pick<Availability, 'clashes' | 'outside' | 'better'> {
  if (!span) return { clashes: [], outside: [], better: undefined }
  const clashes = lanes.flatMap((lane) =>
    lane.busy.filter((busy) => overlaps(span, busy)).map((busy) => ({ lane, span: busy })),
  )
  // A day that has not loaded yet has no hours to judge by.
  const outside = lanes.filter((lane) => lane.isKnown && !isKind(span, lane))
  if (clashes.length === 0 && outside.length === 0) return { clashes, outside, better: undefined }
  const better = nextFreeTime(span.end - span.start, Math.max(span.start, now), lanes)
  const isBetter =
    better !== undefined &&
    better.start !== span.start &&
    (clashes.length > 0 || lanes.every((lane) => isKind(better, lane)))
  return { clashes, outside, better: isBetter ? better : undefined }
}

/** 'Margarethe is busy until 6:30 PM in Berlin.' */
export function clashText({ lane, span }: Clash, viewerZone: string): string {
  const isElsewhere = lane.zone !== viewerZone
  const until = `${clockThere(lane.zone, span.end, viewerZone)}${isElsewhere ? ` in ${cityOf(lane.zone)}` : ''}`
  return span.title === null
    ? `${firstNameOf(lane)} is busy until ${until}.`
    : `${firstNameOf(lane)} is in “${span.title}” until ${until}.`
}

/** 'For Aurelia it is 3:00 AM in Singapore, outside working hours.' */
export const outsideText = (lane: Lane, start: number, viewerZone: string): string =>
  `For ${firstNameOf(lane)} it is ${clockThere(lane.zone, start, viewerZone)} in ${cityOf(lane.zone)}, outside ${lane.workingHours ? 'working hours' : '8 AM to 8 PM'}.`

export const firstNameOf = ({ option: { person } }: Lane): string =>
  person.first_name.trim() || person.username
