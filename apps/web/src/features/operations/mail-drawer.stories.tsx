import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'
import { outlineOf } from '../../../.storybook/outline.ts'
import { sampleNow } from '#features/sessions/sample-sessions.ts'
import { MailDrawer } from './mail-drawer.tsx'
import type { MailEntry } from './mail-state.tsx'

const meta = { title: 'Mails/Drawer' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const failed: MailEntry = {
  id: 'mail-1',
  kind: 'session-invitation',
  to: { id: 'client-kwame', name: 'Kwame Boateng', privs: 0 },
  address: 'kwame@example.test',
  session: { id: 'session-values', title: 'Values in practice' },
  state: 'failed',
  attempts: 1,
  lastError: '550 no such mailbox',
  log: [
    { at: '2026-11-16T13:40:01.000Z', event: 'begun' },
    { at: '2026-11-16T13:40:02.000Z', event: 'refused', answer: '550 no such mailbox' },
  ],
  messageId: '<mail-1@portal.example>',
  createdAt: '2026-11-16T13:40:00.000Z',
  sentAt: null,
}

const drawer = (mail: MailEntry) => (
  <MailDrawer mail={mail} zone="America/New_York" now={sampleNow} onClose={() => {}} />
)

/** What was sent to whom, about what, how often it was tried, and why it came to nothing. */
export const Failed: Story = {
  render: () => drawer(failed),
  play: async () => {
    await expect(outlineOf(await screen.findByRole('dialog'))).toEqual([])
  },
}

/** A mail that is about no session, and went out. */
export const Sent: Story = {
  render: () =>
    drawer({
      ...failed,
      kind: 'login',
      session: null,
      state: 'sent',
      lastError: null,
      sentAt: '2026-11-16T13:40:02.000Z',
      log: [
        { at: '2026-11-16T13:40:01.000Z', event: 'begun' },
        { at: '2026-11-16T13:40:02.000Z', event: 'accepted', answer: '250 OK' },
      ],
    }),
  play: async () => {
    await expect(outlineOf(await screen.findByRole('dialog'))).toEqual([])
  },
}
