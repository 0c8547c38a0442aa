import { listInvoices } from '@parley/contract/billing.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../.storybook/outline.ts'
import { givenWorld, problem, refusal, type Answers } from '../../../.storybook/world.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { InvoicesScreen } from './list/invoices-screen.tsx'
import { InvoiceScreen } from './page/invoice-screen.tsx'
import { sampleInvoice, sampleLineSessions, samplePreview } from './sample-invoices.ts'

const meta = { title: 'Billing' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const invoice = sampleInvoice()
const organizationId = invoice.organization.id
const listPath = listInvoices.path.replace(':id', organizationId)
const pageOf = (entries: unknown[]) => ({
  entries,
  entryCount: entries.length,
  entryCountExact: true,
  pageCount: 1,
})
const given = (answers: Answers) => givenWorld({ now: sampleNow, answers })

const list = () => (
  <>
    <InvoicesScreen organizationId={organizationId} notFound={<h1>Nothing here</h1>} />
    <ToastRegion />
  </>
)
const page = (level: 'OrgAdmin' | 'Admin') => () => (
  <>
    <InvoiceScreen id={invoice.id} me={sampleMe(level)} notFound={<h1>Nothing here</h1>} />
    <ToastRegion />
  </>
)
const organization = {
  displayName: 'Northlight Leadership Partners',
  users: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const ofList = (entries: unknown[], more: Answers = {}) =>
  given({
    [`GET ${listPath}`]: pageOf(entries),
    [`GET /invoice/preview/${organizationId}`]: samplePreview(),
    [`GET /organizations/${organizationId}`]: organization,
    ...more,
  })

export const List: Story = {
  beforeEach: ofList([
    invoice,
    sampleInvoice({ id: 'b', invoice_num: 391, status: 1, start_date: '2026-09-01', end_date: '2026-10-01' }),
    sampleInvoice({ id: 'c', invoice_num: 352, status: 2, start_date: '2026-08-01', end_date: '2026-09-01' }),
    sampleInvoice({ id: 'd', invoice_num: 351, status: 3, start_date: '2026-08-01', end_date: '2026-09-01' }),
  ]),
  render: list,
  play: async ({ canvasElement }) => {
    const table = within(await screen.findByRole('table', { name: 'Invoices' }))
    const rows = table.getAllByRole('row').slice(1)
    await expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent)
          .slice(0, 6),
      ),
    ).toEqual([
      ['00418', 'Oct 1 – 31, 2026', 'Oct 31, 2026', '93 h 00 min', '$13,950.00', 'Pending'],
      ['00391', 'Sep 1 – 30, 2026', 'Sep 30, 2026', '93 h 00 min', '$13,950.00', 'Paid'],
      ['00352', 'Aug 1 – 31, 2026', 'Aug 31, 2026', '93 h 00 min', '$13,950.00', 'Past Due'],
      ['00351', 'Aug 1 – 31, 2026', 'Aug 31, 2026', '93 h 00 min', '$13,950.00', 'Void'],
    ])
    const preview = await screen.findByRole('region', { name: 'November 2026, so far' })
    await expect(outlineOf(preview).join('\n')).toContain('$8,137.50')
    await expect(preview).toHaveTextContent('54 h 15 min billed at $150.00 an hour')
    await expect(preview).toHaveTextContent('Becomes an invoice on Dec 1, 2026')
    await expect(within(canvasElement).getByText('$13,950.00', { selector: '.line-through' })).toBeVisible()
  },
}
export const ListOnPhone: Story = { ...List, play: undefined, globals: { viewport: { value: 'phone' } } }

export const NoneYet: Story = {
  beforeEach: ofList([], {
    [`GET /invoice/preview/${organizationId}`]: samplePreview({
      amount: 0,
      billed_time: 0,
      line_items: [],
      days: [],
    }),
  }),
  render: list,
  play: async () => {
    await expect(await screen.findByText('No invoices yet')).toBeVisible()
    await expect(await screen.findByText('Nothing is billed yet')).toBeVisible()
  },
}

export const NotTheirs: Story = {
  beforeEach: given({ [`GET ${listPath}`]: problem('organization_not_found') }),
  render: list,
  play: async () => {
    await expect(await screen.findByRole('heading', { name: 'Nothing here' })).toBeVisible()
  },
}

const ofPage = (more: Partial<typeof invoice> = {}, answers: Answers = {}) =>
  given({
    [`GET /invoice/invoice/${invoice.id}`]: sampleInvoice(more),
    [`GET /invoice/sessions/${invoice.id}`]: sampleLineSessions,
    [`GET /invoice/history/${invoice.id}`]: [
      {
        at: '2026-11-01T08:06:00.000Z',
        by: null,
        action: 'mailed',
        detail: { to: 'billing@northlight.example' },
      },
      { at: '2026-11-01T08:05:00.000Z', by: null, action: 'issued', detail: {} },
    ],
    ...answers,
  })

