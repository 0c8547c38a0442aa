import { listInvoices, type Invoice, type invoiceColumns } from '@parley/contract/billing.ts'
import { getOrganization } from '@parley/contract/organizations.ts'
import { invoiceDate } from '@parley/contract/rules/billing/billing-periods.ts'
import { periodText, plainDayText } from '@parley/contract/rules/billing/invoice-words.ts'
import {
  invoiceNumberText,
  invoiceStatuses,
  invoiceStatusShown,
  timeText,
  type InvoiceStatus,
} from '@parley/contract/rules/billing/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Address } from '#base/address.ts'
import { useUnderWay } from '#platform/changes/changes.ts'
import { useLiveRefetch } from '#platform/live/refetch.ts'
import { titleOf } from '#platform/pages.ts'
import { isNotThere } from '#platform/server/api-problem.ts'
import { pageQueryOf, queryOf } from '#platform/server/queries.ts'
import { Button } from '#ui/button/button.tsx'
import { Link } from '#ui/button/link.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import type { Column } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Cell } from '#ui/table/rows/cell.tsx'
import type { RowKind } from '#ui/table/rows/row.ts'
import { queryAt } from '#ui/table/table-address.ts'
import type { TableShape } from '#ui/table/table-shape.ts'
import { useTableState } from '#ui/table/use-table-state.ts'
import { invoiceRule, useInvoicesFile } from '#features/billing/invoice-queries.ts'
import { ReissueQuestion } from '#features/billing/reissue-question.tsx'
import { InvoiceStatusBadge } from '#features/billing/invoice-status.tsx'
import { useInvoiceActs } from './invoice-acts.tsx'
import { PreviewHead } from './preview-head.tsx'
import { moneyText } from '@parley/contract/rules/billing/billing.ts'

type SortColumn = (typeof invoiceColumns)[number]
type Filters = { status?: InvoiceStatus[] }

const shape: TableShape<SortColumn, 'status'> = {
  name: 'invoices',
  noun: ['invoice', 'invoices'],
  searchLabel: 'Search number or period',
  sorts: [
    { column: 'invoice_num', label: 'Invoice' },
    { column: 'start_date', label: 'Period' },
    { column: 'amount', label: 'Amount' },
    { column: 'status', label: 'Status' },
  ],
  defaultOrder: ['invoice_num', 'DESC'],
  filters: [
    {
      id: 'status',
      kind: 'choice',
      label: 'Status',
      options: Object.values(invoiceStatuses).map((status) => ({
        value: status,
        label: invoiceStatusShown(status).label,
      })),
    },
  ],
}

/** The list's query at an address of the page. */
export const invoicesQueryAt = (organizationId: string, address: Address) =>
  pageQueryOf(listInvoices, {
    params: { id: organizationId },
    query: queryAt<SortColumn, Filters>(address, shape),
  })

interface InvoicesScreenProps {
  organizationId: string
  /** Shown if the viewer may not see the organization's invoices. */
  notFound: ReactNode
}

/** The invoices of one organization, and above them the running month's total so far. */
export function InvoicesScreen({ organizationId, notFound }: InvoicesScreenProps) {
  const state = useTableState<SortColumn, Filters>(shape)
  const answer = useQuery(pageQueryOf(listInvoices, { params: { id: organizationId }, query: state.query }))
  const file = useInvoicesFile(organizationId)
  const isUnderWay = useUnderWay()
  const [reissued, setReissued] = useState<Invoice>()
  const actsOf = useInvoiceActs(setReissued)
  useLiveRefetch(invoiceRule)
  if (isNotThere(answer.error)) return notFound
  return (
    <>
      <PageHeader
        title={titleOf('invoices')}
        badge={<OrganizationLink organizationId={organizationId} />}
        actions={
          <Button
            icon={<Download strokeWidth={1.75} />}
            isPending={file.isPending}
            onPress={() => file.mutate()}
          >
            Export CSV
          </Button>
        }
      />
      <PreviewHead organizationId={organizationId} />
      <DataTable
        label="Invoices"
        state={state}
        answer={answer}
        columns={columns}
        row={{ ...row, acts: actsOf, actsWidth: '6.25rem', isSaving: ({ id }) => isUnderWay(id) }}
        empty={{
          title: 'No invoices yet',
          text: 'The first one is created after a month with billed sessions.',
        }}
      />
      <ReissueQuestion
        invoice={reissued}
        onClose={() => setReissued(undefined)}
        onDone={() => setReissued(undefined)}
      />
    </>
  )
}

/** Links to the organization. If it cannot be loaded, only the link is missing. */
function OrganizationLink({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(queryOf(getOrganization, { params: { id: organizationId } }))
  return (
    data && (
      <Link to="/organization/$organizationId" params={{ organizationId }}>
        {data.displayName}
      </Link>
    )
  )
}

const isVoid = ({ status }: Invoice): boolean => status === invoiceStatuses.Void

const columns: Column<Invoice>[] = [
  {
    id: 'invoice_num',
    head: 'Invoice',
    sorts: ['invoice_num'],
    width: '8rem',
    cell: ({ invoice_num }) => <Cell tone="strong">{invoiceNumberText(invoice_num)}</Cell>,
  },
  {
    id: 'period',
    head: 'Period',
    sorts: ['start_date'],
    cell: (invoice) => <Cell>{periodText(invoice)}</Cell>,
  },
  {
    id: 'invoice_date',
    head: 'Invoice date',
    from: 'wide',
    cell: ({ end_date }) => <Cell>{plainDayText(invoiceDate({ end: end_date }))}</Cell>,
  },
  {
    id: 'billed_time',
    head: 'Billed time',
    align: 'right',
    from: 'wide',
    cell: ({ billed_time }) => timeText(billed_time),
  },
  {
    id: 'amount',
    head: 'Amount',
    align: 'right',
    sorts: ['amount'],
    cell: (invoice) => (
      <span className={isVoid(invoice) ? 'text-ink-3 line-through' : 'font-medium'}>
        {moneyText(invoice.amount)}
      </span>
    ),
  },
  {
    id: 'status',
    head: 'Status',
    sorts: ['status'],
    width: '8.5rem',
    skeleton: 'badge',
    cell: ({ status }) => <InvoiceStatusBadge status={status} />,
  },
]

const row: RowKind<Invoice> = {
  key: ({ id }) => id,
  name: ({ invoice_num }) => `invoice ${invoiceNumberText(invoice_num)}`,
  href: ({ id }) => `/invoice/${id}`,
  card: (invoice) => ({
    above: periodText(invoice),
    badge: <InvoiceStatusBadge status={invoice.status} />,
    title: invoiceNumberText(invoice.invoice_num),
    lines: [
      <span key="facts" className="font-figures">
        <span className={isVoid(invoice) ? 'line-through' : ''}>{moneyText(invoice.amount)}</span> ·{' '}
        {timeText(invoice.billed_time)}
      </span>,
    ],
  }),
}
