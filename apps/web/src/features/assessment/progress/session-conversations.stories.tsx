import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, problem, refusal } from '../../../../.storybook/world.ts'
import { sampleMe, sampleNow, sampleSession } from '#features/sessions/sample-sessions.ts'
import { longProgress, sampleProgress } from './sample-progress.ts'
import { SessionConversations } from './session-conversations.tsx'

const world = (answer: unknown) =>
  givenWorld({ now: sampleNow, answers: { 'GET /assessment/progress/client-margarethe': answer } })

const meta = {
  title: 'Assessment/Conversations of a session',
  component: SessionConversations,
  args: {
    me: sampleMe('Coach', { is_assessor: true }),
    session: sampleSession({
      id: 'session-4',
      user_id: 'client-margarethe',
      start_time: '2026-11-14T14:30:00.000Z',
      end_time: '2026-11-14T15:30:00.000Z',
    }),
  },
  beforeEach: world(sampleProgress()),
} satisfies Meta<typeof SessionConversations>
export default meta
type Story = StoryObj<typeof meta>

const settled = () => waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())

export const AllFour: Story = {
  name: 'All four, and the latest words [PREVIEW-11]',
  play: async ({ canvasElement }) => {
    await settled()
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: The four conversations',
      'list:',
      'entry:',
      '1',
      'Concern',
      '58%',
      '21 of 36, Oct 16',
      'entry:',
      '2',
      'Complaint',
      '67%',
      '24 of 36, Oct 16',
      'entry:',
      '3',
      'Boundary',
      '64%',
      '23 of 36, Oct 30',
      'entry:',
      '4 (accent-ink)',
      'Repair (accent-ink)',
      '78%',
      '28 of 36, this session',
      '“The opening is hers now. Closing has slipped a little: she leaves without a next step when time runs short.”',
      'Dana Whitfield, overall on Repair, Nov 14',
    ])
  },
}

/** The page of an earlier session says nothing of what came after it. */
export const AnEarlierSession: Story = {
  name: 'An earlier session [PREVIEW-11]',
  args: {
    session: sampleSession({
      id: 'session-1',
      user_id: 'client-margarethe',
      start_time: '2026-10-02T14:30:00.000Z',
    }),
  },
  play: async ({ canvasElement }) => {
    await settled()
    await expect(screen.getAllByText('not scored')).toHaveLength(3)
    await expect(canvasElement).toHaveTextContent('this session')
    await expect(canvasElement.querySelector('blockquote')).toBeNull()
  },
}

export const NothingScored: Story = {
  beforeEach: world(sampleProgress({ sessions: [], rubrics: [] })),
  play: async () => {
    await expect(await screen.findByText('Nothing scored yet.')).toBeVisible()
  },
}

/** More than 24 newer sessions were scored: the figures say nothing about this one. */
export const TooOld: Story = {
  args: { session: sampleSession({ user_id: 'client-margarethe', start_time: '2020-01-06T14:00:00.000Z' }) },
  beforeEach: world(longProgress()),
  play: async () => {
    await expect(await screen.findByText('The figures cover newer sessions only.')).toBeVisible()
  },
}

const long = 'Besprechungsnachbereitungszusammenfassung mit der Geschäftsleitung'

export const LongNames: Story = {
  beforeEach: () => {
    const { rubrics, sessions, ...rest } = sampleProgress()
    return world({
      ...rest,
      sessions: sessions.map((one) => ({
        ...one,
        coach: 'Wolfeschlegelsteinhausenbergerdorff Öztürk-Lindqvist',
        conversations: one.conversations.map((each) => ({
          ...each,
          overall: each.overall && `${each.overall} `.repeat(30),
        })),
      })),
      rubrics: rubrics.map((rubric) => ({
        ...rubric,
        conversations: rubric.conversations.map(({ name }) => ({ name: `${name} ${long}`, title: long })),
      })),
    })()
  },
  play: async ({ canvasElement }) => {
    await settled()
    await expect(screen.getByText(/28 of 36/)).toBeVisible()
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth)
  },
}

export const Loading: Story = {
  beforeEach: givenWorld({ now: sampleNow }),
  play: async () => {
    await expect(screen.getByText('Loading')).toBeInTheDocument()
  },
}

export const CouldNotBeLoaded: Story = {
  beforeEach: world(refusal(500)),
  play: async () => {
    await expect(await screen.findByText("The four conversations couldn't be loaded.")).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const NoRight: Story = {
  name: 'Without the right to assess [PREVIEW-11]',
  beforeEach: world(problem('not_assessor')),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
    await expect(outlineOf(canvasElement)).toEqual([])
  },
}
