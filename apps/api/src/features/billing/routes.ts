import * as contract from '@parley/contract/billing.ts'
import { serve } from '#platform/http/http.ts'
import { exportInvoices } from './export.ts'
import { getInvoice, listOfOrganization } from './invoices.ts'
import { sessionsOfLine } from './line-sessions.ts'
import { historyOf } from './history.ts'
import { invoiceFile } from './paper/paper.ts'
import { takePaymentEvent } from './payment/events.ts'
import { payInvoice } from './payment/pay.ts'
import { listRefunds } from './payment/refunds.ts'
import { previewOf } from './preview.ts'
import { reissue } from './reissue.ts'
import { changeStatus } from './status.ts'

export const billingRoutes = [
  serve(contract.listInvoices, (ctx, { params, query }) => listOfOrganization(ctx, params.id, query)),
  serve(contract.getInvoice, (ctx, { params }) => getInvoice(ctx, params.id)),
  serve(contract.invoiceSessions, (ctx, { params, query }) => sessionsOfLine(ctx, params.id, query.coach_id)),
  serve(contract.invoiceFile, (ctx, { params }) => invoiceFile(ctx, params.id)),
  serve(contract.exportInvoices, (ctx, { params }) => exportInvoices(ctx, params.id)),
  serve(contract.previewInvoice, (ctx, { params }) => previewOf(ctx, params.id)),
  serve(contract.invoiceHistory, (ctx, { params }) => historyOf(ctx, params.id)),
  serve(contract.payInvoice, (ctx, { params }) => payInvoice(ctx, params.id)),
  serve(contract.listRefundsDue, (ctx, { query }) => listRefunds(ctx, query)),
  serve(contract.paymentEvent, (ctx, { bytes }) => takePaymentEvent(ctx, bytes)),
  serve(contract.updateInvoice, (ctx, { params, body }) => changeStatus(ctx, params.id, body)),
  serve(contract.reissueInvoice, (ctx, { params }) => reissue(ctx, params.id)),
]
