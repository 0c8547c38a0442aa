import {
  issuesText,
  issueWords,
  issueKinds,
  listReports,
  type IssueKind,
  type ReportEntry,
} from '@parley/contract/calls/call-reports.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { titleOf } from '#platform/pages.ts'
import { pageQueryOf } from '#platform/server/queries.ts'
import { useNow } from '#platform/time/clock.ts'
import { listTimeText } from '#platform/time/dates.ts'
import { shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { PageHeader } from '#ui/page/page-header.tsx'
import type { Column } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Cell } from '#ui/table/rows/cell.tsx'
import type { RowKind } from '#ui/table/rows/row.ts'
import type { TableShape } from '#ui/table/table-shape.ts'
import { useTableState } from '#ui/table/use-table-state.ts'
import { ReportDrawer } from './report-drawer.tsx'

export const reportShape: TableShape<'at', 'kinds'> = {
  name: 'call-reports',
  noun: ['report', 'reports'],
  searchLabel: 'Search person',
  sorts: [{ column: 'at', label: 'Reported' }],
  defaultOrder: ['at', 'DESC'],
  filters: [
    {
      id: 'kinds',
      label: 'Issue',
      kind: 'choice',
      options: issueKinds.map((value) => ({ value, label: issueWords[value] })),
    },
  ],
}

/** The technical issues that people reported in calls. */
export function ReportsScreen({ me }: { me: OwnProfile }) {
  const state = useTableState<'at', { kinds?: IssueKind[] }>(reportShape)
  const [open, setOpen] = useState<ReportEntry>()
  const now = useNow()
  const zone = zoneOf(me)
  const answer = useQuery(pageQueryOf(listReports, { query: state.query }))
  return (
    <>
      <div className="sm:mb-4.5">
        <PageHeader title={titleOf('reports')} />
      </div>
      <DataTable
        label="Call reports"
        state={state}
        answer={answer}
        columns={columnsFor(zone, now)}
        row={rowFor(zone, now, setOpen)}
        {...(open && { openKey: open.id })}
        empty={{
          title: 'No reports yet',
          text: 'Technical issues that people report from a call are listed here.',
        }}
      />
      <ReportDrawer report={open} zone={zone} now={now} onClose={() => setOpen(undefined)} />
    </>
  )
}

const columnsFor = (zone: string, now: number): Column<ReportEntry>[] => [
  {
    id: 'at',
    head: `Reported (${shortZoneName(zone, now)})`,
    sorts: ['at'],
    width: '11.5rem',
    cell: ({ at }) => <span className="font-figures text-ink-2">{listTimeText(zone, at, now)}</span>,
  },
  { id: 'by', head: 'By', width: '18%', cell: ({ by }) => <Cell tone="strong">{by.name}</Cell> },
  { id: 'kinds', head: 'Issue', width: '18%', cell: ({ kinds }) => <Cell>{issuesText(kinds)}</Cell> },
  { id: 'text', head: 'What happened', cell: ({ text }) => <Cell tone="quiet">{text}</Cell> },
  {
    id: 'organization',
    head: 'Organization',
    from: 'wide',
    width: '16%',
    cell: ({ organization }) => <Cell>{organization}</Cell>,
  },
]

const rowFor = (zone: string, now: number, onOpen: (report: ReportEntry) => void): RowKind<ReportEntry> => ({
  key: ({ id }) => id,
  name: ({ by, kinds }) => `${issuesText(kinds)} by ${by.name}`,
  onOpen,
  card: ({ at, by, kinds, text }) => ({
    above: <span className="font-figures text-label text-ink-3">{listTimeText(zone, at, now)}</span>,
    title: by.name,
    lines: [issuesText(kinds), ...(text === '' ? [] : [text])],
  }),
})
