import { Skeleton } from '#ui/display/loading.tsx'
import { cellPlace, type Column } from '#ui/table/columns.ts'

// Line widths in rotation, so that the lines look like text of different lengths.
const widths = ['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3', 'w-3/4']

const widthAt = (row: number, column: number): string => widths[(row + column * 2) % widths.length] ?? 'w-3/4'

interface SkeletonRowsProps<Row> {
  columns: readonly Column<Row>[]
  rows: number
  hasActs: boolean
  isShown: boolean
}

/** Placeholders in the real height of the rows, while these are loading. */
export function SkeletonRows<Row>({ columns, rows, hasActs, isShown }: SkeletonRowsProps<Row>) {
  return (
    <tbody className={isShown ? '' : 'opacity-0'}>
      {Array.from({ length: rows }, (_, row) => (
        // The rows differ only in their position.
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={row}>
          {columns.map((column, place) => (
            <td key={column.id} className={`h-(--row) border-b border-line pr-4 ${cellPlace(column)}`}>
              {row === 0 && place === 0 && <span className="sr-only">Loading</span>}
              <SkeletonCell kind={column.skeleton ?? 'text'} width={widthAt(row, place)} />
            </td>
          ))}
          {hasActs && <td aria-hidden="true" className="border-b border-line" />}
        </tr>
      ))}
    </tbody>
  )
}

function SkeletonCell({ kind, width }: { kind: NonNullable<Column<never>['skeleton']>; width: string }) {
  if (kind === 'badge') return <Skeleton className="h-5.5 w-20" />
  if (kind === 'text') return <Skeleton className={`h-3 ${width}`} />
  return (
    <div className="flex items-center gap-2.5">
      <Skeleton className="size-7 shrink-0 rounded-round!" />
      <Skeleton className={`h-3 ${width}`} />
    </div>
  )
}

export function SkeletonCards({ rows, isShown }: { rows: number; isShown: boolean }) {
  return (
    <div className={`-mx-4 border-t border-line ${isShown ? '' : 'opacity-0'}`}>
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={row} className="flex items-center gap-3 border-b border-line px-4 py-3">
          <Skeleton className="size-10 shrink-0 rounded-round!" />
          <div className="flex flex-1 flex-col gap-2.5 py-1">
            <Skeleton className={`h-3 ${widthAt(row, 0)}`} />
            <Skeleton className={`h-3 ${widthAt(row, 1)}`} />
          </div>
        </div>
      ))}
    </div>
  )
}
