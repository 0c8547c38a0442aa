import type { QueryKey } from '@tanstack/react-query'
import { rowsIn, type Row } from './answer-rows.ts'

/** The order of a list: a field of its rows, and the direction. */
export type ListOrder = readonly [column: string, direction: 'ASC' | 'DESC']

export interface ListQuery {
  page: number
  order?: ListOrder
  search?: string
  filters?: object
  owned?: boolean
}

/** The list query in a query's key; undefined for any other kind of query. */
export function listQueryOf([, given]: QueryKey): ListQuery | undefined {
  const isList =
    typeof given === 'object' &&
    given !== null &&
    'query' in given &&
    typeof given.query === 'object' &&
    given.query !== null &&
    'page' in given.query
  // A query with `page` is the contract's list query.
  return isList ? (given.query as ListQuery) : undefined
}

/** A list without search or filters, so that every new row belongs in it. */
export const isWholeList = (query: ListQuery): boolean =>
  query.search === undefined && query.filters === undefined && query.owned !== true

export const pageOf = (queryKey: QueryKey): number => listQueryOf(queryKey)?.page ?? 1

/**
 * The index of a new row in a page: by the list's order, or first if the row lacks that field. Undefined if its place is
 * on another page.
 */
export function placeIn(answer: unknown, page: number, row: Row, [column, direction]: ListOrder) {
  const pageCount = pageCountOf(answer)
  if (pageCount === undefined) return undefined
  const value = fieldOf(row, column)
  if (value === undefined) return page === 1 ? 0 : undefined
  const rows = rowsIn(answer)
  const found = rows.findIndex((each) => {
    const compared = compare(value, fieldOf(each, column))
    return direction === 'ASC' ? compared < 0 : compared > 0
  })
  const index = found === -1 ? rows.length : found
  const isBefore = index === 0 && page > 1
  const isBehind = index === rows.length && page < pageCount
  return isBefore || isBehind ? undefined : index
}

/** A plain list counts as one page. */
const pageCountOf = (answer: unknown): number | undefined => (Array.isArray(answer) ? 1 : pagesOf(answer))

const pagesOf = (answer: unknown): number | undefined =>
  typeof answer === 'object' &&
  answer !== null &&
  'pageCount' in answer &&
  typeof answer.pageCount === 'number'
    ? answer.pageCount
    : undefined

function fieldOf(row: object, column: string): string | number | undefined {
  const value: unknown = Object.entries(row).find(([name]) => name === column)?.[1]
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

const compare = (one: string | number, other: string | number | undefined): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other))
