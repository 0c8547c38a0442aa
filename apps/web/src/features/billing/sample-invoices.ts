import type {
  BillingEvent,
  Invoice,
  LineItem,
  LineSession,
  Payment,
  Preview,
} from '@parley/contract/billing.ts'

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** A coach's line at the sample's rate. */
export const sampleLine = (n: number, name: string, billed: number, unbilled: number): LineItem => ({
  coach_id: id(n),
  name,
  coached_time: billed + unbilled,
  billed_time: billed,
  unbilled_time: unbilled,
  subtotal: billed * 250,
})

const lines = [
  sampleLine(1, 'Beatrix van den Heuvel', 1995, 0),
  sampleLine(2, 'Dana Whitfield', 2400, 90),
  sampleLine(3, 'Marcus Oyelaran', 1185, 45),
]

/** An invoice of October, for the gallery. */
export const sampleInvoice = (more: Partial<Invoice> = {}): Invoice => ({
  id: id(100),
  invoice_num: 418,
  start_date: '2026-10-01',
  end_date: '2026-11-01',
  amount: 1_395_000,
  billed_time: 5580,
  unbilled_time: 135,
  line_items: lines,
  from: ['Parley Coaching Inc.', '200 Fore Street, Portland, ME 04101', 'billing@parley.example'],
  due: '2026-11-01',
  status: 0,
  status_at: '2026-11-01T08:05:00.000Z',
  issued_at: '2026-11-01T08:05:00.000Z',
  organization: {
    id: id(200),
    name: 'northlight',
    displayName: 'Northlight Leadership Partners',
    billingAddress: '41 Harbor Street, Suite 9\nPortland, ME 04101',
    rate: 15_000,
    time_zone: 'America/New_York',
  },
  no_show_billed: false,
  payments: [],
  reissued_as: null,
  reissue_of: null,
  version: 1,
  abilities: { changeStatus: true, reissue: true, pay: true },
  ...more,
})

/** As an Admin sees them: one of each status. */
export const sampleInvoices: Invoice[] = [
  sampleInvoice(),
  sampleInvoice({
    id: 'b',
    invoice_num: 391,
    status: 1,
    start_date: '2026-09-01',
    end_date: '2026-10-01',
    abilities: { changeStatus: true, reissue: false, pay: false },
  }),
  sampleInvoice({
    id: 'c',
    invoice_num: 352,
    status: 2,
    start_date: '2026-08-01',
    end_date: '2026-09-01',
  }),
  sampleInvoice({
    id: 'd',
    invoice_num: 351,
    status: 3,
    start_date: '2026-08-01',
    end_date: '2026-09-01',
    amount: 1_387_500,
    billed_time: 5550,
    abilities: { changeStatus: true, reissue: true, pay: false },
  }),
]

/** One payment of the sample invoice's whole amount. */
export const samplePayment = (more: Partial<Payment> = {}): Payment => ({
  id: 'p',
  amount: 1_395_000,
  currency: 'usd',
  refunded: 0,
  paid_at: '2026-11-03T15:00:00.000Z',
  toRefund: false,
  failure: null,
  ...more,
})

export const sampleEvents: BillingEvent[] = [
  {
    at: '2026-11-01T08:06:00.000Z',
    by: null,
    action: 'mailed',
    detail: { to: 'billing@northlight.example' },
  },
  { at: '2026-11-01T08:05:00.000Z', by: null, action: 'issued', detail: {} },
]

export const sampleLineSessions: LineSession[] = [
  {
    id: id(301),
    title: 'Rehearsing a hard talk',
    start_time: '2026-10-02T17:15:00.000Z',
    status: 'Completed',
    billable: true,
    client: 'Tomás Aguilar',
    scheduled: 60,
    present: 58,
    billed: 60,
    isLate: false,
  },
  {
    id: id(302),
    title: 'Trial call',
    start_time: '2026-10-09T14:30:00.000Z',
    status: 'Completed',
    billable: false,
    client: 'Kwame Boateng',
    scheduled: 45,
    present: null,
    billed: 0,
    isLate: false,
  },
  {
    id: id(303),
    title: 'Boundaries at work',
    start_time: '2026-09-29T20:00:00.000Z',
    status: 'NoShow',
    billable: true,
    client: 'Margarethe Öztürk-Lindqvist',
    scheduled: 60,
    present: 0,
    billed: 0,
    isLate: true,
  },
]

export const samplePreview = (more: Partial<Preview> = {}): Preview => ({
  start_date: '2026-11-01',
  end_date: '2026-12-01',
  amount: 813_750,
  billed_time: 3255,
  unbilled_time: 0,
  line_items: lines,
  rate: 15_000,
  no_show_billed: false,
  days: ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13', '16'].map((day, i) => ({
    day: `2026-11-${day}`,
    billed_time: 180 + ((i * 7) % 5) * 45,
  })),
  ...more,
})
