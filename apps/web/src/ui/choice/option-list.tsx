import { Check } from 'lucide-react'
import { useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Button } from '#ui/button/button.tsx'
import { optionStyles } from '#ui/field/field-styles.ts'
import { isSource, useOptions, type Option, type Options } from './options.ts'
import { SearchField } from '#ui/field/search-field.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { TickBox } from './tick-box.tsx'

/** A fixed list with this many options or more can be searched. */
const searchableFrom = 8

interface OptionListProps {
  label: string
  options: Options
  mode: 'single' | 'multiple'
  /** All chosen values, including those that the list does not show. */
  chosen: readonly Option['value'][]
  /** In single mode, pressing the chosen option again passes an empty list. */
  onChange: (chosen: readonly Option[]) => void
  autoFocus?: boolean
  /** The search text at first. */
  firstTyped?: string
  /** Shows how many entries each option would leave, if it has a count. */
  hasCounts?: boolean
}

/** Options to choose from, searchable if there are many. The arrow keys move through them from the search field. */
export function OptionList(props: OptionListProps) {
  const {
    label,
    options,
    mode,
    chosen,
    onChange,
    autoFocus = false,
    firstTyped = '',
    hasCounts = false,
  } = props
  const [typed, setTyped] = useState(firstTyped)
  const isSearchable = isSource(options) || options.length >= searchableFrom
  const { found, isLoading, isFailed, retry } = useOptions(options, isSearchable ? typed : '')
  const keys = new Set(chosen.map(String))
  const choose = (selected: ReadonlySet<unknown>) => {
    // Chosen values that are not in view stay chosen.
    const outOfView = mode === 'multiple' ? chosen.filter((value) => !isIn(found, value)) : []
    const inView = found.filter(({ value }) => selected.has(String(value)))
    onChange([...outOfView.map((value) => ({ value, label: '' })), ...inView])
  }
  const list = (
    <ListBox
      aria-label={label}
      autoFocus={autoFocus && !isSearchable}
      selectionMode={mode}
      selectionBehavior="toggle"
      // Esc only closes; it must not clear the selection.
      escapeKeyBehavior="none"
      selectedKeys={keys}
      onSelectionChange={(selected) => selected !== 'all' && choose(selected)}
      renderEmptyState={() => <Nothing {...{ isLoading, isFailed, retry }} />}
      className="max-h-58 overflow-auto outline-none max-sm:max-h-none"
    >
      {found.map((option) => (
        <OptionRow key={option.value} option={option} mode={mode} hasCount={hasCounts} />
      ))}
    </ListBox>
  )
  if (!isSearchable) return list
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <div className="px-2.5 pb-1.5">
        <SearchField
          label={`Search ${label.toLowerCase()}`}
          value={typed}
          onChange={setTyped}
          autoFocus={autoFocus}
        />
      </div>
      {list}
    </Autocomplete>
  )
}

const isIn = (options: readonly Option[], value: Option['value']) =>
  options.some((option) => option.value === value)

interface OptionRowProps {
  option: Option
  mode: 'single' | 'multiple'
  hasCount: boolean
}

function OptionRow({ option, mode, hasCount }: OptionRowProps) {
  const { value, label, hint, isHintBad = false, count } = option
  return (
    <ListBoxItem id={String(value)} textValue={label} className={optionStyles()}>
      {({ isSelected }) => (
        <>
          {mode === 'multiple' && <TickBox isSelected={isSelected} />}
          <span className="min-w-0 flex-1">
            <span className="block wrap-anywhere">{label}</span>
            {hint !== undefined && (
              <span className={`block truncate text-small ${isHintBad ? 'text-red-ink' : 'text-ink-3'}`}>
                {hint}
              </span>
            )}
          </span>
          {hasCount && count !== undefined && (
            <span className="font-figures text-label text-ink-3">{count.toLocaleString('en-US')}</span>
          )}
          {mode === 'single' && isSelected && <Check className="size-4 shrink-0 text-ink-3" />}
        </>
      )}
    </ListBoxItem>
  )
}

interface NothingProps {
  isLoading: boolean
  isFailed: boolean
  retry: () => void
}

function Nothing({ isLoading, isFailed, retry }: NothingProps) {
  if (isLoading) {
    return (
      <div className="flex flex-col gap-4 px-2.5 py-2.5">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-3.5 w-44" />
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-3.5 w-40" />
      </div>
    )
  }
  if (isFailed) {
    return (
      <div className="flex items-center justify-between gap-2 px-2.5 py-1.5 text-label text-ink-2">
        The list couldn't be loaded.
        <Button size="small" onPress={retry}>
          Try again
        </Button>
      </div>
    )
  }
  return <p className="px-2.5 py-2 text-label text-ink-3">Nothing found</p>
}
