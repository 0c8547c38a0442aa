import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, within } from 'storybook/test'
import type { Privs } from '@parley/contract/rules/people/levels.ts'
import { CardOf, ColumnsTable } from '../../../.storybook/columns-table.tsx'
import { outlineOf } from '../../../.storybook/outline.ts'
import { sampleNow } from '#features/sessions/sample-sessions.ts'
import { columnsFor, rowFor } from './audit-cells.tsx'
import { sampleEntry } from './sample-audit.ts'

const meta = { title: 'Audit/Rows' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const zone = 'America/New_York'

const entries = [
  sampleEntry(),
  sampleEntry({
    id: '2',
    action: 'sessions.reassign',
    by: { id: 'admin-helena', name: 'Helena Brandvold', privs: 2 },
    detail: {
      coach_id: { from: 'Dana Whitfield', to: 'Ingrid Solheim' },
      start_time: { from: '2026-11-16T14:00:00.000Z', to: '2026-11-16T15:00:00.000Z' },
    },
  }),
  sampleEntry({
    id: '3',
    action: 'sessions.correct',
    detail: { status: { from: 'Completed', to: 'NoShow' }, reason: 'Nobody came' },
  }),
  sampleEntry({
    id: '4',
    action: 'identity.sign-in-refused',
    by: null,
    subject: { kind: 'person', id: null, name: null, privs: null },
    organization: null,
    detail: { refused: 'wrong_credentials' },
  }),
  sampleEntry({
    id: '5',
    action: 'sessions.cancel',
    by: null,
    address: null,
    detail: { status: { from: 'Scheduled', to: 'Cancelled' } },
  }),
]

/** A client, a coach, and somebody who has since moved elsewhere. */
const people = ([0, 1, null] satisfies (Privs | null)[]).map((privs, i) =>
  sampleEntry({
    id: `person-${i}`,
    action: 'people.update',
    subject: { kind: 'person', id: 'robin', name: 'Robin Ames', privs },
  }),
)

const nameOf = ({ id }: { id: string }) => id

function Rows({ isAll }: { isAll: boolean }) {
  return (
    <>
      <ColumnsTable columns={columnsFor(zone, sampleNow, isAll)} rows={entries} nameOf={nameOf} />
      {!isAll &&
        entries.map((entry) => (
          <CardOf key={entry.id} name={entry.id} card={rowFor(zone, sampleNow).card(entry)} />
        ))}
    </>
  )
}

/** Each row's act, its subject, and its changes, as far as they are shown. */
const told = () =>
  screen
    .getAllByRole<HTMLTableRowElement>('row')
    .slice(1)
    .map((row) => [...row.cells].slice(2).map((cell) => cell.innerText.replaceAll(/\s+/g, ' ').trim()))

/** Sessions link to their pages; a refused sign-in is red, with its reason and its address. */
export const ForAnOrgAdmin: Story = {
  render: () => <Rows isAll={false} />,
  play: async () => {
    await expect(told()).toEqual([
      ['Scheduled', 'Session Values in practice', ''],
      [
        'Reassigned',
        'Session Values in practice',
        'Coach Dana Whitfield → now Ingrid Solheim, Start Nov 16, 2026 9:00 AM → now Nov 16, 2026 10:00 AM',
      ],
      ['Corrected', 'Session Values in practice', 'Status Completed → now No Show, Reason: Nobody came'],
      ['Sign-in refused', 'Person No such account', 'wrong name or password, from 203.0.113.24'],
      ['Cancelled', 'Session Values in practice', 'Status Scheduled → now Cancelled'],
    ])
    for (const link of screen.getAllByRole('link'))
      await expect(link).toHaveAttribute('href', '/session/session-values/preview')
    const refused = within(screen.getByRole('row', { name: '4' }))
    await expect(outlineOf(refused.getByRole('cell', { name: 'Sign-in refused' }))).toEqual([
      'cell: Sign-in refused (red-ink)',
    ])
    await expect(refused.getByText('Unknown')).toBeVisible()
    await expect(within(screen.getByRole('row', { name: '5' })).getByText('System')).toBeVisible()
    // The same on a small screen.
    const card = within(screen.getByRole('article', { name: '3' }))
    await expect(card.getByText('Corrected')).toBeVisible()
    await expect(card.getByRole('link', { name: 'Values in practice' })).toBeVisible()
    await expect(card.getByText('No Show')).toBeVisible()
  },
}

/** People link to their pages, if the viewer may see these. */
export const OfPeople: Story = {
  render: () => <ColumnsTable columns={columnsFor(zone, sampleNow, false)} rows={people} nameOf={nameOf} />,
  play: async () => {
    const links = screen.getAllByRole('link', { name: 'Robin Ames' })
    await expect(links.map((link) => link.getAttribute('href'))).toEqual(['/clients/robin', '/coaches/robin'])
  },
}

/** Each subject shows its organization. */
export const ForAnAdmin: Story = {
  render: () => <Rows isAll />,
  play: async () => {
    await expect(told().map(([, on]) => on)).toEqual([
      'Session Values in practice Northlight Coaching',
      'Session Values in practice Northlight Coaching',
      'Session Values in practice Northlight Coaching',
      'Person No such account',
      'Session Values in practice Northlight Coaching',
    ])
  },
}
