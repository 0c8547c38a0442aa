import type { SessionDetails } from '@parley/contract/sessions/session-details.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld } from '../../../../.storybook/world.ts'
import { sampleMe, sampleNow, sampleOrgSession, sampleSession } from '#features/sessions/sample-sessions.ts'
import { SessionFacts } from './session-facts.tsx'

const meta = { title: 'Sessions/Details' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const details = (more: Partial<SessionDetails> = {}): SessionDetails => ({
  link: { sentAt: '2026-11-09T21:21:00.000Z', abilities: { copy: true, revoke: true } },
  reminders: [
    { at: '2026-11-16T13:30:00.000Z', sentTo: 2 },
    { at: '2026-11-19T14:00:00.000Z', sentTo: 0 },
  ],
  messages: 0,
  lastTime: { id: 'session-0', title: 'First conversation', start_time: '2026-11-02T15:00:00.000Z' },
  ...more,
})
const answers = (id: string, given: SessionDetails) => ({ [`GET /sessions/${id}/details`]: given })

/** All facts: people, setup, the client's link, the reminders, and the last session. */
export const ForACoach: Story = {
  beforeEach: givenWorld({ answers: answers('session-1', details()) }),
  render: () => (
    <SessionFacts me={sampleMe('Coach')} session={sampleSession({ instance_count: 2 })} now={sampleNow} />
  ),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText('Last time')
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: Details',
      'Coach',
      'Dana Whitfield',
      'Client',
      'Kwame Boateng',
      'Length',
      '1 h',
      'Instances',
      '2',
      "Client's link",
      'Emailed Nov 9, 4:21 PM',
      'button: Copy link',
      'button: Revoke',
      'Reminders',
      'Sent today, 8:30 AM; next Nov 19, 9:00 AM',
      'Last time',
      'link → /session/session-0/preview: Nov 2, First conversation (accent-ink)',
    ])
  },
}

/** Only Admins see organizations. Without a server no instances are started, and a session of type Org has no link. */
export const ForAnAdmin: Story = {
  name: 'For an admin [CHAT-16]',
  beforeEach: givenWorld({
    answers: answers('session-org', details({ link: null, lastTime: null, reminders: [], messages: 12 })),
  }),
  render: () => (
    <SessionFacts me={sampleMe('Admin')} session={sampleOrgSession({ use_server: false })} now={sampleNow} />
  ),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText('None')
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: Details',
      'Coach',
      'Dana Whitfield',
      'Participants',
      'Ingrid Solheim',
      'Rafael Teixeira',
      'Length',
      '1 h',
      'Instances',
      'None started',
      'Organization',
      'Northlight Coaching',
      'Reminders',
      'None',
      'Chat',
      '12 messages',
    ])
  },
}

let revoked = 0

/**
 * A viewer who manages the session but is not its coach can't copy the link: they can only revoke it, after a
 * confirmation.
 */
export const LinkOfAnOrgAdmin: Story = {
  beforeEach: () => {
    revoked = 0
    return givenWorld({
      answers: {
        ...answers(
          'session-1',
          details({ link: { sentAt: null, abilities: { copy: false, revoke: true } } }),
        ),
        'POST /sessions/revoke-link/session-1': () => {
          revoked += 1
          return {}
        },
      },
    })()
  },
  render: () => <SessionFacts me={sampleMe('OrgAdmin')} session={sampleSession()} now={sampleNow} />,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Not emailed yet')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Copy link' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Revoke' }))
    await expect(
      await screen.findByText('It stops working at once. Kwame gets an email with a new one.'),
    ).toBeVisible()
    // The confirmation comes first, and leaving it revokes nothing.
    const question = within(screen.getByRole('alertdialog'))
    await expect(question.getByRole('button', { name: 'Revoke' })).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Never mind' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await expect(revoked).toBe(0)
  },
}
