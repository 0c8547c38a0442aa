import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { catchFiles } from '../../../../.storybook/catch-files.ts'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, problem, refusal, type Answers } from '../../../../.storybook/world.ts'
import { sampleListAnswers } from '#features/billing/sample-answers.ts'
import { sampleInvoice, samplePreview } from '#features/billing/sample-invoices.ts'
import { sampleNow } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { InvoicesScreen } from './invoices-screen.tsx'

const { organization } = sampleInvoice()
const listCall = `GET /invoice/organization/${organization.id}`
const given = (answers: Answers) => givenWorld({ now: sampleNow, answers })

const meta = {
  title: 'Billing/Invoices',
  component: InvoicesScreen,
  args: { organizationId: organization.id, notFound: <h1>Nothing here</h1> },
  beforeEach: given(sampleListAnswers()),
  render: (args) => (
    <>
      <InvoicesScreen {...args} />
      <ToastRegion />
    </>
  ),
} satisfies Meta<typeof InvoicesScreen>
export default meta
type Story = StoryObj<typeof meta>

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const struckIn = (root: Element) =>
  [...root.querySelectorAll('span')]
    .filter((part) => getComputedStyle(part).textDecorationLine === 'line-through')
    .map(({ textContent }) => textContent)

/** Newest first; void amounts are struck through, and only invoices that are due can be paid. */
export const List: Story = {
  play: async () => {
    const table = await screen.findByRole('table', { name: 'Invoices' })
    await within(table).findByText('00418')
    await expect(outlineOf(table)).toEqual([
      'table "Invoices":',
      'row:',
      'head [sort descending]:',
      'button: Invoice',
      'head:',
      'button: Period',
      'head:',
      'Invoice date',
      'head:',
      'Billed time',
      'head:',
      'button: Amount',
      'head:',
      'button: Status',
      'head:',
      'Actions (heard)',
      'row:',
      'cell: link → /invoice/01890000-0000-7000-8000-000000000100: | 00418',
      'cell: Oct 1 – 31, 2026',
      'cell: Oct 31, 2026',
      'cell: 93 h 00 min',
      'cell: $13,950.00',
      'cell: Pending (yellow-ink)',
      'cell: button "Pay, invoice 00418": Pay | button "Actions for invoice 00418" [haspopup]:',
      'row:',
      'cell: link → /invoice/b: | 00391',
      'cell: Sep 1 – 30, 2026',
      'cell: Sep 30, 2026',
      'cell: 93 h 00 min',
      'cell: $13,950.00',
      'cell: Paid (green-ink)',
      'cell: button "Actions for invoice 00391" [haspopup]:',
      'row:',
      'cell: link → /invoice/c: | 00352',
      'cell: Aug 1 – 31, 2026',
      'cell: Aug 31, 2026',
      'cell: 93 h 00 min',
      'cell: $13,950.00',
      'cell: Past Due (red-ink)',
      'cell: button "Pay, invoice 00352": Pay | button "Actions for invoice 00352" [haspopup]:',
      'row:',
      'cell: link → /invoice/d: | 00351',
      'cell: Aug 1 – 31, 2026',
      'cell: Aug 31, 2026',
      'cell: 92 h 30 min',
      'cell: $13,875.00',
      'cell: Void (gray-ink)',
      'cell: button "Actions for invoice 00351" [haspopup]:',
    ])
    await expect(struckIn(table)).toEqual(['$13,875.00'])
    // Pay has its own column and does not cover the status.
    for (const pay of within(table).getAllByRole('button', { name: /^Pay/ })) {
      const cell = pay.closest('td')?.getBoundingClientRect()
      await expect(pay.getBoundingClientRect().left).toBeGreaterThanOrEqual(cell?.left ?? Infinity)
    }
    await expect(screen.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
    const link = await screen.findByRole('link', { name: 'Northlight Leadership Partners' })
    await expect(link).toHaveAttribute('href', `/organization/${organization.id}`)
  },
}

export const ListOnPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async () => {
    const cards = await screen.findByRole('list', { name: 'Invoices' })
    await expect(outlineOf(cards)).toEqual([
      'list "Invoices":',
      'entry:',
      'Oct 1 – 31, 2026',
      'Pending (yellow-ink)',
      'link → /invoice/01890000-0000-7000-8000-000000000100: 00418',
      '$13,950.00 · 93 h 00 min',
      'button "Actions for invoice 00418" [haspopup]:',
      'button "Pay, invoice 00418": Pay',
      'entry:',
      'Sep 1 – 30, 2026',
      'Paid (green-ink)',
      'link → /invoice/b: 00391',
      '$13,950.00 · 93 h 00 min',
      'button "Actions for invoice 00391" [haspopup]:',
      'entry:',
      'Aug 1 – 31, 2026',
      'Past Due (red-ink)',
      'link → /invoice/c: 00352',
      '$13,950.00 · 93 h 00 min',
      'button "Actions for invoice 00352" [haspopup]:',
      'button "Pay, invoice 00352": Pay',
      'entry:',
      'Aug 1 – 31, 2026',
      'Void (gray-ink)',
      'link → /invoice/d: 00351',
      '$13,875.00 · 92 h 30 min',
      'button "Actions for invoice 00351" [haspopup]:',
    ])
    await expect(struckIn(cards)).toEqual(['$13,875.00'])
  },
}

