import type { Invoice } from '@parley/contract/billing.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { dayText } from '#platform/time/dates.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Badge } from '#ui/display/badge.tsx'
import { paidText } from '@parley/contract/rules/billing/billing.ts'

/** An invoice's payments, with their refunds, and its failed payments. */
export function Payments({ invoice: { payments }, me }: { invoice: Invoice; me: OwnProfile }) {
  if (payments.length === 0) return null
  return (
    <ul aria-label="Payments" className="flex flex-col gap-1 text-label">
      {payments.map(({ id, amount, currency, refunded, paid_at, failure, toRefund }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          {paid_at === null ? (
            <span className="text-red-ink">{failure}</span>
          ) : (
            <span>
              {paidText(amount, currency)} paid on {dayText(zoneOf(me), paid_at)}
            </span>
          )}
          {refunded > 0 && <span className="text-ink-2">{paidText(refunded, currency)} refunded</span>}
          {toRefund && isAtLeast(me.privs, 'Admin') && <Badge tone="red">To refund</Badge>}
        </li>
      ))}
    </ul>
  )
}
