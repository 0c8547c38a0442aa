import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, within } from 'storybook/test'
import { AssessmentPanel } from './assessment-panel.tsx'
import { sampleScoring, sampleScoringActs as acts, sampleSheet } from './sample-scoring.ts'

const meta = {
  title: 'Assessment/In the call',
  component: AssessmentPanel,
  args: { view: sampleScoring(), acts, conversation: 0, onConversation: () => {} },
  decorators: [
    (Story) => (
      <div
        data-theme="dark"
        className="flex h-190 w-97 max-w-full flex-col rounded-panel border border-line bg-surface text-ink"
      >
        <Story />
      </div>
    ),
  ],
  render: (args) => {
    const Chosen = () => {
      const [conversation, onConversation] = useState(0)
      return <AssessmentPanel {...args} {...{ conversation, onConversation }} />
    }
    return <Chosen />
  },
  beforeEach: () => {
    for (const act of Object.values(acts)) act.mockClear()
  },
} satisfies Meta<typeof AssessmentPanel>
export default meta
type Story = StoryObj<typeof meta>

export const Scored: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('Saved 11:41 AM')).toBeVisible()
    await expect(canvas.getByText('2 of 3')).toBeVisible()
    await expect(canvas.getByRole('group', { name: 'Lets the other finish: shown' })).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Moment at 11:40 AM' })).toBeVisible()
  },
}

/** The keyboard can give every answer, and none of its letters reaches the page's own shortcuts. */
export const ByKeyboard: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const heard: string[] = []
    const hear = ({ key }: KeyboardEvent) => heard.push(key)
    document.addEventListener('keydown', hear)
    canvas.getByRole('group', { name: /^States the purpose/ }).focus()
    await userEvent.keyboard('{ArrowDown}y{ArrowDown}n{ArrowUp}0')
    document.removeEventListener('keydown', hear)
    await expect(acts.onSet.mock.calls).toEqual([
      [0, 'clarity/opening/good-time', true],
      [0, 'clarity/facts/time-and-place', false],
      [0, 'clarity/opening/good-time', null],
    ])
    await expect(heard.filter((key) => key.length === 1)).toEqual([])
    await userEvent.keyboard('3')
    await expect(canvas.getByRole('radio', { name: /Setting a boundary, 0 of 5 answered/ })).toBeChecked()
    await expect(canvas.getByRole('group', { name: 'Asks whether now is a good time: unset' })).toHaveFocus()
    await expect(canvas.getByRole('textbox', { name: 'Overall' })).toHaveValue('')
    // Only the row in hand is in the tab order, with its two halves.
    await userEvent.tab()
    await expect(document.activeElement).toHaveAccessibleName('Shown')
    await userEvent.keyboard(' ')
    await expect(acts.onSet).toHaveBeenLastCalledWith(2, 'clarity/opening/good-time', true)
  },
}

/** Pressing the half that is set unsets it. */
export const Unset: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const row = within(canvas.getByRole('group', { name: 'Lets the other finish: shown' }))
    await userEvent.click(row.getByRole('button', { name: 'Shown' }))
    await expect(acts.onSet).toHaveBeenLastCalledWith(0, 'listening/presence/lets-finish', null)
    await userEvent.click(row.getByRole('button', { name: 'Not shown' }))
    await expect(acts.onSet).toHaveBeenLastCalledWith(0, 'listening/presence/lets-finish', false)
  },
}

/** One key marks a moment, a note may follow, and Enter goes back to the criterion. */
export const Moment: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    canvas.getByRole('group', { name: /^Leaves silence/ }).focus()
    await userEvent.keyboard('f')
    await expect(acts.onMoment).toHaveBeenLastCalledWith(0, 'listening/presence/silence')
    const note = canvas.getByRole('textbox', { name: 'What happened at 11:40 AM?' })
    await expect(note).toHaveFocus()
    await userEvent.keyboard('Ny{Enter}')
    await expect(acts.onNote).toHaveBeenLastCalledWith('moment-2', 'Ny')
    await expect(canvas.getByRole('group', { name: /^Leaves silence/ })).toHaveFocus()
    await expect(acts.onSet).not.toHaveBeenCalled()
  },
}

const mark = (text: string): Story['play'] =>
  async function play({ canvasElement }) {
    await expect(within(canvasElement).getAllByText(text)[0]).toBeVisible()
  }

export const Saving: Story = {
  args: { view: sampleScoring({ sheet: sampleSheet({ unsent: 1 }) }) },
  play: mark('Saving…'),
}

export const Waiting: Story = {
  args: { view: sampleScoring({ sheet: sampleSheet({ unsent: 2 }), isAway: true }) },
  play: async (given) => {
    await mark('2 waiting on this device')?.(given)
    // The status announces the problem.
    await expect(within(given.canvasElement).getAllByRole('status')[0]).toHaveTextContent(
      '2 waiting on this device',
    )
  },
}

