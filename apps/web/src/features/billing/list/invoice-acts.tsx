import type { Invoice } from '@parley/contract/billing.ts'
import { invoiceStatusShown, statusesAfter } from '@parley/contract/rules/invoices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { FileDown, RotateCcw } from 'lucide-react'
import { changeStatus, emptyTab, useInvoiceFile, usePay } from '#features/billing/invoice-queries.ts'
import { statusIcons } from '#features/billing/status-badge.tsx'
import type { RowAct, RowActs } from '#ui/table/rows/row.ts'

/** The actions of an invoice in the list. */
export function useInvoiceActs(onReissue: (invoice: Invoice) => void): (invoice: Invoice) => RowActs {
  const client = useQueryClient()
  const file = useInvoiceFile()
  const pay = usePay()
  return (invoice) => ({
    ...(invoice.abilities.pay && {
      main: {
        id: 'pay',
        label: 'Pay',
        isQuiet: true,
        onAction: () => pay.mutate({ invoice, tab: emptyTab() }),
      },
    }),
    menu: [
      ...(invoice.abilities.changeStatus
        ? statusActs(invoice, (status) => changeStatus(client, invoice, status))
        : []),
      {
        id: 'pdf',
        label: 'Download PDF',
        icon: <FileDown strokeWidth={1.75} />,
        onAction: () => file.mutate(invoice),
      },
      ...(invoice.abilities.reissue
        ? [
            {
              id: 'reissue',
              label: 'Re-issue',
              icon: <RotateCcw strokeWidth={1.75} />,
              onAction: () => onReissue(invoice),
            },
          ]
        : []),
    ],
  })
}

function statusActs(invoice: Invoice, set: (status: Invoice['status']) => void): RowAct[] {
  return [
    {
      id: 'status',
      label: 'Change status',
      acts: statusesAfter({ status: invoice.status, isReissued: invoice.reissued_as !== null }).map(
        (status) => {
          const Icon = statusIcons[status]
          return {
            id: `status-${status}`,
            label: invoiceStatusShown(status).label,
            icon: <Icon strokeWidth={1.75} />,
            onAction: () => set(status),
          }
        },
      ),
    },
  ]
}
