import type { Invoice } from '@parley/contract/billing.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import { plainDayText } from '@parley/contract/rules/billing/invoice-words.ts'
import { invoiceNumberText, invoiceStatusShown } from '@parley/contract/rules/billing/invoices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ExternalLink, Printer, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { dayText } from '#platform/time/dates.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { Link } from '#ui/button/link.tsx'
import { Menu, MenuItem, MenuTrigger } from '#ui/overlay/menu.tsx'
import { changeStatus, emptyTab, useInvoiceFile, usePay } from '#features/billing/invoice-queries.ts'
import { ReissueQuestion } from '#features/billing/reissue-question.tsx'
import { Activity } from './activity.tsx'
import { Payments } from './payments.tsx'
import { InvoiceStatusBadge, statusChoices } from '#features/billing/invoice-status.tsx'
import { moneyText } from '@parley/contract/rules/billing/billing.ts'

/** The invoice's status and actions, beside the paper. Above it they are two columns, so that the paper begins in view. */
export function InvoiceSide({ invoice, me }: { invoice: Invoice; me: OwnProfile }) {
  const file = useInvoiceFile()
  const pay = usePay()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { abilities, reissued_as, reissue_of } = invoice
  return (
    <section
      aria-label="Status"
      className="flex flex-col gap-x-12 gap-y-7 @2xl:@max-4xl:grid @2xl:@max-4xl:grid-cols-2"
    >
      <div className="flex flex-col gap-3">
        <div className="flex items-center gap-2">
          <InvoiceStatusBadge status={invoice.status} />
          <span className="text-label whitespace-nowrap text-ink-2">
            since {dayText(zoneOf(me), invoice.status_at)}
          </span>
          {abilities.changeStatus && <StatusMenu invoice={invoice} />}
        </div>
        <div>
          <p className="font-figures text-[1.75rem]/9 font-semibold tracking-[-0.012em]">
            {moneyText(invoice.amount)}
          </p>
          <p className="text-label text-ink-2">
            {abilities.pay
              ? `due ${plainDayText(invoice.due)}, upon receipt`
              : invoiceStatusShown(invoice.status).label}
          </p>
        </div>
        {abilities.pay && (
          <Button
            look="primary"
            width="full"
            icon={<ExternalLink strokeWidth={1.75} />}
            isPending={pay.isPending}
            onPress={() => pay.mutate({ invoice, tab: emptyTab() })}
          >
            Pay
          </Button>
        )}
        <Payments invoice={invoice} me={me} />
        {reissued_as && <Other words="Re-issued as" invoice={reissued_as} />}
        {reissue_of && <Other words="Replaces" invoice={reissue_of} />}
        <div className="flex flex-wrap gap-2 *:flex-1">
          <Button
            icon={<Printer strokeWidth={1.75} />}
            isPending={file.isPending}
            onPress={() => file.mutate(invoice)}
          >
            Print
          </Button>
          {abilities.reissue && (
            <Button icon={<RotateCcw strokeWidth={1.75} />} onPress={() => setAsked(true)}>
              Re-issue
            </Button>
          )}
        </div>
        <p className="flex flex-wrap justify-between gap-x-4 text-small text-ink-3">
          <span>Print saves a PDF.</span>
          <Link
            to="/organization/$organizationId/invoices"
            params={{ organizationId: invoice.organization.id }}
          >
            All invoices
          </Link>
        </p>
        <ReissueQuestion
          invoice={isAsked ? invoice : undefined}
          onClose={() => setAsked(false)}
          onDone={({ id }) => void navigate({ to: '/invoice/$invoiceId', params: { invoiceId: id } })}
        />
      </div>
      <Activity invoice={invoice} me={me} />
    </section>
  )
}

/** Links to the invoice that took over its sessions, or from which it took them over. */
const Other = ({ words, invoice }: { words: string; invoice: { id: string; invoice_num: number } }) => (
  <p className="flex gap-1.5 text-label text-ink-2">
    {words}
    <Link to="/invoice/$invoiceId" params={{ invoiceId: invoice.id }}>
      {invoiceNumberText(invoice.invoice_num)}
    </Link>
  </p>
)

function StatusMenu({ invoice }: { invoice: Invoice }) {
  const client = useQueryClient()
  return (
    <span className="-mr-3 ml-auto">
      <MenuTrigger>
        <Button look="quiet" icon={<ChevronDown strokeWidth={1.75} />}>
          Change
        </Button>
        <Menu>
          {statusChoices(invoice).map(({ status, label, icon }) => (
            <MenuItem key={status} icon={icon} onAction={() => changeStatus(client, invoice, status)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </MenuTrigger>
    </span>
  )
}
