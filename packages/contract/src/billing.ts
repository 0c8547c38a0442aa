import * as z from 'zod/mini'
import { listOf, listQuery, pageLimit, pageNumber, pageOf } from './wire/lists.ts'
import { route } from './wire/route.ts'
import { done, id, instant } from './wire/shapes.ts'
import { invoiceStatuses } from './rules/billing/invoices.ts'

/** Money is in integer cents, time in whole minutes, a day is '2026-10-31' in the organization's time zone. */
const cents = z.int()
const minutes = z.int()
const day = z.iso.date()

export const invoiceStatus = z.union(Object.values(invoiceStatuses).map((status) => z.literal(status)))

const lineItem = z.strictObject({
  coach_id: id,
  /** The name as billed. */
  name: z.string(),
  coached_time: minutes,
  billed_time: minutes,
  unbilled_time: minutes,
  subtotal: cents,
})
export type LineItem = z.output<typeof lineItem>

const period = { start_date: day, end_date: day }
const sums = { amount: cents, billed_time: minutes, unbilled_time: minutes, line_items: z.array(lineItem) }
const numbered = z.strictObject({ id, invoice_num: z.int() })

/** Usually 'usd'. A payment may come in any currency; its amounts are then in that currency's smallest unit. */
const currency = z.string().check(z.regex(/^[a-z]{3}$/))

const payment = z.strictObject({
  id,
  amount: cents,
  currency,
  refunded: cents,
  paid_at: z.nullable(instant),
  /** The invoice was already paid or void, or the amount was not the one asked for. */
  toRefund: z.boolean(),
  /** Why the last attempt failed, in the payment service's words. */
  failure: z.nullable(z.string()),
})
export type Payment = z.output<typeof payment>

export const invoice = z.strictObject({
  id,
  invoice_num: z.int(),
  ...period,
  ...sums,
  /** The sender's lines. */
  from: z.array(z.string()),
  due: day,
  status: invoiceStatus,
  status_at: instant,
  issued_at: instant,
  organization: z.strictObject({
    id,
    name: z.string(),
    /** Name, address, rate and zone as they were on the day of issue. */
    displayName: z.string(),
    billingAddress: z.string(),
    rate: cents,
    time_zone: z.string(),
  }),
  no_show_billed: z.boolean(),
  /** Payments for it, the oldest first. */
  payments: z.array(payment),
  /** The invoice that took over its sessions, and the one that it took them from. */
  reissued_as: z.nullable(numbered),
  reissue_of: z.nullable(numbered),
  version: z.number(),
  abilities: z.strictObject({ changeStatus: z.boolean(), reissue: z.boolean(), pay: z.boolean() }),
})
export type Invoice = z.output<typeof invoice>

export const invoiceColumns = ['invoice_num', 'start_date', 'amount', 'status'] as const

const ofOrganization = z.strictObject({ id })

export const listInvoices = route({
  method: 'GET',
  effect: 'reads',
  path: '/invoice/organization/:id',
  summary: "An organization's invoices, by default newest first.",
  access: { level: 'OrgAdmin' },
  params: ofOrganization,
  query: listQuery(
    invoiceColumns,
    z.strictObject({ status: z.optional(z.array(invoiceStatus).check(z.maxLength(4))) }),
  ),
  answer: listOf(invoice),
  errors: ['organization_not_found', 'page_too_far'],
})

const byId = z.strictObject({ id })

export const getInvoice = route({
  method: 'GET',
  effect: 'reads',
  path: '/invoice/invoice/:id',
  summary: 'One invoice in scope.',
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: invoice,
  errors: ['invoice_not_found'],
})

export const invoiceFile = route({
  method: 'GET',
  effect: 'reads',
  path: '/invoice/pdf/:id',
  summary: 'An invoice as a PDF. It names no client.',
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: 'file',
  errors: ['invoice_not_found'],
  limit: 'upload',
})

export const exportInvoices = route({
  method: 'GET',
  // The audit records who exported a list.
  effect: 'acts',
  path: '/invoice/export/:id',
  summary: "An organization's invoices as a CSV file with one row per line. It names no client.",
  access: { level: 'OrgAdmin' },
  params: ofOrganization,
  answer: 'file',
  errors: ['organization_not_found'],
  limit: 'upload',
})

