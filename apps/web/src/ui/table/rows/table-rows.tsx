import { Spinner } from '#ui/display/loading.tsx'
import { cellPlace, type Column } from '#ui/table/columns.ts'
import { MainAct, RowMenu } from './row-acts-view.tsx'
import { useRowKeys } from './row-keys.ts'
import { RowOpener } from './row-opener.tsx'
import type { RowKind } from './row.ts'
import type { MarkedRow } from './use-marked-row.ts'

interface TableRowsProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  kind: RowKind<Row>
  highlighted: ReadonlySet<string>
  /** The row that is open in a drawer. */
  openKey: string | undefined
  /** The row that a link leads to. */
  marked: MarkedRow
  /** The rows are those of the previous query. */
  isOutdated: boolean
}

export function TableRows<Row>({
  rows,
  kind,
  highlighted,
  openKey,
  marked,
  isOutdated,
  columns,
}: TableRowsProps<Row>) {
  const { menuKey, setMenuKey, handlers } = useRowKeys()
  return (
    <tbody
      {...handlers}
      className={`transition-opacity duration-(--base) ${isOutdated ? 'opacity-55 delay-150' : ''}`}
    >
      {rows.map((row) => {
        const key = kind.key(row)
        return (
          <TableRow
            key={key}
            row={row}
            columns={columns}
            kind={kind}
            isMenuOpen={key === menuKey}
            onMenuChange={(isOpen) => setMenuKey(isOpen ? key : undefined)}
            tone={
              highlighted.has(key)
                ? 'highlighted'
                : key === openKey
                  ? 'open'
                  : kind.isCalling?.(row)
                    ? 'calling'
                    : 'normal'
            }
            {...(key === marked.key && { tone: 'open', leadTo: marked.leadTo })}
          />
        )
      })}
    </tbody>
  )
}

/** The background of a row reaches 12 px beyond its text on both sides, so that the text itself never shifts. */
const rowGround =
  'bg-(--row-ground) first:shadow-[-12px_0_0_var(--row-ground)] last:shadow-[12px_0_0_var(--row-ground)]'

const tones = {
  normal: 'hover:[--row-ground:var(--hover)] has-aria-expanded:[--row-ground:var(--hover)]',
  open: '[--row-ground:var(--accent-soft)]',
  calling: '[--row-ground:var(--accent-soft)]',
  highlighted: 'animate-glow',
}

interface TableRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  kind: RowKind<Row>
  tone: keyof typeof tones
  leadTo?: (row: HTMLElement | null) => void
  isMenuOpen: boolean
  onMenuChange: (isOpen: boolean) => void
}

function TableRow<Row>({ row, columns, kind, tone, leadTo, isMenuOpen, onMenuChange }: TableRowProps<Row>) {
  const isSaving = kind.isSaving?.(row) ?? false
  const acts = isSaving ? undefined : kind.acts?.(row)
  const name = kind.name(row)
  return (
    <tr
      ref={leadTo}
      data-row={kind.key(row)}
      aria-busy={isSaving}
      className={`transition-[--row-ground] duration-(--fast) ${tones[tone]}`}
      {...(tone === 'open' && { 'aria-current': true })}
    >
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={`relative h-(--row) border-b border-line py-1 pr-4 last:pr-0 ${rowGround} ${cellPlace(column)} ${column.align === 'right' ? 'font-figures' : ''}`}
        >
          {index === 0 ? (
            <RowOpener row={row} kind={kind} over="cell">
              {column.cell(row)}
            </RowOpener>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {kind.acts && (
        <td className={`h-(--row) border-b border-line ${rowGround}`}>
          {isSaving && (
            <div className="flex justify-end">
              <Spinner label="Saving" />
            </div>
          )}
          {acts && (
            <div className="flex items-center justify-end gap-1">
              {acts.main && <MainAct name={name} act={acts.main} />}
              <RowMenu
                name={name}
                acts={acts}
                card={kind.card(row)}
                isOpen={isMenuOpen}
                onOpenChange={onMenuChange}
              />
            </div>
          )}
        </td>
      )}
    </tr>
  )
}
