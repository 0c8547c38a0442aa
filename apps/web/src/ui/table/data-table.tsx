import { useEffect, useRef, type ReactNode } from 'react'
import { Pager } from './pages/pager.tsx'
import { useCardScreen } from '#ui/page/use-small-screen.ts'
import { ColumnMenu } from './toolbar/column-menu.tsx'
import type { Column } from './columns.ts'
import { useActiveFilters, type ActiveFilter } from './toolbar/filter-words.ts'
import { useKeptColumns } from './toolbar/kept-columns.ts'
import { rangeText, type ListAnswer, type ListPage } from './list-answer.ts'
import type { RowKind } from './rows/row.ts'
import { TableCards } from './rows/table-cards.tsx'
import { TableHead } from './rows/table-head.tsx'
import { ListFailure, NothingMatches, NothingYet, type EmptyTexts } from './table-messages.tsx'
import { TableRows } from './rows/table-rows.tsx'
import { usualPageSize } from './table-shape.ts'
import { SkeletonCards, SkeletonRows } from './rows/table-skeleton.tsx'
import { TableToolbar } from './toolbar/table-toolbar.tsx'
import { useMarkedRow } from './rows/use-marked-row.ts'
import { useSkeleton } from './rows/use-skeleton.ts'
import type { TableState } from './use-table-state.ts'

interface DataTableProps<Row> {
  /** The name of the list for screen readers. */
  label: string
  state: TableState
  answer: ListAnswer<Row>
  columns: readonly Column<Row>[]
  row: RowKind<Row>
  empty: EmptyTexts
  /** Shown first in the toolbar: the list's own control that narrows it. */
  lead?: ReactNode
  /** Rows that somebody else has just changed; see useGlow. */
  highlighted?: ReadonlySet<string>
  /** The row that is open in a drawer. */
  openKey?: string
  /** The row that a link leads to. */
  markedKey?: string
}

const noRows: ReadonlySet<string> = new Set()

/** A list with its toolbar, its rows or a message in their place, and its pager. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, state, answer, columns, row, empty, highlighted = noRows, openKey, markedKey, lead } = props
  const isSmall = useCardScreen()
  const marked = useMarkedRow(markedKey)
  const { shown, show } = useKeptColumns(state.shape.name, columns)
  const active = useActiveFilters(state.shape.filters, state.filters)
  const top = useRef<HTMLElement>(null)
  const skeleton = useSkeleton(answer.data === undefined && !hasFailed(answer))
  const page = skeleton === 'none' ? answer.data : undefined
  usePageThatExists(state, answer)

  const rows = page?.entries ?? []
  const isOutdated = answer.isPlaceholderData
  const message = skeleton === 'none' && rows.length === 0 && (
    <ListMessage {...{ state, answer, page, active, empty }} />
  )
  const acts = { actsWidth: row.acts && (row.actsWidth ?? '2.75rem') }
  const skeletonProps = { rows: state.shape.pageSize ?? usualPageSize, isShown: skeleton === 'shown' }

  const goTo = (number: number) => {
    state.setPage(number)
    top.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <section ref={top} aria-label={label} className="@container scroll-mt-4">
      <TableToolbar
        state={state}
        active={active}
        page={page}
        lead={lead}
        columnMenu={hasColumnMenu(columns) && <ColumnMenu columns={columns} shown={shown} onChange={show} />}
      />
      {isSmall ? (
        <>
          {message && <div className="-mx-4 border-t border-line">{message}</div>}
          {skeleton !== 'none' && <SkeletonCards {...skeletonProps} />}
          {rows.length > 0 && <TableCards {...{ label, rows, highlighted, marked, isOutdated }} kind={row} />}
        </>
      ) : (
        <table
          aria-label={label}
          aria-busy={skeleton !== 'none' || isOutdated}
          className={`w-full table-fixed border-separate border-spacing-0 ${state.shape.isLow ? '[--row:2.625rem]' : '[--row:3.25rem]'}`}
        >
          <TableHead columns={shown} state={state} {...acts} />
          {message && (
            <tbody>
              <tr>
                <td colSpan={shown.length + 1}>{message}</td>
              </tr>
            </tbody>
          )}
          {skeleton !== 'none' && (
            <SkeletonRows {...skeletonProps} columns={shown} hasActs={row.acts !== undefined} />
          )}
          {rows.length > 0 && (
            <TableRows {...{ rows, highlighted, openKey, marked, isOutdated }} columns={shown} kind={row} />
          )}
        </table>
      )}
      {page && rows.length > 0 && (
        <ListFoot number={state.page} page={page} pageSize={skeletonProps.rows} onTurn={goTo} />
      )}
    </section>
  )
}

interface ListMessageProps extends Pick<DataTableProps<never>, 'state' | 'empty'> {
  answer: ListAnswer<unknown>
  page: ListPage<unknown> | undefined
  active: readonly ActiveFilter[]
}

/** Replaces the rows of a list that couldn't be loaded or has none to show. */
function ListMessage({ state, answer, page, active, empty }: ListMessageProps) {
  if (page === undefined)
    return (
      <ListFailure
        error={answer.error}
        isRetrying={answer.isFetching}
        onRetry={() => void answer.refetch()}
        onFirstPage={state.page > 1 ? () => state.setPage(1) : undefined}
      />
    )
  const isNarrowed = active.length > 0 || state.search.trim() !== ''
  return isNarrowed ? <NothingMatches state={state} active={active} /> : <NothingYet {...empty} />
}

interface ListFootProps {
  /** Counted from 1. */
  number: number
  page: ListPage<unknown>
  pageSize: number
  onTurn: (number: number) => void
}

const ListFoot = ({ number, page, pageSize, onTurn }: ListFootProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-3.5">
    <p className="font-figures text-label text-ink-3">{rangeText(number, page, pageSize)}</p>
    {page.pageCount > 1 && <Pager page={number} pageCount={page.pageCount} onChange={onTurn} />}
  </div>
)

const hasFailed = ({ data, errorUpdatedAt }: ListAnswer<unknown>): boolean =>
  data === undefined && errorUpdatedAt > 0

const hasColumnMenu = (columns: readonly Column<never>[]): boolean =>
  columns.some(({ menu }) => menu !== undefined)

/** If rows are gone, the page that an old link names may not exist any more: go to the last page instead. */
function usePageThatExists(state: TableState, { data, isPlaceholderData }: ListAnswer<unknown>): void {
  const pageCount = data && !isPlaceholderData ? data.pageCount : 0
  // An empty list has no last page either.
  const page = Math.min(state.page, pageCount || state.page)
  const isThere = page === state.page
  const goTo = useRef(state.setPage)
  useEffect(() => {
    goTo.current = state.setPage
  })
  useEffect(() => {
    if (!isThere) goTo.current(page, { replace: true })
  }, [isThere, page])
}
