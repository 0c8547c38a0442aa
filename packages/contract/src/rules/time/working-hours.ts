import * as z from 'zod/mini'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, 'Use quarters of an hour.'))

/** From and until in the person's own zone; '00:00' as the end is midnight. At most two spans a day, in order. */
const day = z.array(z.tuple([clock, clock])).check(
  z.maxLength(2),
  z.refine((spans) => {
    const edges = spans.flatMap(([from, until]) => [minutesOf(from), minutesOf(until) || 1440])
    return edges.every((edge, i) => i === 0 || edge > (edges[i - 1] ?? 0))
  }, 'A span ends after it begins, and before the next.'),
)

/** Shown, and used for the offered times, but never enforced (docs/rules.md §3). A missing day is off. */
export const workingHours = z.strictObject({
  mon: z.optional(day),
  tue: z.optional(day),
  wed: z.optional(day),
  thu: z.optional(day),
  fri: z.optional(day),
  sat: z.optional(day),
  sun: z.optional(day),
})
export type WorkingHours = z.output<typeof workingHours>

export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
