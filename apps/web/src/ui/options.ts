import { keepPreviousData, useQuery } from '@tanstack/react-query'

export interface Option {
  /** What goes over the wire. */
  value: string | number
  label: string
  /** A second line, such as an e-mail address. */
  hint?: string
  /** How many entries it would leave. */
  count?: number
}

/** Options that the server knows: asked when the list opens, and again for each search. */
export interface OptionSource {
  /** What the answers are kept under; the same for the same question. */
  key: string
  load: (search: string, signal: AbortSignal) => Promise<readonly Option[]>
}

export type Options = readonly Option[] | OptionSource

export const isSource = (options: Options): options is OptionSource => 'load' in options

/** The options that a search leaves: here for a known list, on the server for a source. */
export function useOptions(options: Options, search: string, isWanted = true) {
  const source = isSource(options) ? options : undefined
  const asked = useQuery({
    queryKey: ['options', source?.key, search],
    queryFn: ({ signal }) => source?.load(search, signal) ?? [],
    enabled: source !== undefined && isWanted,
    placeholderData: keepPreviousData,
  })
  if (isSource(options)) {
    return {
      found: asked.data ?? [],
      isLoading: asked.isPending && isWanted,
      isFailed: asked.isError,
      retry: () => void asked.refetch(),
    }
  }
  const found = options.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()))
  return { found, isLoading: false, isFailed: false, retry: () => undefined }
}
