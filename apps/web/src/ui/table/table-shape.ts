import type { Options, OptionSource } from '#ui/choice/options.ts'

export type Direction = 'ASC' | 'DESC'

/** As the API takes it: a column and a direction. */
export type Order<C extends string = string> = [column: C, direction: Direction]

export type FilterValue = (string | number)[] | boolean

/** The values of the filters, by the API's names. An absent one does not narrow the list. */
export type Filters = Record<string, FilterValue | undefined>

interface NamedFilter<Id> {
  id: Id
  label: string
}

/** Any of several values, shown as a list in the panel or as a box that opens one. */
export interface ChoiceFilter<Id = string> extends NamedFilter<Id> {
  kind: 'choice'
  options: Options
  /** How many entries of the whole list each option would leave, if the options themselves do not say it. */
  counts?: OptionSource
  layout?: 'list' | 'box'
}

/** Yes, no, or either. */
interface TriStateFilter<Id> extends NamedFilter<Id> {
  kind: 'tri-state'
}

/** Entries that are hidden unless they are asked for, such as deleted ones. */
interface FlagFilter<Id> extends NamedFilter<Id> {
  kind: 'flag'
}

export type Filter<Id = string> = ChoiceFilter<Id> | TriStateFilter<Id> | FlagFilter<Id>

/** The search, orders and filters of a list. `C` are the contract's columns, `Id` the names of its filters. */
export interface TableShape<C extends string = string, Id extends string = string> {
  /** The key under which the shown columns are remembered. */
  name: string
  /** One entry and several, as in '1 client', '348 clients'. */
  noun: readonly [one: string, many: string]
  /** The label of the search field; without it the list cannot be searched. */
  searchLabel?: string
  /** The entries of the sort menu, in its order. */
  sorts: readonly { column: C; label: string }[]
  /** The server's default order, so that the head can show it. */
  defaultOrder?: Order<C>
  filters: readonly Filter<Id>[]
  /** Its rows have one line each, and a low height to match. */
  isLow?: true
  /** Something besides its filters narrows it, so the counts of their options would be those of another list. */
  isNarrowedBeside?: boolean
  /** Rows per page, if not the server's default of ten. */
  pageSize?: number
}

export const usualPageSize = 10
