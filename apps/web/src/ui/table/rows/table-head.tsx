import { ArrowDown, ArrowUp } from 'lucide-react'
import { PlainButton } from '#ui/button/button.tsx'
import { cellPlace, type Column } from '#ui/table/columns.ts'
import type { Direction, Order } from '#ui/table/table-shape.ts'
import type { TableState } from '#ui/table/use-table-state.ts'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  state: TableState
  /** The width for a row's actions, if rows have any. */
  actsWidth: string | undefined
}

export function TableHead<Row>({ columns, state, actsWidth }: TableHeadProps<Row>) {
  const [sorted, direction] = state.order ?? state.shape.defaultOrder ?? []
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            direction={sorted !== undefined && column.sorts?.includes(sorted) ? direction : undefined}
            onSort={state.setOrder}
          />
        ))}
        {actsWidth !== undefined && (
          <th scope="col" style={{ width: actsWidth }} className="border-b border-line-2">
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface HeadCellProps<Row> {
  column: Column<Row>
  direction: Direction | undefined
  onSort: (order: Order | undefined) => void
}

const spoken = { ASC: 'ascending', DESC: 'descending' } as const

function HeadCell<Row>({ column, direction, onSort }: HeadCellProps<Row>) {
  const { head, sorts, width } = column
  const Arrow = direction === 'DESC' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={direction && spoken[direction]}
      style={{ width }}
      className={`h-9 border-b border-line-2 pr-4 text-label last:pr-0 ${cellPlace(column)} ${direction ? 'font-semibold text-ink' : 'font-normal text-ink-3'}`}
    >
      {sorts === undefined ? (
        <span className="block truncate">{head}</span>
      ) : (
        <PlainButton
          onPress={() => onSort([sorts[0], direction === 'ASC' ? 'DESC' : 'ASC'])}
          className="-mx-1 inline-flex h-7 max-w-full cursor-pointer items-center gap-1 rounded-tag px-1 hover:text-ink"
        >
          <span className="truncate">{head}</span>
          {direction && <Arrow className="size-3.5 shrink-0" />}
        </PlainButton>
      )}
    </th>
  )
}
