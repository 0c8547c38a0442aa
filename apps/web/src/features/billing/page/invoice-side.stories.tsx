import type { Invoice } from '@parley/contract/billing.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { catchFiles } from '../../../../.storybook/catch-files.ts'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, problem, type Answers } from '../../../../.storybook/world.ts'
import { samplePageAnswers } from '#features/billing/sample-answers.ts'
import { sampleEvents, sampleInvoice, samplePayment } from '#features/billing/sample-invoices.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { InvoiceScreen } from './invoice-screen.tsx'

const { id } = sampleInvoice()
const given = (more: Partial<Invoice> = {}, answers: Answers = {}) =>
  givenWorld({ now: sampleNow, answers: { ...samplePageAnswers(more), ...answers } })
const withoutEvents = { [`GET /invoice/history/${id}`]: [] }

const meta = {
  title: 'Billing/Beside an invoice',
  component: InvoiceScreen,
  args: { id, me: sampleMe('Admin'), notFound: null },
  beforeEach: given(),
  render: (args) => (
    <>
      <InvoiceScreen {...args} />
      <ToastRegion />
    </>
  ),
} satisfies Meta<typeof InvoiceScreen>
export default meta
type Story = StoryObj<typeof meta>

const side = () => screen.findByRole('region', { name: 'Status' })

export const ForAdmin: Story = {
  play: async () => {
    await screen.findByRole('list', { name: 'Activity' })
    await expect(outlineOf(await side())).toEqual([
      'section "Status":',
      'Pending (yellow-ink)',
      'since Nov 1, 2026',
      'button [haspopup]: Change',
      '$13,950.00',
      'due Nov 1, 2026, upon receipt',
      'button: Pay (on-accent)',
      'button: Print',
      'button: Re-issue',
      'Print saves a PDF.',
      'link → /organization/01890000-0000-7000-8000-000000000200/invoices: All invoices (accent-ink)',
      'section:',
      'heading 2: Activity',
      'list "Activity":',
      'entry:',
      'Emailed with PDF to billing@northlight.example',
      'Nov 1, 2026 3:06 AM',
      'entry:',
      'Issued',
      'Nov 1, 2026 3:05 AM',
    ])
  },
}

/** An OrgAdmin can neither change the status nor issue an invoice. */
export const ForOrgAdmin: Story = {
  args: { me: sampleMe('OrgAdmin') },
  beforeEach: given({ abilities: { changeStatus: false, reissue: false, pay: true } }, withoutEvents),
  play: async () => {
    await expect(outlineOf(await side())).toEqual([
      'section "Status":',
      'Pending (yellow-ink)',
      'since Nov 1, 2026',
      '$13,950.00',
      'due Nov 1, 2026, upon receipt',
      'button: Pay (on-accent)',
      'button: Print',
      'Print saves a PDF.',
      'link → /organization/01890000-0000-7000-8000-000000000200/invoices: All invoices (accent-ink)',
    ])
  },
}

/** A paid invoice is no longer due. */
export const Paid: Story = {
  beforeEach: given(
    {
      status: 1,
      abilities: { changeStatus: true, reissue: false, pay: false },
      payments: [samplePayment()],
    },
    withoutEvents,
  ),
  play: async () => {
    await expect(outlineOf(await side())).toEqual([
      'section "Status":',
      'Paid (green-ink)',
      'since Nov 1, 2026',
      'button [haspopup]: Change',
      '$13,950.00',
      'Paid',
      'list "Payments":',
      'entry:',
      '$13,950.00 paid on Nov 3, 2026',
      'button: Print',
      'Print saves a PDF.',
      'link → /organization/01890000-0000-7000-8000-000000000200/invoices: All invoices (accent-ink)',
    ])
    await expect(within(screen.getByRole('article')).getByText('Amount')).toBeVisible()
  },
}