export const DeviceFull: Story = {
  args: { view: sampleScoring({ sheet: sampleSheet({ unsent: 2 }), isAway: true, isOnlyHere: true }) },
  play: mark('2 waiting. Keep this page open.'),
}

const refused = [
  {
    clientId: 'one',
    said: { kind: 'criterion', conversation: 0, path: 'clarity/opening/purpose-early', value: true },
    why: 'Malformed tags argument',
  },
  {
    clientId: 'two',
    said: { kind: 'text', conversation: 0, path: 'notes', data: 'Softened.', base: 3 },
    why: 'The text is too long.',
  },
] as const

export const Refused: Story = {
  name: 'Refused answers, each with its reason, Retry and Discard [ASSESS-33]',
  args: { view: sampleScoring({ sheet: sampleSheet({ unsent: 2, refused }) }) },
  play: async (given) => {
    await mark("2 couldn't be saved")?.(given)
    const list = within(within(given.canvasElement).getByRole('list', { name: "Couldn't be saved" }))
    const [first, second] = list.getAllByRole('listitem')
    await expect(first).toHaveTextContent('Malformed tags argument')
    await expect(second).toHaveTextContent('The text is too long.')
    await userEvent.click(list.getAllByRole('button', { name: /^Retry: / })[0] ?? given.canvasElement)
    await expect(acts.onRetry.mock.calls).toEqual([['one']])
    await userEvent.click(list.getByRole('button', { name: /^Discard: .*Notes$/ }))
    await expect(acts.onDiscard.mock.calls).toEqual([['two']])
  },
}

export const RightLost: Story = {
  args: { view: sampleScoring({ dropped: 2 }) },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('alert')).toHaveTextContent('2 answers were not saved')
  },
}

export const RightLostForOne: Story = {
  args: { view: sampleScoring({ dropped: 1 }) },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('alert')).toHaveTextContent('One answer was not saved')
  },
}

export const NothingYet: Story = {
  args: {
    view: sampleScoring({
      client: {
        id: 'client-long',
        username: 'm.o',
        first_name: 'Margarethe-Wilhelmina',
        last_name: 'Öztürk-Lindqvist von der Hohenstraße',
      },
      sheet: sampleSheet({ values: new Map(), texts: new Map(), savedAt: undefined }),
      moments: [],
    }),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.queryByText(/^Saved/)).toBeNull()
    await expect(canvas.getByText('0 of 3')).toBeVisible()
  },
}

/** Each conversation counts only its own moments. */
export const MomentsOfTwoConversations: Story = {
  args: {
    view: sampleScoring({
      moments: [
        ...sampleScoring().moments,
        ...[1, 2, 3].map((n) => ({
          id: `moment-there-${n}`,
          conversation: 1,
          path: 'listening/presence/silence',
          at: '2026-11-16T16:41:00.000Z',
          note: '',
          isOwn: true,
          version: 1,
        })),
      ],
    }),
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('2 moments')).toBeVisible()
  },
}

/** A finished category can be closed, and the arrow keys skip it. */
export const Closed: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: /^Clarity/ }))
    await expect(canvas.getByRole('button', { name: /^Clarity/ })).toHaveAttribute('aria-expanded', 'false')
    await expect(canvas.queryByRole('group', { name: /^States the purpose/ })).toBeNull()
    await expect(canvas.getByRole('group', { name: /^Lets the other/ })).toBeVisible()
  },
}

/** Enter finishes a text; Shift+Enter starts a new line. */
export const Words: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const overall = canvas.getByRole('textbox', { name: 'Overall' })
    await userEvent.type(overall, '!')
    await expect(acts.onText).toHaveBeenLastCalledWith(
      0,
      'overall',
      'Clear and kind. Silence is still hard.!',
    )
    await userEvent.keyboard('{Enter}')
    await expect(acts.onSettled).toHaveBeenCalledOnce()
    await expect(acts.onText).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    await expect(acts.onText).toHaveBeenLastCalledWith(0, 'overall', expect.stringContaining('\n'))
  },
}

/** Each conversation has its own text field, so that value, caret and undo history stay separate. */
export const WordsOfAnother: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const before = canvas.getByRole('textbox', { name: 'Overall' })
    await userEvent.click(canvas.getByRole('radio', { name: /Taking a complaint/ }))
    const after = canvas.getByRole('textbox', { name: 'Overall' })
    await expect(after).not.toBe(before)
    await userEvent.type(after, 'x')
    await expect(acts.onText).toHaveBeenLastCalledWith(1, 'overall', expect.stringMatching(/x$/))
  },
}
