import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld } from '../../../../.storybook/world.ts'
import { atNine, sampleMe, sampleSession } from '#features/sessions/sample-sessions.ts'
import { SessionPresence } from './session-presence.tsx'
import { onMonday, samplePresence, stretch } from './sample-presence.ts'

const asked = fn()
const world = (answer: unknown) =>
  givenWorld({
    answers: {
      'GET /calls/session-1/presence': () => {
        asked()
        return answer
      },
    },
  })

const meta = {
  title: 'Call/Who was in the call',
  component: SessionPresence,
  args: {
    me: sampleMe('OrgAdmin', { id: 'boss' }),
    session: sampleSession(atNine),
    now: Date.parse(onMonday('16:00')),
    plan: <p>The plan</p>,
  },
} satisfies Meta<typeof SessionPresence>
export default meta
type Story = StoryObj<typeof meta>

export const BothWere: Story = {
  beforeEach: world(
    samplePresence(
      { coach: { inRoom: [stretch('14:00', '14:50')] }, client: { inRoom: [stretch('14:10', '14:50')] } },
      onMonday('16:00'),
    ),
  ),
  play: async ({ canvasElement }) => {
    await screen.findByText('50 min')
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: In the call',
      'list "In the call":',
      'entry:',
      'Dana',
      '9:00 – 9:50 AM, (heard)',
      '50 min',
      'entry:',
      'Kwame',
      '9:10 – 9:50 AM, (heard)',
      '40 min',
    ])
  },
}

export const NobodyWas: Story = {
  beforeEach: world(samplePresence({}, onMonday('16:00'))),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(asked).toHaveBeenCalled())
    await expect(outlineOf(canvasElement)).toEqual(['The plan'])
  },
}

/** A coach who is alone in the running call sees the plan, too. */
export const DuringTheCall: Story = {
  args: { now: Date.parse(onMonday('14:20')) },
  beforeEach: world(samplePresence({ coach: { inRoom: [stretch('14:00', '14:20')] } }, onMonday('14:20'))),
  play: async ({ canvasElement }) => {
    await screen.findByText('20 min')
    await expect(outlineOf(canvasElement).slice(0, 3)).toEqual([
      'The plan',
      'section:',
      'heading 2: In the call',
    ])
  },
}
