import type { Session } from '@parley/contract/sessions/sessions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { givenWorld } from '../../../../.storybook/world.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useTableState } from '#ui/table/use-table-state.ts'
import { sampleMe, sampleNow, sampleOrgSession, servedTo } from '#features/sessions/sample-sessions.ts'
import { useSessionsPage } from '#features/sessions/cache/session-queries.ts'
import { previewOf, useRowActs } from './row-acts.tsx'
import { sessionCard, sessionColumnsFor, sessionName } from '#features/sessions/list/session-columns.tsx'
import { sessionShape } from '#features/sessions/list/session-shape.ts'

const meta = { title: 'Sessions/Acts of rows' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const minute = 60_000
const iso = (at: number) => new Date(at).toISOString()
const onEdit = fn()

/** The table of Session Management, as on its page. */
function List({ me }: { me: OwnProfile }) {
  const state = useTableState(sessionShape(me))
  const answer = useSessionsPage(state.query)
  const rows = answer.data?.entries ?? []
  const { rowActs, question, isSaving } = useRowActs(me, rows, onEdit)
  const given = { me, now: sampleNow, isSaving }
  return (
    <>
      <DataTable
        label="Sessions"
        state={state}
        answer={answer}
        columns={sessionColumnsFor(given)}
        row={{
          key: ({ id }) => id,
          name: sessionName,
          href: previewOf,
          acts: rowActs,
          actsWidth: '7.25rem',
          card: (session) => sessionCard(session, given),
        }}
        empty={{ title: 'None', text: '' }}
      />
      {question}
    </>
  )
}

const pageOf = (entries: Session[]) => ({
  entries,
  entryCount: entries.length,
  entryCountExact: true,
  pageCount: 1,
})

async function menuOf(title: string): Promise<string[]> {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Actions for ${title}`) }))
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  const labels = items.map((item) => item.textContent)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  return labels
}

const coach = sampleMe('Coach')
const at = (title: string, start: number, more: Partial<Session> = {}) =>
  servedTo(coach, sampleNow, {
    id: title,
    title,
    start_time: iso(start),
    end_time: iso(start + 60 * minute),
    ...more,
  })
const hourAgo = sampleNow - 60 * minute
const sessions = [
  at('Before its start', sampleNow + minute),
  at('At its start', sampleNow),
  at('In its last moment', hourAgo - 15 * minute),
  at('Past', hourAgo - 15 * minute - 1),
  at('Completed already', hourAgo, { status: 'Completed' }),
  at('Cancelled before', hourAgo, { status: 'Cancelled' }),
]

/** The menu items that each row offers. */
function Offers({ me }: { me: OwnProfile }) {
  const { rowActs } = useRowActs(me, sessions, onEdit)
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.id}>
          {session.title}:{' '}
          {rowActs(session)
            .menu.map(({ label }) => label)
            .join(', ')}
        </li>
      ))}
    </ul>
  )
}

/** 'Complete' is offered from the start until the join window closes, for Scheduled sessions only. */
export const WhenComplete: Story = {
  name: 'When Complete is offered [LIST-20]',
  render: () => <Offers me={coach} />,
  play: async ({ canvas }) => {
    const always = 'Edit, Details, Add to calendar'
    await expect(canvas.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      `Before its start: ${always}, Join`,
      `At its start: ${always}, Complete, Join`,
      `In its last moment: ${always}, Complete, Join`,
      `Past: ${always}`,
      `Completed already: ${always}`,
      `Cancelled before: ${always}`,
    ])
  },
}

const participant = sampleMe('Coach', { id: 'coach-ingrid' })
const orgSession = sampleOrgSession()
const seenBy = (me: OwnProfile) =>
  servedTo(me, sampleNow, { ...orgSession, abilities: {}, id: 'circle', title: 'Coach circle' })

/** A participant is not offered Edit, so can't open the form by mistake. */
export const WithoutEdit: Story = {
  name: 'Edit is not offered to a participant [LIST-18]',
  beforeEach: givenWorld({ now: sampleNow, answers: { 'GET /sessions': pageOf([seenBy(participant)]) } }),
  render: () => <List me={participant} />,
  play: async () => {
    await expect(await menuOf('Coach circle')).toEqual(['Details', 'Add to calendar'])
  },
}

export const WithEdit: Story = {
  name: 'Edit is offered to its coach [LIST-18]',
  beforeEach: () => {
    onEdit.mockClear()
    return givenWorld({ now: sampleNow, answers: { 'GET /sessions': pageOf([seenBy(coach)]) } })()
  },
  render: () => <List me={coach} />,
  play: async () => {
    await expect(await menuOf('Coach circle')).toEqual(['Edit', 'Details', 'Add to calendar', 'Cancel'])
    await userEvent.click(screen.getByRole('button', { name: /^Actions for Coach circle/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    await expect(onEdit).toHaveBeenCalledWith('circle')
  },
}

const running = at('Running', sampleNow - 10 * minute)
const kept: Pick<Session, 'status' | 'version'> = { status: 'Scheduled', version: 1 }
const present = () => servedTo(coach, sampleNow, { ...running, ...kept, abilities: {} })

/** The row itself offers to undo its last change. */
export const UndoInTheRow: Story = {
  name: 'Undo in the row [LIST-40]',
  beforeEach: () => {
    Object.assign(kept, { status: 'Scheduled', version: 1 })
    const become = (status: Session['status']) => () => {
      Object.assign(kept, { status, version: kept.version + 1 })
      return present()
    }
    return givenWorld({
      answers: {
        'GET /sessions': () => pageOf([present()]),
        'POST /sessions/complete/Running': become('Completed'),
        'POST /sessions/undo/Running': become('Scheduled'),
      },
    })()
  },
  render: () => <List me={coach} />,
  play: async () => {
    await waitFor(() => expect(screen.getByRole('button', { name: /^Actions for Running/ })).toBeVisible())
    await expect(screen.queryByRole('button', { name: /^Undo, Running/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^Actions for Running/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Complete' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Undo, Running/ }))
    await waitFor(() => expect(kept).toEqual({ status: 'Scheduled', version: 3 }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo, Running/ })).toBeNull())
  },
}
