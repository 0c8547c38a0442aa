import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld } from '../../../../.storybook/world.ts'
import { sampleGuest } from '#features/calls/knock/sample-knocks.ts'
import { atNine, sampleMe, servedTo } from '#features/sessions/sample-sessions.ts'
import { JoinBar, JoinCard } from './join-card.tsx'

const me = sampleMe('Coach')
const now = Date.parse('2026-11-16T13:55:00.000Z')

const meta = {
  title: 'Join card',
  component: JoinCard,
  args: {
    me,
    now,
    session: servedTo(me, now, atNine),
    acts: { complete: fn(), noShow: fn(), cancel: fn(), correct: fn(), isSaving: false, questions: null },
  },
} satisfies Meta<typeof JoinCard>
export default meta
type Story = StoryObj<typeof meta>

/** The countdown that screen readers announce five minutes before the start. */
export const FiveMinutesBefore: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Starts in 5 min')
    await expect(canvas.getByRole('link', { name: 'Join Call' })).toBeVisible()
  },
}

/** The bar at the edge of a small screen says it too. */
export const BarOnPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  render: (args) => <JoinBar {...args} />,
  play: FiveMinutesBefore.play ?? (() => undefined),
}

const waits = givenWorld({
  now,
  answers: {
    'GET /calls/waiting': [
      sampleGuest({ session_id: 'session-2' }),
      sampleGuest({ session_id: 'session-1', since: '2026-11-16T13:49:00.000Z' }),
    ],
  },
})

export const Waiting: Story = {
  name: 'The client is waiting [PREVIEW-10]',
  beforeEach: waits,
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText('Kwame is waiting')
    await expect(canvasElement).toHaveTextContent('Kwame is waiting since 8:49 AM')
  },
}

export const WaitingOnPhone: Story = {
  args: {
    session: {
      ...servedTo(me, now, atNine),
      participants: servedTo(me, now, atNine).participants.map((person) => ({
        ...person,
        first_name: 'Wolfeschlegelsteinhausenbergerdorff-Öztürk',
      })),
    },
  },
  globals: { viewport: { value: 'phone' } },
  beforeEach: waits,
  render: (args) => <JoinBar {...args} />,
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText('since 8:49 AM')
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth)
  },
}

/** Somebody else's client at the door of another session says nothing here. */
export const NobodyWaits: Story = {
  beforeEach: givenWorld({
    now,
    answers: {
      'GET /calls/waiting': [
        sampleGuest({ session_id: 'session-2' }),
        sampleGuest({ session_id: 'session-1', state: 'turned_away' }),
      ],
    },
  }),
  play: async ({ canvas }) => {
    await canvas.findByRole('link', { name: 'Join Call' })
    await expect(canvas.queryByText(/is waiting/)).toBeNull()
  },
}

/** Completed while its join window is still open: no countdown and no join button, only the outcome. */
export const CompletedWithinItsWindow: Story = {
  name: 'Completed within its window [PHASE-07]',
  args: { session: servedTo(me, now, { ...atNine, status: 'Completed' }) },
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual(['Completed (green-ink)', 'This session took place.'])
  },
}

const after = Date.parse('2026-11-16T18:00:00.000Z')
const acts = { complete: fn(), noShow: fn(), cancel: fn(), correct: fn(), isSaving: false, questions: null }

/** The session is past and its coach has not reported how it went: three answers, each one press away. */
export const OverForItsCoach: Story = {
  args: { now: after, session: servedTo(me, after, atNine), acts },
  play: async ({ canvas }) => {
    for (const act of [acts.complete, acts.noShow, acts.cancel]) act.mockClear()
    const buttons = canvas.getAllByRole('button').map(({ textContent }) => textContent)
    await expect(buttons).toEqual(['Mark Session Complete', 'No Show', 'Cancel Session'])
    for (const name of buttons) await userEvent.click(canvas.getByRole('button', { name: name ?? '' }))
    for (const act of [acts.complete, acts.noShow, acts.cancel]) await expect(act).toHaveBeenCalledOnce()
  },
}

const outsider = sampleMe('OrgAdmin', { id: 'admin-helena' })

/** The window is open, but the viewer is not in the session: the join button is disabled, and the card says why. */
export const OpenForAnother: Story = {
  args: { me: outsider, session: servedTo(outsider, now, atNine) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Join Call' })).toBeDisabled()
    await expect(canvas.getByText('Only the people in this session can join it.')).toBeVisible()
  },
}
