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

/** The answers to the requests that the sample organization's list makes. */
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

/** The answers to the requests that the sample invoice's page makes. */
export const samplePageAnswers = (more: Partial<Invoice> = {}) => ({
  [`GET /invoice/invoice/${id}`]: sampleInvoice(more),
  [`GET /invoice/sessions/${id}`]: sampleLineSessions,
  [`GET /invoice/history/${id}`]: sampleEvents,
})
