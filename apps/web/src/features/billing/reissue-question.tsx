import type { Invoice } from '@parley/contract/billing.ts'
import { periodText } from '@parley/contract/rules/billing/invoice-words.ts'
import { invoiceNumberText, invoiceStatuses } from '@parley/contract/rules/billing/invoices.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { useReissue } from './invoice-queries.ts'

interface ReissueQuestionProps {
  /** The invoice to ask about; undefined while nothing is asked. */
  invoice: Invoice | undefined
  onClose: () => void
  /** Called with the new invoice. The caller closes the question or leaves the page. */
  onDone: (made: Invoice) => void
}

/** Asks before an invoice is issued again: the old number is void from then on. */
export function ReissueQuestion({ invoice, onClose, onDone }: ReissueQuestionProps) {
  // Keeps its text while it closes.
  const [last, setLast] = useState(invoice)
  if (invoice && invoice !== last) setLast(invoice)
  return (
    last && <Question key={last.id} invoice={last} isOpen={invoice !== undefined} {...{ onClose, onDone }} />
  )
}

interface QuestionProps {
  invoice: Invoice
  isOpen: boolean
  onClose: () => void
  onDone: (made: Invoice) => void
}

function Question({ invoice, isOpen, onClose, onDone }: QuestionProps) {
  const reissue = useReissue(invoice, onDone)
  const number = invoiceNumberText(invoice.invoice_num)
  const isVoid = invoice.status === invoiceStatuses.Void
  return (
    <ConfirmDialog
      title={`Re-issue invoice ${number}?`}
      act="Re-issue"
      look="primary"
      isOpen={isOpen}
      isPending={reissue.isPending}
      onConfirm={() => reissue.mutate()}
      onClose={onClose}
    >
      {isVoid ? `${number} stays void.` : `${number} becomes void.`} Its sessions, as they are now, go onto a
      new invoice for {periodText(invoice)} with a new number, which is emailed to the organization.
    </ConfirmDialog>
  )
}
