import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '#ui/field/use-debounced.ts'

export interface Option {
  /** The value that is sent to the API. */
  value: string | number
  label: string
  /** A second line, such as an email address. */
  hint?: string
  /** The second line is a reason not to choose it. */
  isHintBad?: boolean
  /** How many entries it would leave in the list. */
  count?: number | undefined
}

/** Options from the server: fetched when the list opens, and again for each search. */
export interface OptionSource {
  /** The cache key of the answers: the same for the same question. */
  key: string
  load: (search: string, signal: AbortSignal) => Promise<readonly Option[]>
}

export type Options = readonly Option[] | OptionSource

export const isSource = (options: Options): options is OptionSource => 'load' in options

/**
 * The options that match a search: filtered here if the list is fixed, by the server if it is a source. Until the server
 * has answered, its previous answer is filtered here, so that Enter never takes an option that does not match.
 */
export function useOptions(options: Options, typed: string) {
  const source = isSource(options) ? options : undefined
  const search = useDebounced(typed)
  const query = useQuery({
    queryKey: ['options', source?.key, search],
    queryFn: ({ signal }) => source?.load(search, signal) ?? [],
    enabled: source !== undefined,
    placeholderData: keepPreviousData,
  })
  const isAnswer = query.isSuccess && search === typed && !query.isPlaceholderData
  const offered = isSource(options) ? (query.data ?? []) : options
  return {
    found: isAnswer ? offered : offered.filter(({ label }) => isIn(label, typed)),
    isLoading: source !== undefined && !query.isError && !isAnswer,
    isFailed: query.isError,
    retry: () => void query.refetch(),
  }
}

const isIn = (label: string, typed: string): boolean =>
  label.toLowerCase().includes(typed.trim().toLowerCase())