/** Page and paper say the same; a line opens to its sessions, with the date of what was settled late. */
export const Page: Story = {
  beforeEach: ofPage(),
  render: page('Admin'),
  play: async () => {
    await screen.findByRole('heading', { level: 1, name: '00418' })
    await expect(document.title).toBe('Invoice 00418 · Parley')
    await userEvent.click(screen.getByRole('button', { name: /^Dana Whitfield/ }))
    const sessions = within(await screen.findByRole('table', { name: 'Sessions of Dana Whitfield' }))
    await expect(sessions.getByRole('row', { name: /Trial call/ })).toHaveTextContent('Not Billable')
    const late = sessions.getByRole('row', { name: /Boundaries at work/ })
    await expect(late).toHaveTextContent('Sep 29, 2026, 4:00 PM')
    await expect(late).toHaveTextContent('Settled late')
    await expect(await screen.findByText('Emailed with PDF to billing@northlight.example')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Pay' })).toBeVisible()
  },
}
export const PageOnPhone: Story = { ...Page, globals: { viewport: { value: 'phone' } } }

/** Whether a session is not billable is Admin's to see. */
export const PageOfOrgAdmin: Story = {
  beforeEach: ofPage({ abilities: { changeStatus: false, reissue: false, pay: true } }),
  render: page('OrgAdmin'),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Dana Whitfield/ }))
    await screen.findByRole('table', { name: 'Sessions of Dana Whitfield' })
    await expect(screen.queryByText('Not Billable')).toBeNull()
    await expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
    await expect(screen.queryByRole('button', { name: 'Re-issue' })).toBeNull()
  },
}

const payment = {
  id: 'p',
  amount: 1_395_000,
  refunded: 0,
  paid_at: '2026-11-03T15:00:00.000Z',
  toRefund: false,
  failure: null,
}

export const PaidTwice: Story = {
  beforeEach: ofPage({
    status: 1,
    abilities: { changeStatus: true, reissue: false, pay: false },
    payments: [
      { ...payment, refunded: 5000 },
      { ...payment, id: 'q', toRefund: true },
    ],
  }),
  render: page('Admin'),
  play: async () => {
    const payments = within(await screen.findByRole('list', { name: 'Payments' }))
    await expect(payments.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '$13,950.00 paid on Nov 3, 2026$50.00 refunded',
      '$13,950.00 paid on Nov 3, 2026To refund',
    ])
    await expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull()
    await expect(screen.getByText('Amount')).toBeVisible()
  },
}

export const Declined: Story = {
  beforeEach: ofPage({
    payments: [{ ...payment, amount: 0, paid_at: null, failure: 'Your card was declined.' }],
  }),
  render: page('OrgAdmin'),
  play: async () => {
    await expect(await screen.findByText('Your card was declined.')).toBeVisible()
  },
}

export const IssuedAgain: Story = {
  beforeEach: ofPage({
    status: 3,
    reissued_as: { id: 'e', invoice_num: 419 },
    abilities: { changeStatus: false, reissue: false, pay: false },
  }),
  render: page('Admin'),
  play: async () => {
    await expect(await screen.findByRole('link', { name: '00419' })).toHaveAttribute('href', '/invoice/e')
    // Its sessions stand on the other one: there is nothing to open.
    await expect(screen.queryByRole('button', { name: /^Dana Whitfield/ })).toBeNull()
    await expect(screen.getByText('Dana Whitfield')).toBeVisible()
  },
}

export const Loading: Story = { beforeEach: given({}), render: page('Admin') }

export const Failed: Story = {
  beforeEach: given({ [`GET /invoice/invoice/${invoice.id}`]: refusal(500) }),
  render: page('Admin'),
  play: async () => {
    await expect(await screen.findByText('Something went wrong.')).toBeVisible()
  },
}

/** A status that is refused is taken back, and said why. */
export const StatusRefused: Story = {
  beforeEach: ofPage({}, { [`POST /invoice/update/${invoice.id}`]: problem('payment_page_open') }),
  render: page('Admin'),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Paid' }))
    await expect(await screen.findByText('The status was not changed')).toBeVisible()
    await expect(within(screen.getByRole('region', { name: 'Status' })).getByText('Pending')).toBeVisible()
  },
}

/** What the browser prints is the paper alone: no line opens, and no client stands on it. */
export const Printed: Story = {
  beforeEach: ofPage(),
  render: page('Admin'),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Dana Whitfield/ }))
    await screen.findByRole('table', { name: 'Sessions of Dana Whitfield' })
    window.dispatchEvent(new Event('beforeprint'))
    const paper = document.querySelector('[data-print-sheet]')
    await expect(paper).toHaveTextContent('Amount due$13,950.00')
    await expect(paper).not.toHaveTextContent('Aguilar')
    await expect(paper?.querySelector('button')).toBeNull()
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(document.querySelector('[data-print-sheet]')).toBeNull())
  },
}
