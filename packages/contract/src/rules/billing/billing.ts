import type { SessionStatus } from '#rules/sessions/phases.ts'

/** An organization's billing terms: cents per hour, and whether a no-show is billed at all. */
export interface Terms {
  rate: number
  noShowBilled: boolean
}

/**
 * Scheduled time of a coach, as input for a bill. Sessions that differ only in their minutes may be combined into one with
 * the sum of their minutes, because nothing is rounded before minutes are added up.
 */
export interface CoachedTime {
  coachId: string
  status: SessionStatus
  billable: boolean
  /** Whether the coach was in the call for at least 5 minutes after the start. Only used for a no-show. */
  coachStayed: boolean
  minutes: number
}

/** Whether its minutes are billed, unbilled or ignored (docs/rules.md §8). */
export function countedAs(
  { status, billable, coachStayed }: Omit<CoachedTime, 'coachId' | 'minutes'>,
  { noShowBilled }: Terms,
): 'billed' | 'unbilled' | 'nothing' {
  if (status === 'Completed') return billable ? 'billed' : 'unbilled'
  if (status === 'NoShow') return noShowBilled && billable && coachStayed ? 'billed' : 'unbilled'
  return 'nothing'
}

export interface BillLine {
  coachId: string
  billed: number
  unbilled: number
  /** In cents. */
  subtotal: number
}

export interface Bill {
  lines: BillLine[]
  billed: number
  unbilled: number
  /** In cents. */
  amount: number
}

/** The bill of an organization: a line for each coach with minutes, in the order of `times`, and the sums. */
export function billOf(times: readonly CoachedTime[], terms: Terms): Bill {
  const minutes = new Map<string, { billed: number; unbilled: number }>()
  for (const time of times) {
    const kind = countedAs(time, terms)
    if (kind === 'nothing') continue
    const known = minutes.get(time.coachId) ?? { billed: 0, unbilled: 0 }
    minutes.set(time.coachId, { ...known, [kind]: known[kind] + time.minutes })
  }
  const lines = [...minutes].map(([coachId, { billed, unbilled }]) => ({
    coachId,
    billed,
    unbilled,
    subtotal: centsOf(billed, terms.rate),
  }))
  const sum = (field: 'billed' | 'unbilled' | 'subtotal') =>
    lines.reduce((total, line) => total + line[field], 0)
  return { lines, billed: sum('billed'), unbilled: sum('unbilled'), amount: sum('subtotal') }
}

/** Minutes at an hourly rate, half a cent rounded up. Integers only: the quotient of large numbers would round twice. */
export function centsOf(minutes: number, rate: number): number {
  const sixtieths = minutes * rate + 30
  return (sixtieths - (sixtieths % 60)) / 60
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** '$16,275.00', from cents. */
export const moneyText = (cents: number): string => usd.format(cents / 100)

/** '$16,275.00' or '¥1': a payment in its own currency, from that currency's smallest unit. */
export function paidText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
