import type { Invoice } from '@parley/contract/billing.ts'
import { useQueryClient } from '@tanstack/react-query'
import { FileDown, RotateCcw } from 'lucide-react'
import { changeStatus, emptyTab, useInvoiceFile, usePay } from '#features/billing/invoice-queries.ts'
import { statusChoices } from '#features/billing/invoice-status.tsx'
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

const statusActs = (invoice: Invoice, set: (status: Invoice['status']) => void): RowAct[] => [
  {
    id: 'status',
    label: 'Change status',
    acts: statusChoices(invoice).map(({ status, ...shown }) => ({
      id: `status-${status}`,
      ...shown,
      onAction: () => set(status),
    })),
  },
]
