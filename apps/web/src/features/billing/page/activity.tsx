import type { BillingEvent, Invoice } from '@parley/contract/billing.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import {
  invoiceCurrency,
  invoiceStatusShown,
  type InvoiceStatus,
} from '@parley/contract/rules/billing/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { instantText } from '#platform/time/dates.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { SideSection } from '#ui/page/side-section.tsx'
import { historyQuery } from '#features/billing/invoice-queries.ts'
import { paidText } from '@parley/contract/rules/billing/billing.ts'

/** An invoice's events. It renders nothing if they cannot be loaded. */
export function Activity({ invoice, me }: { invoice: Invoice; me: OwnProfile }) {
  const { data } = useQuery(historyQuery(invoice.id))
  if (!data || data.length === 0) return null
  const zone = zoneOf(me)
  return (
    <SideSection title="Activity">
      <ol aria-label="Activity" className="flex flex-col gap-3 border-l border-line-2 pl-4">
        {data.map((event) => (
          <li key={`${event.at} ${event.action}`} className="text-label wrap-anywhere">
            <p>{eventText(event)}</p>
            <p className="text-ink-3">
              {[event.by?.name, instantText(zone, event.at)].filter(Boolean).join(', ')}
            </p>
          </li>
        ))}
      </ol>
    </SideSection>
  )
}

/** Details that the server recorded with an event. */
interface Detail {
  status?: { from: InvoiceStatus; to: InvoiceStatus }
  to?: string
  cents?: number
  /** Missing in events recorded before payments had a currency. */
  currency?: string
  failure?: string
}

function eventText({ action, detail }: BillingEvent): string {
  const { status, to, cents = 0, currency = invoiceCurrency, failure } = detail as Detail
  const words: Readonly<Record<string, string>> = {
    issued: 'Issued',
    reissued: 'Re-issued',
    status: status
      ? `${invoiceStatusShown(status.from).label} to ${invoiceStatusShown(status.to).label}`
      : 'Changed',
    'pay-opened': 'Payment page opened',
    paid: `${paidText(cents, currency)} paid`,
    'paid-beside': `${paidText(cents, currency)} arrived and needs a refund`,
    'payment-failed': `Payment failed: ${failure ?? ''}`,
    refunded: `${paidText(cents, currency)} refunded`,
    mailed: `Emailed with PDF to ${to ?? ''}`,
  }
  return words[action] ?? action
}
