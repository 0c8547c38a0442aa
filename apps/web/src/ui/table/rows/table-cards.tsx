import { Spinner } from '#ui/display/loading.tsx'
import { MainAct, RowMenu } from './row-acts-view.tsx'
import { useRowKeys } from './row-keys.ts'
import { RowOpener } from './row-opener.tsx'
import type { CardParts, RowKind } from './row.ts'
import type { MarkedRow } from './use-marked-row.ts'

interface TableCardsProps<Row> {
  label: string
  rows: readonly Row[]
  kind: RowKind<Row>
  highlighted: ReadonlySet<string>
  /** The row that a link leads to. */
  marked: MarkedRow
  isOutdated: boolean
}

/** Rows of a table on a small screen. */
export function TableCards<Row>({
  label,
  rows,
  kind,
  highlighted,
  marked,
  isOutdated,
}: TableCardsProps<Row>) {
  const { menuKey, setMenuKey, handlers } = useRowKeys()
  return (
    // The handlers are for the keys of the buttons and links inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      aria-label={label}
      {...handlers}
      aria-busy={isOutdated}
      className={`-mx-4 border-t border-line transition-opacity duration-(--base) ${isOutdated ? 'opacity-55 delay-150' : ''}`}
    >
      {rows.map((row) => {
        const key = kind.key(row)
        return (
          <li
            key={key}
            data-row={key}
            className={`relative border-b border-line bg-(--row-ground) px-4 py-3 ${highlighted.has(key) ? 'animate-glow' : ''} ${key === marked.key || kind.isCalling?.(row) ? '[--row-ground:var(--accent-soft)]' : ''}`}
            {...(key === marked.key && { 'aria-current': true, ref: marked.leadTo })}
          >
            <TableCard
              row={row}
              kind={kind}
              card={kind.card(row)}
              isMenuOpen={key === menuKey}
              onMenuChange={(isOpen) => setMenuKey(isOpen ? key : undefined)}
            />
          </li>
        )
      })}
    </ul>
  )
}

interface TableCardProps<Row> {
  row: Row
  kind: RowKind<Row>
  card: CardParts
  isMenuOpen: boolean
  onMenuChange: (isOpen: boolean) => void
}

function TableCard<Row>({ row, kind, card, isMenuOpen, onMenuChange }: TableCardProps<Row>) {
  const isSaving = kind.isSaving?.(row) ?? false
  const acts = isSaving ? undefined : kind.acts?.(row)
  const name = kind.name(row)
  return (
    <>
      {(card.above !== undefined || card.badge !== undefined) && (
        <div className="mb-2 flex items-center justify-between gap-3">
          <span className="min-w-0 truncate">{card.above}</span>
          {card.badge}
        </div>
      )}
      <div className="flex items-center gap-3">
        {card.lead}
        <div className="min-w-0 flex-1">
          <RowOpener row={row} kind={kind} over="card">
            <span className="block text-[0.9375rem]/5.5 font-medium wrap-anywhere">{card.title}</span>
          </RowOpener>
          {card.lines?.map((line, index) => (
            // The lines of a card never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <p key={index} className="truncate text-label text-ink-2">
              {line}
            </p>
          ))}
          {card.below !== undefined && <div className="mt-1.5 flex flex-wrap gap-1.5">{card.below}</div>}
        </div>
        {isSaving && <Spinner label="Saving" />}
        {/* In front of the area that opens the card. */}
        {acts && (
          <div className="relative -mr-2.5">
            <RowMenu name={name} acts={acts} card={card} isOpen={isMenuOpen} onOpenChange={onMenuChange} />
          </div>
        )}
      </div>
      {acts?.main && (
        <div className="relative mt-2.5">
          <MainAct name={name} act={acts.main} width="full" />
        </div>
      )}
    </>
  )
}
