import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, within } from 'storybook/test'
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

/** Each term with its description. */
const facts = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('dt')].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent ?? '',
  ])

const happened = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('listitem')
    .map((item) => item.textContent)

/** A failed mail: its recipient, its session, the number of attempts, and the last error. */
export const Failed: Story = {
  render: () => drawer(failed),
  play: async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Invitation' })
    await expect(facts(dialog)).toEqual([
      ['To', 'Kwame Boatengkwame@example.test'],
      ['About', 'Values in practice'],
      ['State', 'Failed'],
      ['Attempts', '1'],
      ['Message-ID', '<mail-1@portal.example>'],
      ['Last error', '550 no such mailbox'],
    ])
    await expect(within(dialog).getByRole('link', { name: 'Values in practice' })).toHaveAttribute(
      'href',
      '/session/session-values/preview',
    )
    await expect(happened(dialog)).toEqual([
      'Today, 8:40:00 AMCreated',
      'Today, 8:40:01 AMHanded to the mail server',
      'Today, 8:40:02 AMRefused for good550 no such mailbox',
    ])
  },
}

/** A mail about no session, which was sent. */
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
    const dialog = await screen.findByRole('dialog', { name: 'Login email' })
    await expect(facts(dialog).map(([term]) => term)).toEqual(['To', 'State', 'Attempts', 'Message-ID'])
    await expect(happened(dialog).at(-1)).toBe('Today, 8:40:02 AMAccepted250 OK')
  },
}
