import { useAddress } from '#ui/page/use-address.ts'
import { queryOfView, readView, writeView, type TableView } from './table-address.ts'
import type { Filters, FilterValue, Order, TableShape } from './table-shape.ts'

export interface TableState<C extends string = string, F extends Filters = Filters> extends TableView<C, F> {
  shape: TableShape
  /** The part of the API query that the table decides. */
  query: ReturnType<typeof queryOfView<C, F>>
  /** With `replace` the page replaces the current entry of the history, so that Back skips it. */
  setPage: (page: number, step?: { replace: boolean }) => void
  setSearch: (search: string) => void
  /** Undefined is the server's own order. */
  setOrder: (order: Order | undefined) => void
  setFilter: (id: string, value: FilterValue | undefined) => void
  clearFilters: () => void
}

/** A list's state, kept in the address: a link shows the same list, and Back returns to the previous state. */
export function useTableState<C extends string, F extends Filters>(
  shape: TableShape<C, keyof F & string>,
): TableState<C, F> {
  const [address, changeAddress] = useAddress()
  const view = readView(address, shape)

  /** Any change of the list leads to its first page. Typing a search is one step of Back, not many. */
  const change = (changes: Partial<TableView>, step?: { replace: boolean }) =>
    changeAddress(writeView({ ...view, page: 1, ...changes }), step)

  return {
    ...view,
    shape,
    query: queryOfView(view, shape),
    setPage: (page, step) => change({ page }, step),
    setSearch: (search) => change({ search }, { replace: view.search !== '' && search !== '' }),
    setOrder: (order) => change({ order }),
    setFilter: (id, value) => change({ filters: { ...view.filters, [id]: value } }),
    clearFilters: () => change({ filters: {} }),
  }
}
