import type { Invoice } from '@parley/contract/billing.ts'
import { invoiceWords } from '@parley/contract/rules/billing/invoice-words.ts'
import { invoiceStatuses, invoiceStatusShown, isPayable } from '@parley/contract/rules/billing/invoices.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import type { FileAnswer } from '#platform/http/answers.ts'
import type { Context, Person, Platform } from '#platform/process/context.ts'
import type { MailParts, MailToSend } from '#platform/mail/mail.ts'
import { drawApart } from '#platform/pdf/draw-apart.ts'
import { getInvoice } from '#features/billing/invoices.ts'
import { presentInvoice } from '#features/billing/present.ts'
import { findInvoice } from '#features/billing/queries.ts'
import type { DrawnInvoice } from './draw-invoice.ts'

/** The invoice as a file. */
export async function invoiceFile(ctx: Context<Person>, invoiceId: string): Promise<FileAnswer> {
  const invoice = await getInvoice(ctx, invoiceId)
  return {
    filename: filenameOf(invoice),
    type: 'application/pdf',
    content: await drawPaper(invoice, ctx.platform.config.origin),
  }
}

/** 'Invoice 00418 Northlight Leadership Partners.pdf'. */
const filenameOf = (invoice: Invoice): string =>
  `Invoice ${invoiceWords(invoice).number} ${invoice.organization.displayName.replaceAll(/[/\\:]/g, ' ')}.pdf`

function drawPaper(invoice: Invoice, origin: string): Promise<Buffer> {
  const isOpen = isPayable(invoice.status)
  const drawn: DrawnInvoice = {
    words: invoiceWords(invoice),
    issuedAt: invoice.issued_at,
    payAt: isOpen ? `${origin}/invoice/${invoice.id}` : null,
    mark: isOpen ? null : invoiceStatusShown(invoice.status).label,
  }
  return drawApart(new URL('./drawing-thread.ts', import.meta.url), drawn)
}

/** The mail of an invoice, with the invoice attached. It does not go out if the invoice was voided before. */
export const billingMails = ({ database: { db }, config }: Pick<Platform, 'database' | 'config'>) => ({
  invoice: async ({ invoice_id }: MailToSend): Promise<MailParts> => {
    const viewer = { id: '', privs: levels.Super, organizationId: null }
    const row = invoice_id === null ? undefined : await findInvoice(db, viewer, invoice_id)
    const invoice = row && presentInvoice(viewer, row)
    if (!invoice || invoice.status === invoiceStatuses.Void) return { unwanted: 'The invoice is void.' }
    const { number, amount, facts } = invoiceWords(invoice)
    return {
      url: `${config.origin}/invoice/${invoice.id}`,
      values: { number, amount, period: facts[1]?.value ?? '' },
      attachment: {
        filename: filenameOf(invoice),
        contentType: 'application/pdf',
        content: await drawPaper(invoice, config.origin),
      },
    }
  },
})
