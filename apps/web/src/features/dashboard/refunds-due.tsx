import { listRefundsDue, type RefundDue } from '@parley/contract/billing.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import { invoiceNumberText } from '@parley/contract/rules/billing/invoices.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePollMs } from '#platform/live/channel.ts'
import { type LiveRule, useLiveRefetch } from '#platform/live/refetch.ts'
import { queryOf } from '#platform/server/queries.ts'
import { dayText } from '#platform/time/dates.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Link } from '#ui/button/link.tsx'
import { LoadNote } from '#ui/page/load-failure.tsx'
import { Pager } from '#ui/table/pages/pager.tsx'
import { Section } from './section.tsx'
import { paidText } from '@parley/contract/rules/billing/billing.ts'

const title = 'Payments to refund'
const shown = 4

const refundsRule: LiveRule = (notice, query) =>
  notice.kind === 'invoice' && query.queryKey[0] === listRefundsDue.path ? 'soon' : undefined

/** Payments of all organizations that Admins have to refund. Absent if there are none. */
export function RefundsDue({ me }: { me: OwnProfile }) {
  const [page, setPage] = useState(1)
  const answer = useQuery({
    ...queryOf(listRefundsDue, { query: { page, limit: shown } }),
    refetchInterval: usePollMs(),
    placeholderData: keepPreviousData,
  })
  useLiveRefetch(refundsRule)
  const { entries = [], entryCount = 0, pageCount = 1 } = answer.data ?? {}
  if (page > pageCount) setPage(pageCount)
  if (answer.isLoadingError)
    return (
      <Section title={title} hasRule>
        <LoadNote what={title} isRetrying={answer.isFetching} onRetry={() => void answer.refetch()} />
      </Section>
    )
  if (entryCount === 0) return null
  const pager = pageCount > 1 && (
    <Pager label="Pages of payments to refund" page={page} pageCount={pageCount} onChange={setPage} />
  )
  return (
    <Section
      title={title}
      note={entryCount === 1 ? '1 payment' : `${entryCount} payments`}
      hasRule
      action={pager}
    >
      <ul aria-label={title}>
        {entries.map((refund) => (
          <li key={refund.id} className="border-b border-line py-2.5">
            <Refund refund={refund} me={me} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Refund({ refund, me }: { refund: RefundDue; me: OwnProfile }) {
  const { amount, refunded, currency, paid_at, reason, invoice, organization } = refund
  return (
    <div className="flex items-baseline justify-between gap-3">
      <div className="min-w-0">
        <Link to="/invoice/$invoiceId" params={{ invoiceId: invoice.id }}>
          {`Invoice ${invoiceNumberText(invoice.invoice_num)}`}
        </Link>
        <p className="text-small text-ink-3">
          {organization.displayName} · paid on {dayText(zoneOf(me), paid_at)} · {reasonTexts[reason]}
        </p>
      </div>
      <span className="shrink-0 font-figures font-medium">{paidText(amount - refunded, currency)}</span>
    </div>
  )
}

const reasonTexts: Record<RefundDue['reason'], string> = {
  beside: 'the invoice was already paid or void',
  'other amount': 'not the amount of the invoice',
}
