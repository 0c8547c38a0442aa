/** A page of a list as the API answers it. */
export interface ListPage<Row> {
  entries: readonly Row[]
  entryCount: number
  /** False if there may be more: for a search the server counts no more than 1,000. */
  entryCountExact: boolean
  pageCount: number
}

/** The result of a list's query; that of `useQuery` fits as it is. */
export interface ListAnswer<Row> {
  data: ListPage<Row> | undefined
  error: unknown
  /** When it last failed, 0 for never. During a retry the failure stays in view. */
  errorUpdatedAt: number
  isFetching: boolean
  /** The rows are those of the previous query, kept until the new ones arrive. */
  isPlaceholderData: boolean
  refetch: () => unknown
}

type Count = Pick<ListPage<never>, 'entryCount' | 'entryCountExact'>

/** '348', or '1,000+'. */
export const entryCountText = ({ entryCount, entryCountExact }: Count): string =>
  `${entryCount.toLocaleString('en-US')}${entryCountExact ? '' : '+'}`

export const nounOf = (
  { entryCount, entryCountExact }: Count,
  [one, many]: readonly [string, string],
): string => (entryCount === 1 && entryCountExact ? one : many)

/** '348 clients', '1 client', '1,000+ clients'. */
export const countOf = (count: Count, noun: readonly [string, string]): string =>
  `${entryCountText(count)} ${nounOf(count, noun)}`

/** '1 – 10 of 348'. */
export function rangeText(page: number, { entries, ...count }: ListPage<unknown>, pageSize: number): string {
  const first = (page - 1) * pageSize + 1
  return `${first.toLocaleString('en-US')} – ${(first + entries.length - 1).toLocaleString('en-US')} of ${entryCountText(count)}`
}