export const lineSession = z.strictObject({
  id,
  title: z.string(),
  start_time: instant,
  status: z.enum(['Cancelled', 'Completed', 'NoShow']),
  billable: z.boolean(),
  /** Only shown on the screen, in no file and no mail. */
  client: z.string(),
  scheduled: minutes,
  /** How long both were in the call: evidence that changes no amount. Null if no call is recorded. */
  present: z.nullable(minutes),
  billed: minutes,
  /** Settled after the period of the session was billed. */
  isLate: z.boolean(),
})
export type LineSession = z.output<typeof lineSession>

/** At most the newest so many of a coach. */
export const lineSessionsMax = 1000

export const invoiceSessions = route({
  method: 'GET',
  effect: 'reads',
  path: '/invoice/sessions/:id',
  summary: "The sessions behind one coach's line, with scheduled and present minutes; at most 1,000.",
  access: { level: 'OrgAdmin' },
  params: byId,
  query: z.strictObject({ coach_id: id }),
  answer: z.array(lineSession),
  errors: ['invoice_not_found'],
})

export const preview = z.strictObject({
  ...period,
  ...sums,
  rate: cents,
  no_show_billed: z.boolean(),
  /** Billed minutes by day of the period so far, without days that have none. */
  days: z.array(z.strictObject({ day, billed_time: minutes })),
})
export type Preview = z.output<typeof preview>

export const previewInvoice = route({
  method: 'GET',
  effect: 'reads',
  path: '/invoice/preview/:id',
  summary: 'What an organization owes for the current month so far.',
  access: { level: 'OrgAdmin' },
  params: ofOrganization,
  answer: preview,
  errors: ['organization_not_found'],
})

export const updateInvoice = route({
  method: 'POST',
  effect: 'acts',
  path: '/invoice/update/:id',
  summary: 'Changes the status of an invoice.',
  access: { level: 'Admin' },
  params: byId,
  body: z.strictObject({ status: invoiceStatus, version: z.optional(z.number()) }),
  answer: invoice,
  errors: ['invoice_not_found', 'invoice_reissued', 'stale', 'payment_page_open'],
})

export const reissueInvoice = route({
  method: 'POST',
  effect: 'acts',
  path: '/invoice/reissue/:id',
  summary: 'Voids an invoice and bills its sessions, as they are now, on a new one.',
  access: { level: 'Admin' },
  params: byId,
  answer: invoice,
  errors: ['invoice_not_found', 'invoice_reissued', 'invoice_paid', 'nothing_billed', 'payment_page_open'],
  idempotent: true,
})

export const payInvoice = route({
  method: 'GET',
  effect: 'acts',
  path: '/invoice/pay/:id',
  summary: "Returns the address of the payment service's page on which the invoice can be paid.",
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: z.url(),
  errors: [
    'invoice_not_found',
    'already_paid',
    'invoice_void',
    'payments_off',
    'payment_refused',
    'payment_page_open',
  ],
})

export const paymentEvent = route({
  method: 'POST',
  effect: 'acts',
  path: '/hooks/stripe',
  summary: 'Webhook of the payment service; it signs its requests.',
  access: { open: true },
  bytes: { as: 'exact', types: ['application/json'], max: 256 * 1024 },
  answer: done,
  errors: ['not_admitted', 'payments_off'],
  limit: 'none',
})

const refundDue = z.strictObject({
  /** The payment. */
  id,
  amount: cents,
  currency,
  refunded: cents,
  paid_at: instant,
  /** 'beside': a second payment, or one for a void invoice. 'other amount': not the amount that was asked for. */
  reason: z.enum(['beside', 'other amount']),
  invoice: numbered,
  organization: z.strictObject({ id, displayName: z.string() }),
})
export type RefundDue = z.output<typeof refundDue>

export const listRefundsDue = route({
  method: 'GET',
  effect: 'reads',
  path: '/invoice/refunds',
  summary: 'Payments of all organizations that must be refunded, oldest first.',
  access: { level: 'Admin' },
  query: z.strictObject({ page: z.optional(pageNumber), limit: z.optional(pageLimit) }),
  answer: pageOf(refundDue),
  errors: ['page_too_far'],
})

const billingEvent = z.strictObject({
  at: instant,
  by: z.nullable(z.strictObject({ id, name: z.string() })),
  action: z.string(),
  /** For a status change the old and new status, for a mail its address, for money the amount. */
  detail: z.record(z.string(), z.unknown()),
})
export type BillingEvent = z.output<typeof billingEvent>

export const invoiceHistory = route({
  method: 'GET',
  effect: 'reads',
  path: '/invoice/history/:id',
  summary: 'The history of an invoice, newest first.',
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: z.array(billingEvent),
  errors: ['invoice_not_found'],
})
