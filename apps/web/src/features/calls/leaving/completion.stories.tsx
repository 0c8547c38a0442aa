import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld } from '../../../../.storybook/world.ts'
import {
  atNine,
  sampleMe,
  sampleOrgSession,
  sampleSession,
  servedTo,
} from '#features/sessions/sample-sessions.ts'
import { Completion } from './completion.tsx'
import { onMonday, samplePresence, stretch } from './sample-presence.ts'

const now = onMonday('15:02')
const me = sampleMe('Coach')
const session = servedTo(me, Date.parse(now), atNine)
const presence = samplePresence(
  {
    coach: { inRoom: [stretch('13:59', '15:00')] },
    client: { inRoom: [stretch('14:00', '14:30'), stretch('14:31', '15:00')] },
  },
  now,
)
const world = (answer: unknown, at = now) =>
  givenWorld({
    now: Date.parse(at),
    answers: { 'GET /calls/session-1/presence': answer, 'GET /calls/session-org/presence': answer },
  })

const meta = {
  title: 'Call/The end of a call',
  component: Completion,
  args: { me, asked: session, askedAt: Date.parse(now) },
  beforeEach: world(presence),
} satisfies Meta<typeof Completion>
export default meta
type Story = StoryObj<typeof meta>

const complete = () => screen.queryByRole('button', { name: 'Mark Session Complete' })

export const Coach: Story = {
  name: 'For its coach [ROUTE-15 DONE-01]',
  play: async ({ canvasElement }) => {
    await screen.findByText('61 min')
    await expect(outlineOf(canvasElement)).toEqual([
      'heading 1: This call has ended.',
      'Values in practice, with Kwame Boateng',
      'section "Time in the call":',
      'list "In the call":',
      'entry:',
      'You',
      '8:59 – 10:00 AM, (heard)',
      '61 min',
      'entry:',
      'Kwame',
      '9:00 – 9:30 AM, (heard)',
      '9:31 – 10:00 AM, (heard)',
      '59 min',
      'button: Mark Session Complete (on-accent)',
      'link → /dashboard: Return to Dashboard',
      'link → /session/session-1/join: Rejoin',
      'button: Report technical issues (accent-ink)',
    ])
  },
}

/** Before the start the session can't be marked complete. */
export const BeforeStart: Story = {
  name: 'Before the start',
  args: {
    asked: servedTo(me, Date.parse(onMonday('13:55')), atNine),
    askedAt: Date.parse(onMonday('13:55')),
  },
  beforeEach: world(
    samplePresence({ coach: { inRoom: [stretch('13:50', '13:54')] } }, onMonday('13:55')),
    onMonday('13:55'),
  ),
  play: async () => {
    await screen.findByText('4 min')
    await expect(complete()).toBeNull()
    await expect(screen.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible()
  },
}

/** An admin who takes part can't mark it complete either. */
export const Participant: Story = {
  name: 'For a participant of an Org session [DONE-06]',
  args: {
    me: sampleMe('OrgAdmin', { id: 'coach-ingrid', first_name: 'Ingrid', last_name: 'Solheim' }),
    asked: sampleOrgSession({ ...atNine, abilities: { complete: true, edit: true, join: true } }),
  },
  play: async ({ canvasElement }) => {
    await screen.findByText('61 min')
    await expect(complete()).toBeNull()
    await expect(canvasElement).toHaveTextContent('Team hour, with Dana Whitfield')
    await expect(screen.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible()
  },
}

export const Settled: Story = {
  args: { asked: sampleSession({ ...atNine, status: 'Completed' }) },
  beforeEach: world({ ...presence, abilities: { noShow: false, join: false } }),
  play: async () => {
    await screen.findByText('61 min')
    await expect(screen.getByText('Completed')).toBeVisible()
    await expect(complete()).toBeNull()
    await expect(screen.queryByRole('link', { name: 'Rejoin' })).toBeNull()
  },
}

export const NobodyWasThere: Story = {
  beforeEach: world(samplePresence({}, now)),
  play: async () => {
    await expect(await screen.findByText('Nobody was in the call.')).toBeVisible()
  },
}

export const RecordAway: Story = {
  beforeEach: world(() => new Response('{}', { status: 400 })),
  play: async () => {
    await expect(await screen.findByText("Couldn't load who was in the call.")).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
