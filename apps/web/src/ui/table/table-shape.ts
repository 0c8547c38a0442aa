import type { Options, OptionSource } from '#ui/choice/options.ts'

export type Direction = 'ASC' | 'DESC'

/** As the wire takes it: a column and a direction. */
export type Order<C extends string = string> = [column: C, direction: Direction]

export type FilterValue = (string | number)[] | boolean

/** What narrows a list, by the wire's names. What is absent does not narrow. */
export type Filters = Record<string, FilterValue | undefined>

interface NamedFilter<Id> {
  id: Id
  label: string
}

/** Any of several values. As a list in the panel, or as a box that opens one. */
export interface ChoiceFilter<Id = string> extends NamedFilter<Id> {
  kind: 'choice'
  options: Options
  /** Where the options themselves do not say it: how many entries each would leave of the whole list. */
  counts?: OptionSource
  layout?: 'list' | 'box'
}

/** Yes, no, or either. */
interface TriStateFilter<Id> extends NamedFilter<Id> {
  kind: 'tri-state'
}

/** A list that is not shown unless it is asked for, such as what was deleted. */
interface FlagFilter<Id> extends NamedFilter<Id> {
  kind: 'flag'
}

export type Filter<Id = string> = ChoiceFilter<Id> | TriStateFilter<Id> | FlagFilter<Id>

/** What a list can be asked: its search, orders and filters. `C` are the contract's columns, `Id` the names of its filters. */
export interface TableShape<C extends string = string, Id extends string = string> {
  /** The shown columns are remembered under it. */
  name: string
  /** One entry and several, as in '1 client', '348 clients'. */
  noun: readonly [one: string, many: string]
  /** What the search field says; without it the list cannot be searched. */
  searchLabel?: string
  /** What the sort menu offers, in its order. */
  sorts: readonly { column: C; label: string }[]
  /** The order that the server gives when none is asked for, so that the head can show it. */
  defaultOrder?: Order<C>
  filters: readonly Filter<Id>[]
  /** Its rows have one line each, and are as low as that. */
  isLow?: true
  /** Something else than its filters narrows it: what they count would be of another list. */
  isNarrowedBeside?: boolean
  /** Rows on a page where it is not the server's own ten. */
  pageSize?: number
}

export const usualPageSize = 10
