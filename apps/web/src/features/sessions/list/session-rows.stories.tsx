import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import { CardOf, ColumnsTable } from '../../../../.storybook/columns-table.tsx'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { sampleMe, sampleNow, sampleOrgSession, sampleSession } from '#features/sessions/sample-sessions.ts'
import { NotBillableBadge, StatusBadge } from '#features/sessions/words/session-badges.tsx'
import { sessionCard, sessionColumnsFor, sessionName } from './session-columns.tsx'

const meta = { title: 'Sessions/Rows' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

/** Each status has its own word and colour. */
export const Statuses: Story = {
  name: 'Statuses [STATUS-03 STATUS-04 STATUS-05]',
  render: () => (
    <ul>
      {(['Scheduled', 'Completed', 'Cancelled', 'NoShow'] as const).map((status) => (
        <li key={status}>
          <StatusBadge status={status} />
        </li>
      ))}
      <li>
        <NotBillableBadge />
      </li>
    </ul>
  ),
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'list:',
      'entry: Scheduled (gray-ink)',
      'entry: Completed (green-ink)',
      'entry: Cancelled (red-ink)',
      'entry: No Show (red-ink)',
      'entry: Not Billable',
    ])
  },
}

const rows = [
  sampleSession({
    start_time: '2026-11-16T14:12:00.000Z',
    end_time: '2026-11-16T15:12:00.000Z',
    billable: false,
  }),
  sampleOrgSession(),
  sampleSession({
    id: 'session-3',
    title: 'First conversation',
    start_time: '2025-12-31T23:30:00.000Z',
    end_time: '2026-01-01T05:30:00.000Z',
    status: 'NoShow',
  }),
]
const givenTo = (level: LevelName) => ({
  me: sampleMe(level),
  now: sampleNow,
  isSaving: ({ id }: { id: string }) => id === 'session-org',
})

const Table = ({ level, count = rows.length }: { level: LevelName; count?: number }) => (
  <ColumnsTable
    columns={sessionColumnsFor(givenTo(level))}
    rows={rows.slice(0, count)}
    nameOf={sessionName}
  />
)

export const ForACoach: Story = {
  name: 'For a coach [LIST-03 LIST-07 LIST-11 LIST-15 LIST-24]',
  render: () => <Table level="Coach" />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'table:',
      'row:',
      'head: Session, sorts by title',
      'head: Date, sorts by start_time',
      'head: Client, sorts by client_name, client_username, client_first_name, client_last_name',
      'head: Status, sorts by status',
      'head: Card, sorts by nothing',
      'head: Title, sorts by title',
      'head: Client name, sorts by client_name',
      'head: Client username, sorts by client_username',
      'head: First name, sorts by client_first_name',
      'head: Last name, sorts by client_last_name',
      'row "Values in practice, Kwame Boateng":',
      'cell: Values in practice | Starts in 12 min (accent-ink)',
      'cell: Nov 16, 2026 | 9:12 – 10:12 AM EST',
      'cell: Kwame Boateng | kwame.b',
      'cell: Scheduled (gray-ink)',
      'cell: Individual (heard)',
      'cell: Values in practice',
      'cell: Kwame Boateng',
      'cell: kwame.b',
      'cell: Kwame',
      'cell: Boateng',
      'row "Team hour, 2 participants":',
      'cell: Team hour | Org',
      'cell: Nov 19, 2026 | 10:00 – 11:00 AM EST',
      'cell: 2 participants | Org session',
      'cell: Scheduled (gray-ink) | progressbar "Saving":',
      'cell: Org (heard)',
      'cell: Team hour',
      'cell: –',
      'cell: –',
      'cell: –',
      'cell: –',
      'row "First conversation, Kwame Boateng":',
      'cell: First conversation | Individual',
      'cell: Dec 31, 2025 | 6:30 PM – 12:30 AM (+1) EST',
      'cell: Kwame Boateng | kwame.b',
      'cell: No Show (red-ink)',
      'cell: Individual (heard)',
      'cell: First conversation',
      'cell: Kwame Boateng',
      'cell: kwame.b',
      'cell: Kwame',
      'cell: Boateng',
    ])
  },
}

/** A row whose change is under way is dimmed; a tile shows its type. */
export const Saving: Story = {
  render: () => <Table level="Coach" />,
  play: async ({ canvas }) => {
    const [still, saving] = ['Values in practice', 'Team hour'].map((title) => canvas.getAllByText(title)[0])
    await expect(still).toHaveClass('text-ink')
    await expect(saving).toHaveClass('text-ink-3')
    const tile = saving?.closest('td')?.querySelector('svg')?.parentElement
    await expect(tile).toHaveClass('bg-sunken')
  },
}

