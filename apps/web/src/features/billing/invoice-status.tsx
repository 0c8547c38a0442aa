import type { Invoice } from '@parley/contract/billing.ts'
import {
  invoiceStatusShown,
  statusesAfter,
  type InvoiceStatus,
} from '@parley/contract/rules/billing/invoices.ts'
import { Ban, Check, Hourglass, TriangleAlert } from 'lucide-react'
import { Badge } from '#ui/display/badge.tsx'

const statusIcons = { 0: Hourglass, 1: Check, 2: TriangleAlert, 3: Ban } as const

/** Pending yellow, Paid green, Past Due red, Void gray. */
export function InvoiceStatusBadge({ status }: { status: InvoiceStatus }) {
  const { label, color } = invoiceStatusShown(status)
  const Icon = statusIcons[status]
  return (
    <Badge tone={color} icon={<Icon strokeWidth={2} />}>
      {label}
    </Badge>
  )
}

/** The statuses to which an invoice can be changed now, as the entries of a menu. */
export const statusChoices = ({ status: present, reissued_as }: Invoice) =>
  statusesAfter({ status: present, isReissued: reissued_as !== null }).map((status) => {
    const Icon = statusIcons[status]
    return { status, label: invoiceStatusShown(status).label, icon: <Icon strokeWidth={1.75} /> }
  })
