import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { catchFiles } from '../../../../.storybook/catch-files.ts'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, problem, refusal, type Answers } from '../../../../.storybook/world.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { ProgressScreen } from './progress-screen.tsx'
import { longProgress, sampleProgress } from './sample-progress.ts'

const meta = { title: 'Assessment/Progress' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const path = '/assessment/progress/client-margarethe'
const given = (answer: unknown, more: Answers = {}) =>
  givenWorld({ now: sampleNow, answers: { [`GET ${path}`]: answer, ...more } })
const render = () => (
  <>
    <ProgressScreen
      userId="client-margarethe"
      me={sampleMe('Coach', { is_assessor: true })}
      notFound={<h1>Nobody here</h1>}
    />
    <ToastRegion />
  </>
)
const shown = (name = 'Margarethe Öztürk-Lindqvist') => screen.findByRole('heading', { level: 1, name })

/** The line, four bars per category with their values, counts only for the subtopics, and the same figures in a table. */
export const WholeScreen: Story = {
  beforeEach: given(sampleProgress()),
  render,
  play: async ({ canvasElement }) => {
    await shown()
    await expect(document.title).toBe('Progress of Margarethe Öztürk-Lindqvist · Parley')
    const lines = outlineOf(canvasElement)
    await expect(lines.slice(0, 12)).toEqual([
      'link → /clients/client-margarethe: Back to Margarethe Öztürk-Lindqvist',
      'heading 1: Margarethe Öztürk-Lindqvist',
      'Progress over 4 sessions with Dana Whitfield',
      'button: Print',
      'button: Download PDF',
      'button: Send report (on-accent)',
      'Sent Oct 30, 12:02 PM',
      'section:',
      'heading 2: Criteria shown, of those answered',
      'Criteria shown, of those answered, by session. Oct 2: 56%, 20 of 36. Oct 16: 63%, 45 of 72. Oct 30: 64%, 23 of 36. Nov 14: 78%, 28 of 36. (heard)',
      'heading 2: Latest',
      '78%',
    ])
    await expect(lines).toContain('22 points more than on Oct 2')
    await expect(screen.getByText(/^“The opening is hers now/)).toHaveClass('font-voice')
    await expect(screen.getByText('Dana Whitfield, overall on Repair, Nov 14')).toBeInTheDocument()
    const table = within(screen.getByRole('table'))
    await expect(table.getAllByRole('row')).toHaveLength(5)
    await expect(table.getByRole('row', { name: /Taking stock/ })).toHaveTextContent('78%28 of 36not sent')
    await expect(table.getByRole('row', { name: /Values in practice/ })).toHaveTextContent(
      'sent Oct 16, 1:15 PM',
    )
    // A conversation counts with the session that scored it last.
    await expect(lines.join('\n')).toContain('Clarity\n28 of 36')
  },
}

export const LongNames: Story = {
  name: 'Twenty-four sessions with long names',
  beforeEach: given(longProgress()),
  render,
  play: async () => {
    await shown('Wolfeschlegelsteinhausenbergerdorff Öztürk-Lindqvist')
    await expect(
      screen.getByText('The newest 24 sessions. Older ones are on their own pages.'),
    ).toBeInTheDocument()
  },
}

const one = sampleProgress().sessions.slice(-1)

export const OneSession: Story = {
  beforeEach: given(sampleProgress({ sessions: one })),
  render,
  play: async () => {
    await shown()
    await expect(screen.getByText('Progress over one session with Dana Whitfield')).toBeInTheDocument()
    await expect(screen.queryByText(/than on/)).toBeNull()
    await expect(screen.queryByText(/^Sent /)).toBeNull()
  },
}

/** A judgement in words alone has no figure and no place on the line. */
export const WordsAlone: Story = {
  beforeEach: given(
    sampleProgress({
      sessions: one.map((session) => ({
        ...session,
        shown: 0,
        answered: 0,
        conversations: [
          { conversation: 0, shown: 0, answered: 0, overall: 'Not tried today.', categories: [] },
        ],
      })),
    }),
  ),
  render,
  play: async () => {
    await shown()
    await expect(screen.queryByRole('heading', { name: /Criteria shown/ })).toBeNull()
    await expect(screen.getByText('“Not tried today.”')).toBeInTheDocument()
    await expect(screen.getByText('words alone')).toBeInTheDocument()
  },
}

export const NothingScored: Story = {
  beforeEach: given(sampleProgress({ sessions: [], rubrics: [] })),
  render,
  play: async ({ canvasElement }) => {
    await shown()
    await expect(outlineOf(canvasElement)).toEqual([
      'link → /clients/client-margarethe: Back to Margarethe Öztürk-Lindqvist',
      'heading 1: Margarethe Öztürk-Lindqvist',
      'Progress',
      'heading 2: Nothing scored yet',
      'Score a session during the call or afterwards, in its assessment. Its figures show here.',
      'link → /clients/client-margarethe: Open the client’s sessions',
    ])
  },
}

export const Loading: Story = {
  beforeEach: givenWorld({ now: sampleNow }),
  render,
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('[aria-busy="true"]')).not.toBeNull()
  },
}

