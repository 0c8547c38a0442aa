import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
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
    subject: { kind: 'person', id: null, name: null },
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

/** Sessions lead to their pages, a refused sign-in is red and says whence and why. */
export const ForAnOrgAdmin: Story = {
  render: () => <Rows isAll={false} />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([])
  },
}

/** Beside each thing its organization. */
export const ForAnAdmin: Story = {
  render: () => <Rows isAll />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([])
  },
}
