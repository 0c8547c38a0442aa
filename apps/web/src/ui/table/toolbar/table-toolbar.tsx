import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { buttonStyles } from '#ui/button/button-styles.ts'
import { Popover, PopoverTrigger } from '#ui/overlay/popover.tsx'
import { SearchField } from '#ui/field/search-field.tsx'
import { useDebouncedText } from '#ui/field/use-debounced.ts'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterPanel } from './filter-panel.tsx'
import type { ActiveFilter } from './filter-words.ts'
import { countOf, entryCountText, nounOf, type ListPage } from '#ui/table/list-answer.ts'
import { SortMenu } from './sort-menu.tsx'
import { ToolbarLabel } from './toolbar-label.tsx'
import type { TableState } from '#ui/table/use-table-state.ts'

interface TableToolbarProps {
  state: TableState
  active: readonly ActiveFilter[]
  /** The page that is shown; undefined until the first one arrives. */
  page: ListPage<unknown> | undefined
  columnMenu: ReactNode
  /** The list's own control that narrows it, before the search. */
  lead: ReactNode
}

/** Search and filters at the left, order and columns at the right, and the active filters below them. */
export function TableToolbar({ state, active, page, columnMenu, lead }: TableToolbarProps) {
  const { shape } = state
  const count = page && countOf(page, shape.noun)
  const isNarrowed = active.length > 0
  return (
    <div className="flex flex-col gap-2.5 pb-2.5">
      <div className="flex items-center gap-2">
        {lead}
        {shape.searchLabel !== undefined && <TableSearch label={shape.searchLabel} state={state} />}
        {shape.filters.length > 0 && <FilterButton state={state} count={count} activeCount={active.length} />}
        <div className="flex items-center gap-2 sm:ml-auto">
          {!isNarrowed && <Count page={page} noun={shape.noun} isQuiet />}
          {shape.sorts.length > 0 && <SortMenu state={state} />}
          {columnMenu}
        </div>
      </div>
      {isNarrowed && (
        <div className="flex items-start justify-between gap-4">
          <FilterChips active={active} state={state} />
          <Count page={page} noun={shape.noun} />
        </div>
      )}
    </div>
  )
}

function TableSearch({ label, state }: { label: string; state: TableState }) {
  const isSmall = useSmallScreen()
  const [text, setText] = useDebouncedText(state.search, state.setSearch)
  return (
    <div className="min-w-0 flex-1 sm:max-w-75">
      <SearchField label={label} placeholder={isSmall ? 'Search' : label} value={text} onChange={setText} />
    </div>
  )
}

interface FilterButtonProps {
  state: TableState
  count: string | undefined
  activeCount: number
}

function FilterButton({ state, count, activeCount }: FilterButtonProps) {
  const isActive = activeCount > 0
  return (
    <PopoverTrigger>
      <Button
        className={`${buttonStyles()} max-sm:w-(--control) max-sm:px-0 aria-expanded:border-accent-line aria-expanded:bg-accent-soft aria-expanded:text-accent-ink ${
          isActive ? 'max-sm:border-accent-line max-sm:bg-accent-soft max-sm:text-accent-ink' : ''
        }`}
      >
        <ListFilter strokeWidth={1.75} />
        <ToolbarLabel>Filters </ToolbarLabel>
        {isActive && (
          <span className="flex size-4.5 items-center justify-center rounded-round bg-accent font-figures text-small text-on-accent max-sm:absolute max-sm:-top-1.5 max-sm:-right-1.5 forced-colors:border">
            {activeCount}
            <span className="sr-only"> active</span>
          </span>
        )}
      </Button>
      <Popover label="Filters">
        <FilterPanel state={state} count={count} />
      </Popover>
    </PopoverTrigger>
  )
}

interface CountProps {
  page: ListPage<unknown> | undefined
  noun: readonly [string, string]
  /** On a small screen it is only read out. */
  isQuiet?: boolean
}

/** The number of entries, read out when it changes. */
function Count({ page, noun, isQuiet = false }: CountProps) {
  return (
    <output
      className={`flex min-h-7 shrink-0 pointer-coarse:min-h-8.5 items-center font-figures text-label whitespace-nowrap text-ink-3 ${isQuiet ? 'max-sm:sr-only' : ''}`}
    >
      {page && entryCountText(page)}
      {page && <span className="whitespace-pre max-sm:sr-only"> {nounOf(page, noun)}</span>}
    </output>
  )
}