export const CouldNotBeLoaded: Story = {
  beforeEach: given(refusal(500)),
  render,
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument()
  },
}

export const WithoutTheRight: Story = {
  name: 'Without the right to assess [ASSESS-04]',
  beforeEach: given(problem('not_assessor')),
  render,
  play: async () => {
    await screen.findByRole('heading', { level: 1, name: 'Progress is for assessors' })
    await expect(screen.getByText('An org admin can give you the right to assess.')).toBeInTheDocument()
    await expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull()
  },
}

export const Nobody: Story = {
  beforeEach: given(problem('person_not_found')),
  render,
  play: async () => void (await screen.findByRole('heading', { level: 1, name: 'Nobody here' })),
}

const sent = fn()
let isSent = false
/** The report asks for confirmation first, says where it goes, and confirms that it was sent. */
export const SendingTheReport: Story = {
  beforeEach: () => {
    sent.mockClear()
    isSent = false
    const at = '2026-11-16T14:00:00.000Z'
    const { sessions } = sampleProgress()
    return given(
      () =>
        sampleProgress({
          sessions: sessions.map((session, i) =>
            i === 0 && isSent ? { ...session, report_at: at } : session,
          ),
        }),
      {
        [`POST ${path}/report`]: () => {
          sent()
          isSent = true
          return { at }
        },
      },
    )()
  },
  render,
  play: async () => {
    await shown()
    await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
    const question = await screen.findByRole('alertdialog')
    await expect(question).toHaveTextContent(
      'A PDF with these figures and your overall comments goes to margarethe@example.test. Your notes stay with you.',
    )
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.click(within(question).getByRole('button', { name: 'Send report' }))
    await screen.findByText('Report sent')
    await waitFor(() => expect(screen.getByText('Sent Nov 16, 9:00 AM')).toBeInTheDocument())
    await expect(sent).toHaveBeenCalledTimes(1)
  },
}

const saved = fn()
export const Download: Story = {
  beforeEach: () => {
    saved.mockClear()
    const leave = given(sampleProgress(), { [`GET ${path}/report`]: () => new Response('%PDF') })()
    const letFilesGo = catchFiles(saved)
    return () => {
      letFilesGo()
      leave()
    }
  },
  render,
  play: async () => {
    await shown()
    await userEvent.click(screen.getByRole('button', { name: 'Download PDF' }))
    await waitFor(() => expect(saved.mock.calls).toEqual([['Progress Margarethe Öztürk-Lindqvist.pdf']]))
  },
}

export const ClientWasDeleted: Story = {
  beforeEach: given(sampleProgress({ client: { ...sampleProgress().client, isDeleted: true } })),
  render,
  play: async () => {
    await shown()
    await expect(screen.getByRole('button', { name: 'Send report' })).toBeDisabled()
    await expect(screen.getByText('This person was deleted and gets no email.')).toBeInTheDocument()
  },
}