/** A re-issued invoice links to the one that has its sessions now; it has nothing to open and no actions. */
export const IssuedAgain: Story = {
  beforeEach: given(
    {
      status: 3,
      reissued_as: { id: 'e', invoice_num: 419 },
      abilities: { changeStatus: false, reissue: false, pay: false },
    },
    withoutEvents,
  ),
  play: async () => {
    await expect(outlineOf(await side())).toEqual([
      'section "Status":',
      'Void (gray-ink)',
      'since Nov 1, 2026',
      '$13,950.00',
      'Void',
      'Re-issued as',
      'link → /invoice/e: 00419 (accent-ink)',
      'button: Print',
      'Print saves a PDF.',
      'link → /organization/01890000-0000-7000-8000-000000000200/invoices: All invoices (accent-ink)',
    ])
    await expect(screen.queryByRole('button', { name: /^Dana Whitfield/ })).toBeNull()
    await expect(screen.getByText('Dana Whitfield')).toBeVisible()
  },
}

export const InPlaceOfAnother: Story = {
  beforeEach: given({ reissue_of: { id: 'f', invoice_num: 397 } }),
  play: async () => {
    const link = await screen.findByRole('link', { name: '00397' })
    await expect(link).toHaveAttribute('href', '/invoice/f')
    await expect(link.parentElement).toHaveTextContent('Replaces00397')
    await expect(screen.queryByText('Re-issued as')).toBeNull()
  },
}

const changed = fn()
const openStatuses = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
  return screen.findByRole('menu')
}
const choose = (name: string) => userEvent.click(screen.getByRole('menuitem', { name }))

/** The activity shows who made it Paid as soon as it is. */
export const ActivityFollowsTheStatus: Story = {
  beforeEach: () => {
    let isPaid = false
    const change = () => {
      isPaid = true
      return sampleInvoice({ status: 1, version: 2 })
    }
    const status = {
      at: '2026-11-17T09:00:00.000Z',
      by: { id: 'admin', name: 'Ingrid Solheim' },
      action: 'status',
      detail: { status: { from: 0, to: 1 } },
    }
    const history = () => [...(isPaid ? [status] : []), ...sampleEvents]
    return given({}, { [`POST /invoice/update/${id}`]: change, [`GET /invoice/history/${id}`]: history })()
  },
  play: async () => {
    await screen.findByRole('list', { name: 'Activity' })
    await openStatuses()
    await choose('Paid')
    await expect(await screen.findByText('Pending to Paid')).toBeVisible()
  },
}

/** The menu offers every status except the invoice's own. */
export const StatusChanged: Story = {
  beforeEach: () => {
    changed.mockClear()
    const change = (_url: URL, body: unknown) => {
      changed(body)
      return sampleInvoice({ status: 1, version: 2 })
    }
    return given({}, { [`POST /invoice/update/${id}`]: change })()
  },
  play: async () => {
    await expect(outlineOf(await openStatuses())).toEqual([
      'menu:',
      'menuitem:',
      'Paid',
      'menuitem:',
      'Past Due',
      'menuitem:',
      'Void',
    ])
    await choose('Paid')
    await waitFor(() => expect(changed.mock.calls).toEqual([[{ status: 1 }]]))
    await expect(within(await side()).getByText('Paid')).toBeVisible()
  },
}

/** A refused status is undone, with the reason. */
export const StatusRefused: Story = {
  beforeEach: given({}, { [`POST /invoice/update/${id}`]: problem('payment_page_open') }),
  play: async () => {
    await openStatuses()
    await choose('Paid')
    await expect(await screen.findByText("The status wasn't changed")).toBeVisible()
    await expect(within(await side()).getByText('Pending')).toBeVisible()
  },
}

const saved = fn()

export const PdfSaved: Story = {
  beforeEach: () => {
    saved.mockClear()
    const leave = given({}, { [`GET /invoice/pdf/${id}`]: () => new Response('%PDF') })()
    const letFilesGo = catchFiles(saved)
    return () => {
      letFilesGo()
      leave()
    }
  },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
    await waitFor(() =>
      expect(saved.mock.calls).toEqual([['Invoice 00418 Northlight Leadership Partners.pdf']]),
    )
  },
}
