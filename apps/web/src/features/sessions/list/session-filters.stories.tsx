import type { Session } from '@parley/contract/sessions/sessions.ts'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { givenWorld } from '../../../../.storybook/world.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useTableState } from '#ui/table/use-table-state.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { useSessionsPage } from '#features/sessions/cache/session-queries.ts'
import { sessionCard, sessionColumnsFor, sessionName } from './session-columns.tsx'
import { sessionShape } from './session-shape.ts'

const meta = { title: 'Sessions/Filters' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

function List({ level }: { level: LevelName }) {
  const me = sampleMe(level)
  const state = useTableState(sessionShape(me))
  const answer = useSessionsPage(state.query)
  const given = { me, now: sampleNow, isSaving: () => false }
  return (
    <DataTable
      label="Sessions"
      state={state}
      answer={answer}
      columns={sessionColumnsFor(given)}
      row={{
        key: ({ id }: Session) => id,
        name: sessionName,
        card: (session) => sessionCard(session, given),
      }}
      empty={{ title: 'None', text: '' }}
    />
  )
}

const organizations = (names: string[]) => names.map((label, i) => ({ value: label, label, count: 200 + i }))
const served = (names: string[]) =>
  givenWorld({
    now: sampleNow,
    answers: {
      'GET /sessions': { entries: [], entryCount: 0, entryCountExact: true, pageCount: 0 },
      'GET /sessions/filter': {
        status: [
          { value: 'Cancelled', label: 'Cancelled', count: 61 },
          { value: 'Completed', label: 'Completed', count: 1884 },
          { value: 'NoShow', label: 'No Show', count: 0 },
          { value: 'Scheduled', label: 'Scheduled', count: 312 },
        ],
        client_name: [],
        coach_name: organizations(['Carl Birch', 'Olga Birch']),
        organization: organizations(names),
      },
    },
  })

const openFilters = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }))
  return within(await screen.findByRole('dialog', { name: 'Filters' }))
}
const namesOf = (options: HTMLElement[]) => options.map((option) => option.textContent)
const statuses = ['Scheduled312', 'Completed1,884', 'Cancelled61', 'No Show0']

/** Each option shows its count. A filter with one option or none, here organization and client, is not shown. */
export const OfAnOrgAdmin: Story = {
  name: 'Counts, and no filter with only one option [LIST-39]',
  beforeEach: served(['Birch Coaching']),
  render: () => <List level="OrgAdmin" />,
  play: async () => {
    const panel = await openFilters()
    const status = within(await panel.findByRole('listbox', { name: 'Status' }))
    await waitFor(() => expect(namesOf(status.getAllByRole('option'))).toEqual(statuses))
    await waitFor(() => expect(panel.queryByRole('listbox', { name: 'Organization' })).toBeNull())
    await waitFor(() => expect(panel.queryByText(/Organization|Client/)).toBeNull())
    await expect(panel.getByRole('button', { name: /^Coach/ })).toBeVisible()
  },
}

export const OfAnAdmin: Story = {
  name: 'Two organizations to choose between [LIST-08 LIST-39]',
  beforeEach: served(['Birch Coaching', 'Cedar Coaching']),
  render: () => <List level="Admin" />,
  play: async () => {
    const panel = await openFilters()
    const list = within(await panel.findByRole('listbox', { name: 'Organization' }))
    await waitFor(() =>
      expect(namesOf(list.getAllByRole('option'))).toEqual(['Birch Coaching200', 'Cedar Coaching201']),
    )
  },
}

/** Beside a search, the counts would be those of another list. */
export const BesideASearch: Story = {
  name: 'No counts beside a search [LIST-39]',
  parameters: { address: '/?search=anna' },
  beforeEach: served(['Birch Coaching', 'Cedar Coaching']),
  render: () => <List level="Admin" />,
  play: async () => {
    const panel = await openFilters()
    const list = within(await panel.findByRole('listbox', { name: 'Organization' }))
    await waitFor(() =>
      expect(namesOf(list.getAllByRole('option'))).toEqual(['Birch Coaching', 'Cedar Coaching']),
    )
    const status = within(panel.getByRole('listbox', { name: 'Status' }))
    await expect(namesOf(status.getAllByRole('option'))).toEqual([
      'Scheduled',
      'Completed',
      'Cancelled',
      'No Show',
    ])
  },
}