const asked = fn()

/** The list's search, sort orders and filters. */
export const Tools: Story = {
  beforeEach: () => {
    asked.mockClear()
    const list = ({ searchParams }: URL) => {
      asked(Object.fromEntries(searchParams))
      return sampleListAnswers()[listCall]
    }
    return given({ ...sampleListAnswers(), [listCall]: list })()
  },
  play: async () => {
    await screen.findByRole('searchbox', { name: 'Search number or period' })
    await press('Sort: Invoice (desc)')
    const orders = within(await screen.findByRole('menu')).getAllByRole('menuitemradio')
    await expect(orders.map(({ textContent }) => textContent)).toEqual([
      'None',
      'Invoice',
      'Invoice (desc)',
      'Period',
      'Period (desc)',
      'Amount',
      'Amount (desc)',
      'Status',
      'Status (desc)',
    ])
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Amount' }))
    await press('Filters')
    const panel = await screen.findByRole('dialog', { name: 'Filters' })
    await expect(within(panel).getByText('Status')).toBeVisible()
    const statuses = within(within(panel).getByRole('listbox', { name: 'Status' })).getAllByRole('option')
    await expect(statuses.map(({ textContent }) => textContent)).toEqual([
      'Pending',
      'Paid',
      'Past Due',
      'Void',
    ])
    await userEvent.click(within(panel).getByRole('option', { name: 'Past Due' }))
    await waitFor(() =>
      expect(asked).toHaveBeenLastCalledWith({
        page: '1',
        order: '["amount","ASC"]',
        filters: '{"status":[2]}',
      }),
    )
  },
}

const saved = fn()
const exportCall = `GET /invoice/export/${organization.id}`

/** Catches the file that is downloaded. */
const givenFile = (file: () => Response) => () => {
  saved.mockClear()
  const leave = given({ ...sampleListAnswers(), [exportCall]: file })()
  const letFilesGo = catchFiles(saved)
  return () => {
    letFilesGo()
    leave()
  }
}

export const Exported: Story = {
  beforeEach: givenFile(() => new Response('invoice')),
  play: async () => {
    await press('Export CSV')
    await waitFor(() => expect(saved.mock.calls).toEqual([['invoices.csv']]))
  },
}

export const ExportFails: Story = {
  beforeEach: givenFile(refusal(500)),
  play: async () => {
    await press('Export CSV')
    await expect(await screen.findByText("Couldn't create the file")).toBeVisible()
    await expect(saved).not.toHaveBeenCalled()
  },
}

export const NoneYet: Story = {
  beforeEach: given(
    sampleListAnswers({
      entries: [],
      preview: samplePreview({ amount: 0, billed_time: 0, line_items: [], days: [] }),
    }),
  ),
  play: async () => {
    await expect(await screen.findByText('No invoices yet')).toBeVisible()
    await expect(
      screen.getByText('The first one is created after a month with billed sessions.'),
    ).toBeVisible()
  },
}

export const NotTheirs: Story = {
  beforeEach: given({ [listCall]: problem('organization_not_found') }),
  play: async () => {
    await expect(await screen.findByRole('heading', { name: 'Nothing here' })).toBeVisible()
  },
}
