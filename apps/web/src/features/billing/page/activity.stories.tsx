import type { BillingEvent } from '@parley/contract/billing.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld } from '../../../../.storybook/world.ts'
import { sampleInvoice } from '#features/billing/sample-invoices.ts'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { Activity } from './activity.tsx'

const invoice = sampleInvoice()

const meta = {
  title: 'Billing/Activity',
  component: Activity,
  args: { invoice, me: sampleMe('Admin') },
} satisfies Meta<typeof Activity>
export default meta
type Story = StoryObj<typeof meta>

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T15:00:00.000Z`
const by = { id: 'coach-dana', name: 'Dana Whitfield' }
const events: BillingEvent[] = [
  { at: at(12), by, action: 'reissued', detail: {} },
  { at: at(11), by: null, action: 'paid-beside', detail: { cents: 1_395_000 } },
  { at: at(10), by: null, action: 'refunded', detail: { cents: 5000 } },
  { at: at(9), by: null, action: 'paid', detail: { cents: 1_395_000 } },
  { at: at(8), by: null, action: 'payment-failed', detail: { failure: 'Your card was declined.' } },
  { at: at(7), by, action: 'pay-opened', detail: {} },
  { at: at(6), by, action: 'status', detail: { status: { from: 0, to: 2 } } },
  { at: at(5), by, action: 'status', detail: {} },
  { at: at(4), by: null, action: 'mailed', detail: { to: 'billing@northlight.example' } },
  { at: at(3), by: null, action: 'issued', detail: {} },
  { at: at(2), by: null, action: 'weighed', detail: {} },
]

/** Every kind of event, with the person behind it; an unknown event shows its name. */
export const WhatHappened: Story = {
  beforeEach: givenWorld({ answers: { [`GET /invoice/history/${invoice.id}`]: events } }),
  play: async () => {
    const activity = await screen.findByRole('region', { name: 'Activity' })
    await expect(outlineOf(activity)).toEqual([
      'section:',
      'heading 2: Activity',
      'list "Activity":',
      'entry:',
      'Re-issued',
      'Dana Whitfield, Nov 12, 2026 10:00 AM',
      'entry:',
      '$13,950.00 arrived and needs a refund',
      'Nov 11, 2026 10:00 AM',
      'entry:',
      '$50.00 refunded',
      'Nov 10, 2026 10:00 AM',
      'entry:',
      '$13,950.00 paid',
      'Nov 9, 2026 10:00 AM',
      'entry:',
      'Payment failed: Your card was declined.',
      'Nov 8, 2026 10:00 AM',
      'entry:',
      'Payment page opened',
      'Dana Whitfield, Nov 7, 2026 10:00 AM',
      'entry:',
      'Pending to Past Due',
      'Dana Whitfield, Nov 6, 2026 10:00 AM',
      'entry:',
      'Changed',
      'Dana Whitfield, Nov 5, 2026 10:00 AM',
      'entry:',
      'Emailed with PDF to billing@northlight.example',
      'Nov 4, 2026 10:00 AM',
      'entry:',
      'Issued',
      'Nov 3, 2026 10:00 AM',
      'entry:',
      'weighed',
      'Nov 2, 2026 10:00 AM',
    ])
  },
}
