import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, within } from 'storybook/test'
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
import { onMonday, samplePresence, stretch, wrote } from './sample-presence.ts'

const now = onMonday('15:02')
const me = sampleMe('Coach')
const session = servedTo(me, Date.parse(now), atNine)
const presence = samplePresence(
  {
    coach: { inRoom: [stretch('13:59', '15:00')] },
    client: { inRoom: [stretch('14:00', '14:30'), stretch('14:31', '15:00')] },
  },
  now,
  {},
  { written: [wrote('coach-dana', '14:10', 3), wrote('client-kwame', '14:22', 2, 1)] },
)
const figures = () =>
  within(screen.getByRole('list', { name: 'The call in numbers' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
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
      'list "The call in numbers":',
      'entry:',
      '59 min',
      'together',
      'entry:',
      '5',
      'messages',
      'entry:',
      '1',
      'file',
      'button: Mark Session Complete (on-accent)',
      'link → /dashboard: Return to Dashboard',
      'link → /session/session-1/join: Rejoin',
      'button: Report technical issues (accent-ink)',
    ])
  },
}

export const Assessor: Story = {
  name: 'For a coach who may assess [DONE-09]',
  beforeEach: world({ ...presence, scored: { moments: 3, answered: 11, criteria: 14 } }),
  play: async () => {
    await screen.findByText('61 min')
    await expect(figures()).toEqual([
      '59 mintogether',
      '5messages',
      '1file',
      '3moments',
      '11 of 14criteria scored',
    ])
  },
}

/** Labels of the axis keep a distance from each other, whatever the time of the first arrival. */
export const Labels: Story = {
  name: 'A first arrival just before a label of the axis',
  globals: { viewport: { value: 'phone' } },
  beforeEach: world(
    samplePresence(
      {
        coach: { inRoom: [stretch('15:14', '16:01')] },
        client: { inRoom: [stretch('15:15', '15:58')] },
      },
      onMonday('16:02'),
    ),
    onMonday('16:02'),
  ),
  play: async ({ canvasElement }) => {
    await screen.findByText('47 min')
    const labels = [...canvasElement.querySelectorAll('[aria-hidden="true"] span')]
      .filter(({ textContent }) => /^\d+:\d\d$/.test(textContent))
      .map((label) => label.getBoundingClientRect())
    await expect(labels.length).toBeGreaterThan(3)
    for (const [i, label] of labels.entries())
      await expect(label.left).toBeGreaterThan((labels[i - 1]?.right ?? -Infinity) + 8)
  },
}

export const LongNames: Story = {
  name: 'Long names and large numbers',
  args: {
    asked: {
      ...session,
      title: 'Eine Besprechungsnachbereitungszusammenfassung, die niemand in einer Zeile liest',
      participants: session.participants.map((person) => ({
        ...person,
        first_name: 'Wolfeschlegelsteinhausenbergerdorff',
        last_name: 'Öztürk-Lindqvist',
      })),
    },
  },
  beforeEach: world({
    ...presence,
    written: [wrote('client-kwame', '14:22', 4210, 50)],
    scored: { moments: 500, answered: 143, criteria: 144 },
  }),
  play: async ({ canvasElement }) => {
    await screen.findByText('61 min')
    await expect(figures()).toContain('4,210messages')
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth)
  },
}

export const Loading: Story = {
  beforeEach: givenWorld({ now: Date.parse(now) }),
  play: async () => {
    await expect(screen.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible()
    await expect(screen.queryByRole('list')).toBeNull()
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
    await expect(screen.queryByRole('list', { name: 'The call in numbers' })).toBeNull()
  },
}

export const RecordAway: Story = {
  beforeEach: world(() => new Response('{}', { status: 400 })),
  play: async () => {
    await expect(await screen.findByText("Couldn't load who was in the call.")).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(screen.queryByRole('list', { name: 'The call in numbers' })).toBeNull()
  },
}
