import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld } from '../../../../.storybook/world.ts'
import { atNine, sampleMe, sampleSession } from '#features/sessions/sample-sessions.ts'
import { SessionPresence } from './session-presence.tsx'
import { onMonday, samplePresence, stretch, wrote } from './sample-presence.ts'

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

const withChat = (...authors: [coach: string | null, client: string | null]) =>
  world(
    samplePresence(
      { coach: { inRoom: [stretch('14:00', '14:50')] }, client: { inRoom: [stretch('14:10', '14:50')] } },
      onMonday('16:00'),
      {},
      {
        written: [
          // Before anybody was there, and after everybody had left.
          wrote(authors[0], '13:50'),
          wrote(authors[1], '14:20', 2),
          wrote(authors[0], '14:21', 1, 1),
          wrote(authors[1], '15:10'),
        ],
      },
    ),
  )

export const WithChat: Story = {
  name: 'With a chat, for its coach [PREVIEW-09]',
  args: { me: sampleMe('Coach') },
  beforeEach: withChat('coach-dana', 'client-kwame'),
  play: async ({ canvasElement }) => {
    await screen.findByText('50 min')
    await expect(outlineOf(canvasElement).slice(-8)).toEqual([
      '40 min',
      'entry:',
      'Chat',
      '8:50 AM: 1 message by Dana, (heard)',
      '9:20 AM: 2 messages by Kwame, (heard)',
      '9:21 AM: 1 message by Dana, (heard)',
      '10:10 AM: 1 message by Kwame, (heard)',
      '5 messages',
    ])
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth)
  },
}

export const WithChatOfOthers: Story = {
  name: 'With a chat that the viewer may not read [PREVIEW-09]',
  beforeEach: withChat(null, null),
  play: async ({ canvasElement }) => {
    await screen.findByText('50 min')
    await expect(outlineOf(canvasElement)).toContain('9:20 AM: 2 messages, (heard)')
    await expect(canvasElement).not.toHaveTextContent('messages by')
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
