import type { Meta, StoryObj } from '@storybook/react-vite'
import { useQueryClient } from '@tanstack/react-query'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, problem, refusal, type Answers } from '../../../../.storybook/world.ts'
import { sampleMessage } from '#features/chat/model/sample-chat.ts'
import { atNine, sampleMe, sampleSession } from '#features/sessions/sample-sessions.ts'
import { refetcherOf } from '#platform/live/refetch.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { sampleMoment, sampleRubric } from './sample-moments.ts'
import { SessionMoments } from './session-moments.tsx'

const on = (clock: string) => `2026-11-16T${clock}:00.000Z`
const of = (number: number) => `0b8f8f0e-51f4-4c0e-9a52-00000000000${number}`
const path = '/assessment/session-1/client-kwame/moments'

const silence = sampleMoment({ id: of(2), at: on('14:24'), note: 'Filled the pause after two seconds.' })
const four = [
  sampleMoment({
    id: of(1),
    at: on('14:21'),
    path: 'clarity/facts/seen',
    note: '“On Thursday the report came two days late.” First time without a reproach.',
  }),
  silence,
  sampleMoment({ id: of(3), at: on('14:25'), note: 'Same again, noticed it himself and laughed.' }),
  sampleMoment({ id: of(4), at: on('14:40') }),
]
const chat = [
  sampleMessage({ number: 1, author: 'Dana Whitfield', isCoach: true, dateCreated: on('14:12') }),
  sampleMessage({
    number: 2,
    author: 'Kwame Boateng',
    body: '“On Thursday the report came two days late, and I had to move the call.” Like that?',
    dateCreated: on('14:22'),
  }),
  sampleMessage({
    number: 3,
    author: 'Dana Whitfield',
    isCoach: true,
    body: 'Yes. Now let us try it with Ines.',
    dateCreated: on('14:24'),
  }),
]

const world = (moments: unknown, { rubric = sampleRubric, ...more }: Answers = {}) =>
  givenWorld({
    now: Date.parse(on('16:00')),
    answers: {
      [`GET ${path}`]: moments,
      'GET /assessment/wa/session-1/client-kwame/responses': {
        assessment_json: {},
        rubric_version: 1,
        number: 0,
        texts: {},
      },
      ...(rubric !== 'never' && { 'GET /assessment/rubrics/1': rubric }),
      'GET /chat/session-1/messages': (url: URL) => ({
        messages: chat.filter(({ number }) => number > Number(url.searchParams.get('after'))),
        hasMore: false,
        abilities: { write: false, sendFiles: false },
      }),
      ...more,
    },
  })

const meta = {
  title: 'Sessions/Moments',
  component: SessionMoments,
  args: {
    me: sampleMe('Coach'),
    session: sampleSession({ ...atNine, status: 'Completed', abilities: { assess: true } }),
  },
  render: (args) => (
    <div className="max-w-196">
      <SessionMoments {...args} />
      <ToastRegion />
    </div>
  ),
} satisfies Meta<typeof SessionMoments>
export default meta
type Story = StoryObj<typeof meta>

const asked = fn()
const rows = () => screen.getAllByRole('listitem').filter((row) => row.closest('ol'))
const flag = (name: string) => screen.findByRole('button', { name })

/** A session without moments shows nothing. */
export const None: Story = {
  beforeEach: () => {
    asked.mockReset().mockReturnValue([])
    return world(() => asked() as unknown)()
  },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(asked).toHaveBeenCalled())
    await expect(canvasElement.querySelector('section')).toBeNull()
  },
}

export const One: Story = {
  beforeEach: world([silence]),
  play: async ({ canvasElement }) => {
    await flag('9:24 AM, Leaves silence unfilled')
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: Moments',
      '1',
      'list "On the timeline":',
      'entry:',
      'button "9:24 AM, Leaves silence unfilled":',
      'list "Moments":',
      'entry:',
      'button "Choose 9:24 AM, Leaves silence unfilled": 9:24 AM',
      'Leaves silence unfilled Listening',
      'Filled the pause after two seconds.',
      'button "Actions for 9:24 AM, Leaves silence unfilled" [haspopup]:',
    ])
    await expect(screen.getByText('Filled the pause after two seconds.')).toHaveClass('font-voice')
  },
}

