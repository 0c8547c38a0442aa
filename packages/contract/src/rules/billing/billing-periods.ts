import { Temporal } from 'temporal-polyfill'
import type { Terms } from './billing.ts'
import { dayRange, daysLater } from '#rules/time/clock-times.ts'

/** A calendar month: its first day and the first of the next ('2026-11-01', '2026-12-01'). */
export interface Period {
  start: string
  end: string
}

/** The month of a day. */
export function periodOf(day: string): Period {
  const first = Temporal.PlainDate.from(day).with({ day: 1 })
  return { start: first.toString(), end: first.add({ months: 1 }).toString() }
}

export const periodAfter = ({ end }: Period): Period => periodOf(end)

/** The start and the exclusive end of a period in a zone. */
export const instantsOf = ({ start, end }: Period, zone: string): [from: number, until: number] => [
  dayRange(start, zone)[0],
  dayRange(end, zone)[0],
]

/** An invoice is dated on the last day of its period. */
export const invoiceDate = ({ end }: Pick<Period, 'end'>): string => daysLater(end, -1)

/** The current terms of an organization and its former ones, which apply to months that begin before their `until`. */
export interface TermsInTime {
  terms: Terms
  former: readonly { until: string; terms: Terms }[]
}

/** The terms of a period: the former ones with the earliest `until` after its start, else the current ones. */
export function termsFor({ terms, former }: TermsInTime, { start }: Pick<Period, 'start'>): Terms {
  const [earliest] = former
    .map(({ until }) => until)
    .filter((until) => until > start)
    .toSorted()
  return former.find(({ until }) => until === earliest)?.terms ?? terms
}

/** Changed terms apply from the first month that begins after the day of the change; until then the previous ones do. */
export function withTerms(inTime: TermsInTime, terms: Terms, day: string): TermsInTime {
  const month = periodOf(day)
  const counts = termsFor(inTime, month)
  const former = inTime.former.filter(({ until }) => until <= month.start)
  const isAsBefore = counts.rate === terms.rate && counts.noShowBilled === terms.noShowBilled
  return { terms, former: isAsBefore ? former : [...former, { until: month.end, terms: counts }] }
}
