import { listInvoices } from '@parley/contract/billing.ts'
import { periodText } from '@parley/contract/rules/billing/invoice-words.ts'
import { invoiceNumberText } from '@parley/contract/rules/billing/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { useLiveRefetch } from '#platform/live/refetch.ts'
import { pageQueryOf } from '#platform/server/queries.ts'
import { Link } from '#ui/button/link.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { invoiceRule } from './invoice-queries.ts'
import { InvoiceStatusBadge } from './invoice-status.tsx'
import { moneyText } from '@parley/contract/rules/billing/billing.ts'

const shown = 3

/** The latest invoices of an organization, on its page. */
export function OrganizationInvoices({ organizationId }: { organizationId: string }) {
  const query = { page: 1, limit: shown }
  const { data } = useQuery(pageQueryOf(listInvoices, { params: { id: organizationId }, query }))
  useLiveRefetch(invoiceRule)
  return (
    <SideSection
      title="Invoices"
      action={
        <Link to="/organization/$organizationId/invoices" params={{ organizationId }}>
          View Invoices
        </Link>
      }
    >
      {data?.entries.length === 0 && <p className="text-label text-ink-3">None yet.</p>}
      <ul className="border-t border-line empty:hidden">
        {data?.entries.map((invoice) => (
          <li key={invoice.id} className="flex items-center justify-between gap-3 border-b border-line py-2">
            <span className="min-w-0">
              <Link to="/invoice/$invoiceId" params={{ invoiceId: invoice.id }}>
                {invoiceNumberText(invoice.invoice_num)}
              </Link>
              <span className="block text-small text-ink-3">{periodText(invoice)}</span>
            </span>
            <span className="flex flex-col items-end gap-1">
              <span className="font-figures font-medium">{moneyText(invoice.amount)}</span>
              <InvoiceStatusBadge status={invoice.status} />
            </span>
          </li>
        ))}
      </ul>
    </SideSection>
  )
}
