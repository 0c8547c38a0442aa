import { ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Heading } from 'react-aria-components/Heading'
import { Button } from '#ui/button/button.tsx'
import { boxButtonStyles } from '#ui/field/field-styles.ts'
import { linkStyles } from '#ui/button/link.tsx'
import { OptionList } from '#ui/choice/option-list.tsx'
import { isSource, useOptions, type Option } from '#ui/choice/options.ts'
import { Popover, PopoverTrigger } from '#ui/overlay/popover.tsx'
import { Switch } from '#ui/choice/switch.tsx'
import { TriState } from '#ui/choice/tri-state.tsx'
import { useOffered } from './filter-words.ts'
import type { ChoiceFilter, Filter, FilterValue } from '#ui/table/table-shape.ts'
import type { TableState } from '#ui/table/use-table-state.ts'

interface FilterPanelProps {
  state: TableState
  /** The current number of entries, for the button that closes the sheet: 'Show 348 clients'. */
  count: string | undefined
}

/** The filters of a list. Each choice takes effect at once. */
export function FilterPanel({ state, count }: FilterPanelProps) {
  const { shape, filters, search } = state
  const isWhole = search.trim() === '' && !shape.isNarrowedBeside
  const offered = useOffered(shape.filters, filters)
  const boxes = offered.filter(isBox)
  const isActive = Object.keys(filters).length > 0
  return (
    <>
      <header className="flex h-10 shrink-0 items-center justify-between border-b border-line px-4">
        <Heading slot="title" level={2} className="font-semibold">
          Filters
        </Heading>
        {isActive && (
          <AriaButton
            onPress={state.clearFilters}
            className={`${linkStyles()} text-label pointer-coarse:min-h-11`}
          >
            Clear all
          </AriaButton>
        )}
      </header>
      <div className="min-h-0 flex-1 divide-y divide-line overflow-auto">
        {offered.map((filter) =>
          isBox(filter) ? null : (
            <Section key={filter.id}>
              <FilterControl
                filter={filter}
                value={filters[filter.id]}
                // With a search or another filter the counts would be those of another list.
                isCounted={isWhole && Object.keys(filters).every((id) => id === filter.id)}
                onChange={(value) => state.setFilter(filter.id, value)}
              />
            </Section>
          ),
        )}
        {boxes.length > 0 && (
          <Section>
            <div className={`grid gap-3 ${boxes.length > 1 ? 'sm:grid-cols-2' : ''}`}>
              {boxes.map((filter) => (
                <FilterBox
                  key={filter.id}
                  filter={filter}
                  value={listOf(filters[filter.id])}
                  onChange={(value) => state.setFilter(filter.id, value)}
                />
              ))}
            </div>
          </Section>
        )}
      </div>
      <footer className="border-t border-line p-4 sm:hidden">
        <Button slot="close" look="primary" size="large" width="full">
          {count === undefined ? 'Show' : `Show ${count}`}
        </Button>
      </footer>
    </>
  )
}

const isBox = (filter: Filter): filter is ChoiceFilter => filter.kind === 'choice' && filter.layout === 'box'

const listOf = (value: FilterValue | undefined): (string | number)[] => (Array.isArray(value) ? value : [])

const Section = ({ children }: { children: ReactNode }) => <div className="px-4 py-3">{children}</div>

interface FilterControlProps {
  filter: Filter
  value: FilterValue | undefined
  isCounted: boolean
  onChange: (value: FilterValue | undefined) => void
}

function FilterControl({ filter, value, isCounted, onChange }: FilterControlProps) {
  const { label } = filter
  switch (filter.kind) {
    case 'tri-state':
      return (
        <TriState
          label={label}
          words="filter"
          value={typeof value === 'boolean' ? value : null}
          onChange={(chosen) => onChange(chosen ?? undefined)}
        />
      )
    case 'flag':
      return (
        <Switch isSelected={value === true} onChange={(isOn) => onChange(isOn || undefined)}>
          {label}
        </Switch>
      )
    case 'choice':
      return (
        <>
          <p aria-hidden="true" className="mb-1.5 text-label font-medium text-ink-2">
            {label}
          </p>
          <div className="-mx-2.5">
            <ChoiceList filter={filter} value={listOf(value)} isCounted={isCounted} onChange={onChange} />
          </div>
        </>
      )
    default:
      return filter satisfies never
  }
}

interface ChoiceProps {
  filter: ChoiceFilter
  value: (string | number)[]
  isCounted?: boolean
  onChange: (value: FilterValue | undefined) => void
}

function ChoiceList({ filter, value, isCounted = false, onChange }: ChoiceProps) {
  const { found: counted } = useOptions(filter.counts ?? [], '')
  const countOf = (option: Option) => counted.find((each) => each.value === option.value)?.count
  const options = isSource(filter.options)
    ? filter.options
    : filter.options.map((option) => ({ ...option, count: countOf(option) ?? option.count }))
  return (
    <OptionList
      label={filter.label}
      options={options}
      hasCounts={isCounted}
      mode="multiple"
      chosen={value}
      onChange={(chosen) => onChange(chosen.length === 0 ? undefined : chosen.map((option) => option.value))}
    />
  )
}

/** A long list behind a box, so that the panel stays short. */
function FilterBox({ filter, value, onChange }: ChoiceProps) {
  const words = value.length === 0 ? 'Any' : `${value.length} selected`
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden="true" className="text-label font-medium text-ink-2">
        {filter.label}
      </span>
      <PopoverTrigger>
        <AriaButton aria-label={`${filter.label}: ${words}`} className={boxButtonStyles}>
          <span className={`min-w-0 flex-1 truncate text-left ${value.length === 0 ? 'text-ink-3' : ''}`}>
            {words}
          </span>
          <ChevronsUpDown strokeWidth={1.75} />
        </AriaButton>
        <Popover label={filter.label} width="trigger">
          <div className="p-1 pt-2.5">
            <ChoiceList filter={filter} value={value} onChange={onChange} />
          </div>
        </Popover>
      </PopoverTrigger>
    </div>
  )
}
