import { Button } from 'react-aria-components/Button'
import { Chip } from '#ui/display/chip.tsx'
import { linkStyles } from '#ui/button/link.tsx'
import type { ActiveFilter } from './filter-words.ts'
import type { TableState } from '#ui/table/use-table-state.ts'

interface FilterChipsProps {
  active: readonly ActiveFilter[]
  state: TableState
}

/** The filters that narrow the list, to be cleared one by one or all at once. */
export function FilterChips({ active, state }: FilterChipsProps) {
  if (active.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex min-w-0 flex-wrap items-center gap-2 max-sm:gap-1.5">
      {active.map(({ filter, words, unit }) => (
        <li key={filter.id} className="min-w-0">
          <Chip
            name={filter.label}
            value={words}
            unit={unit}
            onClear={() => state.setFilter(filter.id, undefined)}
          />
        </li>
      ))}
      {/* On a small screen the sheet with the filters has this button. */}
      <li className="max-sm:hidden">
        <Button onPress={state.clearFilters} className={`${linkStyles()} px-1 text-label`}>
          Clear all
        </Button>
      </li>
    </ul>
  )
}
