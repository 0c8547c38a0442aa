import { useQueries } from '@tanstack/react-query'
import { isSource, type Option } from '#ui/choice/options.ts'
import type { ChoiceFilter, Filter, Filters, FilterValue } from '#ui/table/table-shape.ts'

export interface ActiveFilter {
  filter: Filter
  value: FilterValue
  /** 'No Show', 'Yes', or '6' with the unit 'selected'. */
  words: string
  unit: 'selected' | ''
}

/** The active filters in words. A single value is shown by its name, if that is known. */
export function useActiveFilters(filters: readonly Filter[], values: Filters): ActiveFilter[] {
  const active = filters.flatMap((filter) => {
    const value = values[filter.id]
    return value === undefined ? [] : [{ filter, value }]
  })
  const singles = active.flatMap(({ filter, value }) =>
    filter.kind === 'choice' && Array.isArray(value) && value.length === 1 ? [filter] : [],
  )
  const names = useQueries({ queries: singles.map(namesQuery) })
  return active.map(({ filter, value }) => {
    const known = filter.kind === 'choice' ? names[singles.indexOf(filter)]?.data : undefined
    return { filter, value, ...wordsOf(value, known) }
  })
}

/** The same query as that of the filter's own list before anything is typed. */
function namesQuery({ options }: ChoiceFilter) {
  const source = isSource(options) ? options : undefined
  return {
    queryKey: source ? ['options', source.key, ''] : ['options', options],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<readonly Option[]> =>
      source ? source.load('', signal) : Promise.resolve(isSource(options) ? [] : options),
    ...(!isSource(options) && { initialData: options }),
  }
}

/**
 * The filters with something to choose between, and any that already narrows the list. A filter is also offered while
 * the server has not answered yet.
 */
export function useOffered(filters: readonly Filter[], values: Filters): Filter[] {
  const sources = filters
    .filter((filter) => filter.kind === 'choice')
    .filter(({ options }) => isSource(options))
  const answers = useQueries({ queries: sources.map(namesQuery) })
  const isOffered = (filter: Filter): boolean => {
    const known = filter.kind === 'choice' ? answers[sources.indexOf(filter)]?.data : undefined
    return known === undefined || known.length > 1 || values[filter.id] !== undefined
  }
  return filters.filter(isOffered)
}

function wordsOf(
  value: FilterValue,
  known: readonly Option[] | undefined,
): Pick<ActiveFilter, 'words' | 'unit'> {
  if (typeof value === 'boolean') return { words: value ? 'Yes' : 'No', unit: '' }
  const [first] = value
  const name = value.length === 1 ? known?.find((option) => option.value === first)?.label : undefined
  return name === undefined ? { words: String(value.length), unit: 'selected' } : { words: name, unit: '' }
}