/** Moments near each other share a flag, which steps through them; choosing one shows the chat of its time. */
export const Clustered: Story = {
  globals: { viewport: { value: 'desktop' } },
  beforeEach: world(four),
  play: async () => {
    const shared = await flag('3 moments, 9:21 AM to 9:25 AM')
    await expect(shared).toHaveTextContent('3')
    await expect(screen.queryByText('Chat at this time')).toBeNull()
    await userEvent.click(shared)
    await userEvent.click(shared)
    await expect(rows()[1]).toHaveAttribute('aria-current', 'true')
    await expect(shared).toHaveAttribute('aria-pressed', 'true')
    const beside = await screen.findByRole('region', { name: 'Chat at this time' })
    await expect(await within(beside).findByText('Yes. Now let us try it with Ines.')).toBeVisible()
    await expect(
      within(beside)
        .getAllByText(/AM$/)
        .map((time) => time.textContent),
    ).toEqual(['9:22 AM', '9:24 AM'])
    await userEvent.click(await flag('9:40 AM, Leaves silence unfilled'))
    await expect(rows()[3]).toHaveAttribute('aria-current', 'true')
    await expect(await screen.findByText('Nothing was written around this time.')).toBeVisible()
    await expect(shared).toHaveAttribute('aria-pressed', 'false')
  },
}

export const Dark: Story = {
  globals: { viewport: { value: 'desktop' }, theme: 'dark' },
  beforeEach: world(four),
  play: async () => {
    await userEvent.click(await flag('3 moments, 9:21 AM to 9:25 AM'))
    await expect(await screen.findByText(/and I had to move the call/)).toBeVisible()
  },
}

/** A phone has no room beside the list, so the chat is in the moment's row. */
export const OnPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  beforeEach: world(four),
  play: async () => {
    await userEvent.click(await flag('3 moments, 9:21 AM to 9:25 AM'))
    const [first] = rows()
    if (!first) throw new Error('there is no row')
    await expect(await within(first).findByText(/and I had to move the call/)).toBeVisible()
  },
}

const long = 'He waited, began, stopped, and began again with what he had seen. '.repeat(20)

export const LongNotes: Story = {
  globals: { viewport: { value: 'phone' } },
  beforeEach: world([
    sampleMoment({ id: of(1), note: `${long}\n\n${long}` }),
    sampleMoment({ id: of(2), note: 'x'.repeat(400), at: on('15:50') }),
    sampleMoment({
      id: of(3),
      by: 'Margarethe Östervåg-Lindqvist '.repeat(3),
      isOwn: false,
      at: on('15:51'),
    }),
  ]),
  play: async ({ canvasElement }) => {
    await screen.findByText('x'.repeat(400))
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth)
  },
}

/** Other assessors read the moment with its author's name and cannot change it; only the coach sees the chat. */
export const ByAnother: Story = {
  args: { me: sampleMe('OrgAdmin', { id: 'admin-helena' }) },
  beforeEach: world([
    { ...silence, isOwn: false, conversation: 1 },
    { ...four[3], isOwn: false },
  ]),
  play: async () => {
    await userEvent.click(await flag('9:24 AM, Leaves silence unfilled'))
    const [first] = rows()
    await expect(first).toHaveTextContent('Listening, Conversation 2by Dana Whitfield')
    await expect(
      screen.queryByRole('button', { name: 'Actions for 9:24 AM, Leaves silence unfilled' }),
    ).toBeNull()
    await expect(screen.queryByText('Chat at this time')).toBeNull()
  },
}

export const Loading: Story = {
  beforeEach: world([silence], { rubric: 'never' }),
  play: async () => {
    await expect(await screen.findByText('Loading')).toBeInTheDocument()
    await expect(screen.getByRole('heading', { name: 'Moments 1' })).toBeVisible()
  },
}

