import { invoiceStatusShown, type InvoiceStatus } from '@parley/contract/rules/invoices.ts'
import { Ban, Check, Hourglass, TriangleAlert } from 'lucide-react'
import { Badge } from '#ui/display/badge.tsx'

export const statusIcons = { 0: Hourglass, 1: Check, 2: TriangleAlert, 3: Ban } as const

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
