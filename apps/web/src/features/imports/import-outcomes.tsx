import { listImportRows } from '@parley/contract/people.ts'
import { importLabels, type ImportColumn } from '@parley/contract/rules/people/import-columns.ts'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, Clock, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageQueryOf } from '#platform/server/queries.ts'
import { Badge } from '#ui/display/badge.tsx'
import { SegmentedControl } from '#ui/choice/segmented-control.tsx'
import { Cell } from '#ui/table/rows/cell.tsx'
import type { Column } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { RowKind } from '#ui/table/rows/row.ts'
import type { TableShape } from '#ui/table/table-shape.ts'
import { useTableState } from '#ui/table/use-table-state.ts'
import type { ImportRow, ImportSummary } from './import-queries.ts'

type RowState = ImportRow['state']
type RowFilters = { state?: RowState[] | undefined }

const shape: TableShape<'row', 'state'> = {
  name: 'import-rows',
  noun: ['row', 'rows'],
  isLow: true,
  sorts: [],
  filters: [
    {
      id: 'state',
      kind: 'choice',
      label: 'State',
      options: (['good', 'written', 'error'] satisfies RowState[]).map((state) => ({
        value: state,
        label: state,
      })),
    },
  ],
}

type Segment = 'all' | 'good' | 'error'

/** A finished import says 'Added' instead of 'Will be added'. */
const segmentsOf = ({ state }: ImportSummary): { value: Segment; label: string }[] => [
  { value: 'all', label: 'All rows' },
  { value: 'good', label: state === 'done' ? 'Added' : 'Will be added' },
  { value: 'error', label: 'Errors' },
]

const statesOf: Record<Segment, RowState[] | undefined> = {
  all: undefined,
  good: ['good', 'written'],
  error: ['error'],
}

/** Lists each row of the file and its outcome. */
export function ImportOutcomes({ summary }: { summary: ImportSummary }) {
  const state = useTableState<'row', RowFilters>(shape)
  const rows = useQuery(
    pageQueryOf(listImportRows, { params: { id: summary.id }, query: { ...state.query, page: state.page } }),
  )
  const chosen: Segment = !state.filters.state
    ? 'all'
    : state.filters.state.includes('error')
      ? 'error'
      : 'good'
  return (
    <DataTable
      label="Rows of the file"
      // The control above the list filters it, so the table itself offers no filters.
      state={{ ...state, shape: { ...state.shape, filters: [] } }}
      answer={rows}
      columns={columnsOf(summary)}
      row={rowKind(summary)}
      lead={
        <SegmentedControl<Segment>
          label="Rows"
          isLabelHidden
          segments={segmentsOf(summary)}
          value={chosen}
          onChange={(segment) => state.setFilter('state', statesOf[segment])}
        />
      }
      empty={{ title: 'No such rows', text: 'This file has no rows of this kind.' }}
    />
  )
}

type TextField = ImportColumn
/** Fields without a column of their own are shown below the fault in them. */
const withoutColumn: readonly TextField[] = ['coach_username', 'time_zone', 'organization']

const text = (
  field: TextField,
  head: string,
  tone: 'strong' | 'normal',
  width: string,
): Column<ImportRow> => ({
  id: field,
  head,
  width,
  cell: (row) => <Cell tone={tone}>{valueOf(row, field)}</Cell>,
})

const columnsOf = (summary: ImportSummary): Column<ImportRow>[] => [
  {
    id: 'row',
    head: 'Row',
    width: '4.5rem',
    cell: ({ row }) => <span className="font-figures text-ink-3">{row.toLocaleString('en-US')}</span>,
  },
  text('first_name', 'First name', 'strong', '13%'),
  text('last_name', 'Last name', 'strong', '16%'),
  text('username', 'Username', 'normal', '13%'),
  text('email', 'Email', 'normal', '21%'),
  {
    id: 'fate',
    head: summary.state === 'done' ? 'What happened' : 'What will happen',
    skeleton: 'badge',
    cell: (row) => <Outcome row={row} summary={summary} />,
  },
]

const rowKind = (summary: ImportSummary): RowKind<ImportRow> => ({
  key: ({ row }) => String(row),
  name: ({ row }) => `row ${row}`,
  card: (row) => ({
    above: <span className="font-figures text-small text-ink-3">Row {row.row.toLocaleString('en-US')}</span>,
    title: (
      <>
        {valueOf(row, 'first_name')} {valueOf(row, 'last_name')}
      </>
    ),
    lines: [valueOf(row, 'username'), valueOf(row, 'email')],
    below: <Outcome row={row} summary={summary} />,
  }),
})

/** A field's value. The one at fault is marked; if it is empty, it says so. */
function valueOf(row: ImportRow, field: TextField): ReactNode {
  if (row.error?.field !== field) return row[field]
  return (
    <span className="text-red-ink underline decoration-dotted decoration-2 underline-offset-3">
      {row[field].trim() === '' ? 'empty' : row[field]}
    </span>
  )
}

function Outcome({ row, summary }: { row: ImportRow; summary: ImportSummary }) {
  if (row.error) {
    const field = withoutColumn.find((one) => one === row.error?.field)
    return (
      <span className="flex min-w-0 flex-col gap-1">
        <Badge tone="red" fit icon={<CircleAlert />}>
          {row.error.message}
        </Badge>
        {field !== undefined && (
          <span className="text-label wrap-anywhere">
            {importLabels[field]}: {valueOf(row, field)}
          </span>
        )}
      </span>
    )
  }
  if (row.state === 'written') {
    return (
      <Badge tone="accent" icon={<Check />}>
        Added
      </Badge>
    )
  }
  if (summary.state === 'stopped') {
    return (
      <Badge tone="gray" icon={<Clock />}>
        Not added yet
      </Badge>
    )
  }
  return (
    <Badge tone="green" icon={<Plus />}>
      Will be added
    </Badge>
  )
}