export const ForAnOrgAdmin: Story = {
  name: 'For an OrgAdmin [LIST-07 LIST-11 LIST-15]',
  render: () => <Table level="OrgAdmin" count={1} />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'table:',
      'row:',
      'head: Session, sorts by title',
      'head: Date, sorts by start_time',
      'head: Client, sorts by client_name, client_username, client_first_name, client_last_name',
      'head: Coach, sorts by coach_name, coach_first_name, coach_last_name',
      'head: Status, sorts by status',
      'head: Card, sorts by nothing',
      'head: Title, sorts by title',
      'head: Client name, sorts by client_name',
      'head: Client username, sorts by client_username',
      'head: First name, sorts by client_first_name',
      'head: Last name, sorts by client_last_name',
      'head: Coach name, sorts by coach_name',
      'head: Coach first name, sorts by coach_first_name',
      'head: Coach last name, sorts by coach_last_name',
      'row "Values in practice, Kwame Boateng":',
      'cell: Values in practice | Starts in 12 min (accent-ink)',
      'cell: Nov 16, 2026 | 9:12 – 10:12 AM EST',
      'cell: Kwame Boateng | kwame.b',
      'cell: Dana Whitfield',
      'cell: Scheduled (gray-ink)',
      'cell: Individual (heard)',
      'cell: Values in practice',
      'cell: Kwame Boateng',
      'cell: kwame.b',
      'cell: Kwame',
      'cell: Boateng',
      'cell: Dana Whitfield',
      'cell: Dana',
      'cell: Whitfield',
    ])
  },
}

export const ForAnAdmin: Story = {
  name: 'For an Admin [LIST-03 LIST-07 LIST-11 LIST-15]',
  render: () => <Table level="Admin" count={1} />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'table:',
      'row:',
      'head: Session, sorts by title',
      'head: Date, sorts by start_time',
      'head: Client, sorts by client_name, client_username, client_first_name, client_last_name',
      'head: Coach, sorts by coach_name, coach_first_name, coach_last_name',
      'head: Organization, sorts by organization',
      'head: Status, sorts by status',
      'head: Card, sorts by nothing',
      'head: Title, sorts by title',
      'head: Client name, sorts by client_name',
      'head: Client username, sorts by client_username',
      'head: First name, sorts by client_first_name',
      'head: Last name, sorts by client_last_name',
      'head: Coach name, sorts by coach_name',
      'head: Coach first name, sorts by coach_first_name',
      'head: Coach last name, sorts by coach_last_name',
      'row "Values in practice, Kwame Boateng":',
      'cell: Values in practice | Starts in 12 min (accent-ink) | Not Billable',
      'cell: Nov 16, 2026 | 9:12 – 10:12 AM EST',
      'cell: Kwame Boateng | kwame.b',
      'cell: Dana Whitfield',
      'cell: Northlight Coaching',
      'cell: Scheduled (gray-ink)',
      'cell: Individual (heard)',
      'cell: Values in practice',
      'cell: Kwame Boateng',
      'cell: kwame.b',
      'cell: Kwame',
      'cell: Boateng',
      'cell: Dana Whitfield',
      'cell: Dana',
      'cell: Whitfield',
    ])
  },
}

const Cards = ({ level }: { level: LevelName }) =>
  rows.map((row) => <CardOf key={row.id} name={sessionName(row)} card={sessionCard(row, givenTo(level))} />)

export const CardsForACoach: Story = {
  render: () => <Cards level="Coach" />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'article "Values in practice, Kwame Boateng":',
      'Nov 16 9:12 – 10:12 AM EST',
      'Scheduled (gray-ink)',
      'Values in practice',
      'Kwame Boateng',
      'Starts in 12 min (accent-ink)',
      'article "Team hour, 2 participants":',
      'Nov 19 10:00 – 11:00 AM EST',
      'progressbar "Saving":',
      'Scheduled (gray-ink)',
      'Team hour',
      '2 participants',
      'article "First conversation, Kwame Boateng":',
      'Dec 31, 2025 6:30 PM – 12:30 AM (+1) EST',
      'No Show (red-ink)',
      'First conversation',
      'Kwame Boateng',
    ])
  },
}

export const CardsForAnAdmin: Story = {
  render: () => <Cards level="Admin" />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'article "Values in practice, Kwame Boateng":',
      'Nov 16 9:12 – 10:12 AM EST',
      'Scheduled (gray-ink)',
      'Values in practice',
      'Kwame Boateng · Dana Whitfield',
      'Northlight Coaching',
      'Starts in 12 min (accent-ink) Not Billable',
      'article "Team hour, 2 participants":',
      'Nov 19 10:00 – 11:00 AM EST',
      'progressbar "Saving":',
      'Scheduled (gray-ink)',
      'Team hour',
      '2 participants · Dana Whitfield',
      'Northlight Coaching',
      'article "First conversation, Kwame Boateng":',
      'Dec 31, 2025 6:30 PM – 12:30 AM (+1) EST',
      'No Show (red-ink)',
      'First conversation',
      'Kwame Boateng · Dana Whitfield',
      'Northlight Coaching',
    ])
  },
}
