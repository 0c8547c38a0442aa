import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { sampleInvoice, samplePayment } from '#features/billing/sample-invoices.ts'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { Payments } from './payments.tsx'

const meta = {
  title: 'Billing/Payments',
  component: Payments,
  args: { invoice: sampleInvoice(), me: sampleMe('Admin') },
} satisfies Meta<typeof Payments>
export default meta
type Story = StoryObj<typeof meta>

const paidTwice = sampleInvoice({
  status: 1,
  payments: [samplePayment({ refunded: 5000 }), samplePayment({ id: 'q', toRefund: true })],
})

export const PaidTwice: Story = {
  args: { invoice: paidTwice },
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'list "Payments":',
      'entry:',
      '$13,950.00 paid on Nov 3, 2026',
      '$50.00 refunded',
      'entry:',
      '$13,950.00 paid on Nov 3, 2026',
      'To refund (red-ink)',
    ])
  },
}

/** Only Admins see which payments are to be refunded. */
export const PaidTwiceForOrgAdmin: Story = {
  args: { invoice: paidTwice, me: sampleMe('OrgAdmin') },
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'list "Payments":',
      'entry:',
      '$13,950.00 paid on Nov 3, 2026',
      '$50.00 refunded',
      'entry:',
      '$13,950.00 paid on Nov 3, 2026',
    ])
  },
}

export const Declined: Story = {
  args: {
    invoice: sampleInvoice({
      payments: [samplePayment({ amount: 0, paid_at: null, failure: 'Your card was declined.' })],
    }),
  },
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'list "Payments":',
      'entry:',
      'Your card was declined. (red-ink)',
    ])
  },
}

export const None: Story = {
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([])
  },
}
