import type { Invoice, Preview } from '@parley/contract/billing.ts'
import {
  sampleEvents,
  sampleInvoice,
  sampleInvoices,
  sampleLineSessions,
  samplePreview,
} from './sample-invoices.ts'

const { id, organization } = sampleInvoice()

interface ListAnswers {
  entries?: Invoice[]
  preview?: Preview
}

/** What the list of the sample's organization asks its server for. */
export const sampleListAnswers = ({
  entries = sampleInvoices,
  preview = samplePreview(),
}: ListAnswers = {}) => ({
  [`GET /invoice/organization/${organization.id}`]: {
    entries,
    entryCount: entries.length,
    entryCountExact: true,
    pageCount: 1,
  },
  [`GET /invoice/preview/${organization.id}`]: preview,
  [`GET /organizations/${organization.id}`]: {
    displayName: organization.displayName,
    users: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
  },
})

/** What the page of the sample asks its server for. */
export const samplePageAnswers = (more: Partial<Invoice> = {}) => ({
  [`GET /invoice/invoice/${id}`]: sampleInvoice(more),
  [`GET /invoice/sessions/${id}`]: sampleLineSessions,
  [`GET /invoice/history/${id}`]: sampleEvents,
})
