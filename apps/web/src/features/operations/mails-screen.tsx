import type { OwnProfile } from '@parley/contract/identity.ts'
import { listMails } from '@parley/contract/operations.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '#platform/time/clock.ts'
import { listTimeText } from '#platform/time/dates.ts'
import { pageQueryOf } from '#platform/server/queries.ts'
import { shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { titleOf } from '#platform/pages.ts'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Cell } from '#ui/table/rows/cell.tsx'
import type { Column } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { RowKind } from '#ui/table/rows/row.ts'
import type { TableShape } from '#ui/table/table-shape.ts'
import { useTableState } from '#ui/table/use-table-state.ts'
import { MailDrawer } from './mail-drawer.tsx'
import { MailState, mailText, stateWords, type MailEntry } from './mail-state.tsx'

export const mailShape: TableShape<'createdAt', 'state'> = {
  name: 'mails',
  noun: ['email', 'emails'],
  searchLabel: 'Search person',
  sorts: [{ column: 'createdAt', label: 'Created' }],
  defaultOrder: ['createdAt', 'DESC'],
  filters: [
    {
      id: 'state',
      label: 'State',
      kind: 'choice',
      options: Object.entries(stateWords).map(([value, { word }]) => ({ value, label: word })),
    },
  ],
}

/** The delivery log: every mail, how often it was tried, and what the mail server said. */
export function MailsScreen({ me }: { me: OwnProfile }) {
  const state = useTableState<'createdAt', { state?: MailEntry['state'][] }>(mailShape)
  const [open, setOpen] = useState<MailEntry>()
  const now = useNow()
  const zone = zoneOf(me)
  const answer = useQuery(pageQueryOf(listMails, { query: state.query }))
  return (
    <>
      <div className="sm:mb-4.5">
        <PageHeader title={titleOf('mails')} />
      </div>
      <DataTable
        label="Emails"
        state={state}
        answer={answer}
        columns={columnsFor(zone, now)}
        row={rowFor(zone, now, setOpen)}
        {...(open && { openKey: open.id })}
        empty={{
          title: 'No emails yet',
          text: 'Every email that goes out is listed here, with its status.',
        }}
      />
      <MailDrawer mail={open} zone={zone} now={now} onClose={() => setOpen(undefined)} />
    </>
  )
}

const columnsFor = (zone: string, now: number): Column<MailEntry>[] => [
  {
    id: 'createdAt',
    head: `Created (${shortZoneName(zone, now)})`,
    sorts: ['createdAt'],
    width: '12.5rem',
    cell: ({ createdAt }) => (
      <span className="font-figures text-ink-2">{listTimeText(zone, createdAt, now)}</span>
    ),
  },
  { id: 'to', head: 'To', width: '20%', cell: ({ to }) => <Cell tone="strong">{to?.name ?? '–'}</Cell> },
  { id: 'kind', head: 'Email', cell: ({ kind }) => <Cell>{mailText(kind)}</Cell> },
  {
    id: 'state',
    head: 'State',
    width: '7rem',
    skeleton: 'badge',
    cell: ({ state }) => <MailState state={state} />,
  },
  {
    id: 'lastError',
    head: 'Last error',
    from: 'wide',
    cell: ({ lastError }) => <Cell tone="quiet">{lastError ?? ''}</Cell>,
  },
  {
    id: 'attempts',
    head: 'Attempts',
    align: 'right',
    width: '6rem',
    cell: ({ attempts }) => attempts,
  },
]

const rowFor = (zone: string, now: number, onOpen: (mail: MailEntry) => void): RowKind<MailEntry> => ({
  key: ({ id }) => id,
  name: ({ kind, to }) => `${mailText(kind)} to ${to?.name ?? 'nobody'}`,
  onOpen,
  card: ({ createdAt, state, to, kind, lastError }) => ({
    above: <span className="font-figures text-label text-ink-3">{listTimeText(zone, createdAt, now)}</span>,
    badge: <MailState state={state} />,
    title: to?.name ?? '–',
    lines: [mailText(kind), ...(lastError === null ? [] : [lastError])],
  }),
})
