import type { Preview } from '@parley/contract/billing.ts'
import { invoiceDate } from '@parley/contract/rules/billing/billing-periods.ts'
import { daysLater } from '@parley/contract/rules/time/clock-times.ts'
import { monthText, plainDayText } from '@parley/contract/rules/billing/invoice-words.ts'
import { timeText } from '@parley/contract/rules/billing/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '#ui/display/badge.tsx'
import { Ellipsis } from '#ui/display/ellipsis.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { previewQuery } from '#features/billing/invoice-queries.ts'
import { moneyText } from '@parley/contract/rules/billing/billing.ts'

const coachesShown = 4

/** The running month's total so far. It is left out if it cannot be loaded: the list matters more. */
export function PreviewHead({ organizationId }: { organizationId: string }) {
  const { data, isPending } = useQuery(previewQuery(organizationId))
  if (isPending) return <Skeleton className="my-4 h-32 w-full" />
  if (!data) return null
  return (
    <section
      aria-label={`${monthText(data)}, so far`}
      className="@container mt-4 mb-4 border-y border-line-2 py-5"
    >
      <div className="grid items-start gap-x-10 gap-y-5 @2xl:grid-cols-[auto_minmax(0,1fr)] @4xl:grid-cols-[auto_minmax(0,1fr)_15rem]">
        <Sum preview={data} />
        <DayBars preview={data} />
        <Coaches preview={data} />
      </div>
    </section>
  )
}

const Sum = ({ preview }: { preview: Preview }) => (
  <div className="@4xl:min-w-60">
    <p className="flex items-center gap-2 text-label text-ink-2">
      <Badge tone="outlined">Preview</Badge>
      {monthText(preview)}, so far
    </p>
    <p className="mt-1 font-figures text-[1.75rem]/9 font-semibold tracking-[-0.012em]">
      {moneyText(preview.amount)}
    </p>
    <p className="text-label text-ink-2">
      {timeText(preview.billed_time)} billed at {moneyText(preview.rate)} an hour
    </p>
    <p className="text-small text-ink-3">
      {preview.billed_time > 0
        ? `Becomes an invoice on ${plainDayText(preview.end_date)}`
        : 'Nothing is billed yet'}
    </p>
  </div>
)

/** A bar for each day of the month, hidden from screen readers, which read the figures instead. */
function DayBars({ preview }: { preview: Preview }) {
  const billed = new Map(preview.days.map(({ day, billed_time }) => [day, billed_time]))
  const last = invoiceDate({ end: preview.end_date })
  const days = Array.from({ length: 31 }, (_, i) => daysLater(preview.start_date, i)).filter(
    (day) => day <= last,
  )
  const highest = Math.max(...billed.values(), 60)
  return (
    <div className="min-w-0">
      <span className="sr-only">
        {preview.days
          .map(({ day, billed_time }) => `${plainDayText(day)}: ${timeText(billed_time)}`)
          .join(', ')}
      </span>
      <div
        aria-hidden="true"
        className="flex h-20 items-end gap-1 border-b border-line-2 forced-color-adjust-none"
      >
        {days.map((day) => (
          <span
            key={day}
            className="flex-1 rounded-t-tag bg-accent-line"
            style={{ height: `${(100 * (billed.get(day) ?? 0)) / highest}%` }}
          />
        ))}
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between text-small text-ink-3">
        <span>{shortDay(preview.start_date)}</span>
        <span>{shortDay(last)}</span>
      </p>
    </div>
  )
}

const shortDay = (day: string): string => plainDayText(day).replace(/, \d+$/, '')

function Coaches({ preview: { line_items } }: { preview: Preview }) {
  if (line_items.length === 0) return null
  const most = line_items.toSorted((a, b) => b.billed_time - a.billed_time)
  const rest = most.length - coachesShown
  return (
    <div className="@2xl:@max-4xl:col-span-2">
      <ul className="text-label">
        {most.slice(0, coachesShown).map((line) => (
          <li key={line.coach_id} className="flex justify-between gap-4 py-0.5">
            <Ellipsis className="min-w-0">{line.name}</Ellipsis>
            <span className="shrink-0 font-figures">{timeText(line.billed_time)}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-small text-ink-3">and {rest} more</p>}
    </div>
  )
}
