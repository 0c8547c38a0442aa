import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '#ui/field/use-debounced.ts'

export interface Option {
  /** What goes over the wire. */
  value: string | number
  label: string
  /** A second line, such as an email address. */
  hint?: string
  /** The second line is a reason against it. */
  isHintBad?: boolean
  /** How many entries it would leave. */
  count?: number | undefined
}

/** Options that the server knows: asked when the list opens, and again for each search. */
export interface OptionSource {
  /** What the answers are kept under; the same for the same question. */
  key: string
  load: (search: string, signal: AbortSignal) => Promise<readonly Option[]>
}

export type Options = readonly Option[] | OptionSource

export const isSource = (options: Options): options is OptionSource => 'load' in options

/**
 * The options that a search leaves: narrowed here for a known list, by the server for a source. Until the server has
 * answered, what it gave before is narrowed here, so that Enter never takes something that was not searched for.
 */
export function useOptions(options: Options, typed: string) {
  const source = isSource(options) ? options : undefined
  const search = useDebounced(typed)
  const asked = useQuery({
    queryKey: ['options', source?.key, search],
    queryFn: ({ signal }) => source?.load(search, signal) ?? [],
    enabled: source !== undefined,
    placeholderData: keepPreviousData,
  })
  const isAnswer = asked.isSuccess && search === typed && !asked.isPlaceholderData
  const offered = isSource(options) ? (asked.data ?? []) : options
  return {
    found: isAnswer ? offered : offered.filter(({ label }) => isIn(label, typed)),
    isLoading: source !== undefined && !asked.isError && !isAnswer,
    isFailed: asked.isError,
    retry: () => void asked.refetch(),
  }
}

const isIn = (label: string, typed: string): boolean =>
  label.toLowerCase().includes(typed.trim().toLowerCase())
