import type { AddressKey } from '#base/address.ts'
import { isSource } from '#ui/choice/options.ts'
import type { Filter, Filters, FilterValue, Order, TableShape } from './table-shape.ts'

/** The current view of a list: everything that a link to it carries. */
export interface TableView<C extends string = string, F extends Filters = Filters> {
  page: number
  search: string
  order: Order<C> | undefined
  filters: F
}

const pageMax = 1_000_000
const searchLengthMax = 200
const valuesMax = 50

/**
 * Reads search params. Anything that the list does not know falls back to its default: an old or broken link still
 * opens.
 */
export function readView<C extends string, F extends Filters>(
  address: Partial<Record<AddressKey, unknown>>,
  shape: TableShape<C, keyof F & string>,
): TableView<C, F> {
  return {
    page: readPage(address.page),
    search: readSearch(address.search),
    order: readOrder(address.order, shape),
    filters: readFilters(address.filters, shape),
  }
}

/** The reverse: the search params of a view, without the defaults. */
export function writeView({ page, search, order, filters }: TableView) {
  const active = Object.entries(filters).filter(([, value]) => value !== undefined)
  return {
    page: page === 1 ? undefined : page,
    search: search === '' ? undefined : search,
    order,
    filters: active.length === 0 ? undefined : Object.fromEntries(active),
  }
}

/** The API query of a view. */
export const queryOfView = <C extends string, F extends Filters>(
  view: TableView<C, F>,
  shape: TableShape<C>,
) => ({
  page: view.page,
  ...(shape.pageSize !== undefined && { limit: shape.pageSize }),
  ...(view.search.trim() !== '' && { search: view.search.trim() }),
  ...(view.order && { order: view.order }),
  ...(Object.keys(view.filters).length > 0 && { filters: view.filters }),
})

/** The API query of a list at this address. */
export const queryAt = <C extends string, F extends Filters>(
  address: Partial<Record<AddressKey, unknown>>,
  shape: TableShape<C, keyof F & string>,
) => queryOfView(readView<C, F>(address, shape), shape)

const readPage = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= pageMax ? value : 1

/** The router parses `search=12` as a number; the user meant text. */
const readSearch = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, searchLengthMax)
    : ''

function readOrder<C extends string>(value: unknown, { sorts }: TableShape<C>): Order<C> | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const [name, direction] = value as unknown[]
  const sort = sorts.find(({ column }) => column === name)
  if (!sort || (direction !== 'ASC' && direction !== 'DESC')) return undefined
  return [sort.column, direction]
}

function readFilters<F extends Filters>(
  value: unknown,
  { filters }: TableShape<string, keyof F & string>,
): F {
  const given: Readonly<Record<string, unknown>> = isRecord(value) ? value : {}
  const known = filters.flatMap((filter) => {
    const read = readFilter(given[filter.id], filter)
    return read === undefined ? [] : [[filter.id, read] as const]
  })
  // Each value was read by its own filter, and the shape names only filters of F.
  return Object.fromEntries(known) as F
}

function readFilter(value: unknown, filter: Filter): FilterValue | undefined {
  if (filter.kind === 'flag') return value === true ? true : undefined
  if (filter.kind === 'tri-state') return typeof value === 'boolean' ? value : undefined
  if (!Array.isArray(value)) return undefined
  const { options } = filter
  const isKnown = (each: string | number) =>
    isSource(options) || options.some((option) => option.value === each)
  const values = [...new Set<unknown>(value)].filter(isValue).filter(isKnown).slice(0, valuesMax)
  return values.length === 0 ? undefined : values
}

const isValue = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
