import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import type { Answered } from '@parley/contract/wire/route.ts'
import type { listRefundsDue, RefundDue } from '@parley/contract/billing.ts'
import { outlineOf } from '../../../.storybook/outline.ts'
import { givenWorld, refusal } from '../../../.storybook/world.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { RefundsDue } from './refunds-due.tsx'

const meta = {
  title: 'Dashboard/Payments to refund',
  component: RefundsDue,
  args: { me: sampleMe('Admin') },
} satisfies Meta<typeof RefundsDue>
export default meta
type Story = StoryObj<typeof meta>

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`
const refund = (n: number, more: Partial<RefundDue> = {}): RefundDue => ({
  id: id(n),
  amount: 1_395_000,
  currency: 'usd',
  refunded: 0,
  paid_at: '2026-11-03T15:00:00.000Z',
  reason: 'beside',
  invoice: { id: id(100 + n), invoice_num: 417 + n },
  organization: { id: id(200), displayName: 'Northlight Leadership Partners' },
  ...more,
})
const pageWith = (entries: RefundDue[], entryCount = entries.length): Answered<typeof listRefundsDue> => ({
  entries,
  entryCount,
  entryCountExact: true,
  pageCount: Math.max(1, Math.ceil(entryCount / 4)),
})
const given = (answer: unknown) => givenWorld({ now: sampleNow, answers: { 'GET /invoice/refunds': answer } })

export const Two: Story = {
  beforeEach: given(
    pageWith([
      refund(1, { refunded: 395_000 }),
      refund(2, { amount: 1, currency: 'jpy', reason: 'other amount' }),
    ]),
  ),
  play: async ({ canvasElement }) => {
    await screen.findByRole('list', { name: 'Payments to refund' })
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: Payments to refund',
      '2 payments',
      'list "Payments to refund":',
      'entry:',
      'link → /invoice/01890000-0000-7000-8000-000000000101: Invoice 00418 (accent-ink)',
      'Northlight Leadership Partners · paid on Nov 3, 2026 · the invoice was already paid or void',
      '$10,000.00',
      'entry:',
      'link → /invoice/01890000-0000-7000-8000-000000000102: Invoice 00419 (accent-ink)',
      'Northlight Leadership Partners · paid on Nov 3, 2026 · not the amount of the invoice',
      '¥1',
    ])
  },
}

export const OnTwoPages: Story = {
  beforeEach: given((url: URL) =>
    url.searchParams.get('page') === '2'
      ? pageWith([refund(5)], 5)
      : pageWith(
          [1, 2, 3, 4].map((n) => refund(n)),
          5,
        ),
  ),
  play: async () => {
    await screen.findByText('5 payments')
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByRole('link', { name: 'Invoice 00422' })
    await expect(screen.getByRole('list', { name: 'Payments to refund' }).children).toHaveLength(1)
  },
}

export const None: Story = {
  beforeEach: given(pageWith([])),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(outlineOf(canvasElement)).toEqual([]))
  },
}

export const CannotBeLoaded: Story = {
  beforeEach: given(refusal(500)),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