export const CouldNotBeLoaded: Story = {
  name: 'Could not be loaded',
  beforeEach: () => {
    asked.mockReset().mockImplementationOnce(refusal(500)).mockReturnValue([silence])
    return world(() => asked() as unknown)()
  },
  play: async () => {
    await expect(await screen.findByText("The moments couldn't be loaded.")).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await expect(await screen.findByText('Filled the pause after two seconds.')).toBeVisible()
  },
}

export const RubricCouldNotBeLoaded: Story = {
  name: 'The rubric could not be loaded',
  beforeEach: world([silence], { rubric: refusal(500) }),
  play: async () => {
    await expect(await screen.findByText("The moments couldn't be loaded.")).toBeVisible()
  },
}

const saved = fn()

export const EditingTheNote: Story = {
  name: 'The author edits the note',
  beforeEach: () => {
    saved.mockReset().mockImplementationOnce(problem('moment_removed'))
    saved.mockImplementation(({ note, version }: { note: string; version: number }) => ({
      ...silence,
      note,
      version,
    }))
    return world([silence], {
      [`PUT ${path}/${silence.id}`]: (_url: URL, body: unknown) => saved(body) as unknown,
    })()
  },
  play: async () => {
    await userEvent.click(await flag('Actions for 9:24 AM, Leaves silence unfilled'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit note' }))
    const field = await screen.findByRole('textbox', { name: 'Note' })
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.clear(field)
    await userEvent.type(field, 'Let it stand.')
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
    await expect(await screen.findByText('This moment was removed.')).toBeVisible()
    await expect(field).toHaveValue('Let it stand.')
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
    await expect(await screen.findByText('Let it stand.')).toHaveClass('font-voice')
    await expect(saved).toHaveBeenLastCalledWith({
      tags: [0, 'listening', 'presence', 'silence'],
      at: silence.at,
      note: 'Let it stand.',
      version: 2,
    })
  },
}

const removed = fn()

export const Removing: Story = {
  name: 'The author is asked before a moment is removed',
  beforeEach: () => {
    removed.mockReset().mockReturnValue({})
    const left = () => (removed.mock.calls.length === 0 ? four : four.slice(1))
    return world(left, { [`DELETE ${path}/${of(1)}`]: () => removed() as unknown })()
  },
  play: async () => {
    await userEvent.click(await flag('Actions for 9:21 AM, Says what was seen, with time and place'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    const question = await screen.findByRole('alertdialog', { name: 'Remove this moment?' })
    await expect(question).toHaveTextContent(
      'Says what was seen, with time and place, 9:21 AM, with its note. This cannot be undone.',
    )
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(rows()).toHaveLength(3))
    await expect(removed).toHaveBeenCalledOnce()
  },
}

/** Gives the page the notice that the live channel would send about that session. */
function Told({ id }: { id: string }) {
  const client = useQueryClient()
  return (
    <button type="button" onClick={() => refetcherOf(client).hear({ kind: 'assessment', id })}>
      {id}
    </button>
  )
}

/** A moment that somebody else marks appears without a reload. */
export const Live: Story = {
  render: (args) => (
    <>
      <SessionMoments {...args} />
      <Told id="session-1" />
      <Told id="session-2" />
    </>
  ),
  beforeEach: () => {
    asked.mockReset().mockReturnValueOnce([silence]).mockReturnValue(four)
    return world(() => asked() as unknown)()
  },
  play: async () => {
    await flag('9:24 AM, Leaves silence unfilled')
    for (const id of ['session-2', 'session-1'])
      await userEvent.click(screen.getByRole('button', { name: id }))
    await waitFor(() => expect(rows()).toHaveLength(4), { timeout: 10_000 })
    await expect(asked).toHaveBeenCalledTimes(2)
  },
}

/** Before anybody can be in the call there can be no moments, so the page requests none. */
export const BeforeTheCall: Story = {
  name: 'Before the call',
  args: {
    session: sampleSession({
      start_time: on('18:00'),
      end_time: on('19:00'),
      abilities: { assess: true },
    }),
  },
  beforeEach: () => {
    asked.mockReset().mockReturnValue(four)
    return world(() => asked() as unknown)()
  },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector('section')).toBeNull())
    await expect(asked).not.toHaveBeenCalled()
  },
}
