/** The search params of all pages. Each page reads some of them (platform/pages.ts). */
export interface Address {
  page?: number
  /** The router parses `search=12` as a number; the user meant text. */
  search?: string | number | boolean
  order?: [column: string, direction: 'ASC' | 'DESC']
  filters?: Record<string, unknown>
  /** Id of the entry that is open in its form. */
  edit?: string
  add?: true
  schedule?: true
  /** Days, as YYYY-MM-DD. */
  from?: string
  until?: string
  /** A preset range of sessions. */
  when?: 'today' | 'upcoming' | 'past'
  /** The row that a link leads to. */
  marked?: string
  /** Id of the import that is shown. */
  import?: string
  /** The open tab if it is not the first: clients' help, or a session's assessment. */
  tab?: 'client' | 'assessment'
  /** The help topic that a link leads to. */
  topic?: string
}

export type AddressKey = keyof Address

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const trueIn = (value: unknown) => (value === true ? true : undefined)

const readers: { [K in AddressKey]-?: (value: unknown) => Address[K] | undefined } = {
  page: (value) => (typeof value === 'number' ? value : undefined),
  search: (value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined,
  order: (value) => {
    const [column, direction, ...rest]: unknown[] = Array.isArray(value) ? value : []
    const isOrder = typeof column === 'string' && rest.length === 0
    return isOrder && (direction === 'ASC' || direction === 'DESC') ? [column, direction] : undefined
  },
  filters: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined,
  edit: textIn,
  add: trueIn,
  schedule: trueIn,
  from: textIn,
  until: textIn,
  when: (value) => (value === 'today' || value === 'upcoming' || value === 'past' ? value : undefined),
  marked: textIn,
  import: textIn,
  tab: (value) => (value === 'client' || value === 'assessment' ? value : undefined),
  topic: textIn,
}

/** Reads the search params that a page knows, and drops all others and all invalid values. */
export function readAddress<K extends AddressKey>(
  keys: readonly K[],
  given: Readonly<Record<string, unknown>>,
): Pick<Address, K> {
  const read = keys.flatMap((key) => {
    const value = readers[key](given[key])
    return value === undefined ? [] : [[key, value] as const]
  })
  // Each value was read by the reader of its own key.
  return Object.fromEntries(read) as Pick<Address, K>
}
