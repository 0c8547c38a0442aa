/** What stands in the addresses of pages behind the path. Each page has some of it (platform/pages.ts). */
export interface Address {
  page?: number
  /** The router reads `search=12` as a number; a person meant the text. */
  search?: string | number | boolean
  order?: [column: string, direction: 'ASC' | 'DESC']
  filters?: Record<string, unknown>
  /** Whose form is open. */
  edit?: string
  add?: true
  schedule?: true
  /** Days, as YYYY-MM-DD. */
  from?: string
  until?: string
  /** A usual range of sessions. */
  when?: 'today' | 'upcoming' | 'past'
  /** The row that a link leads to. */
  marked?: string
  /** Which import is shown. */
  import?: string
  /** What is in view where it is not the first: clients' help, a session's assessment. */
  tab?: 'client' | 'assessment'
  /** The answer that a link leads to. */
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

/** Reads what a page knows of an address; whatever else stands there falls away. */
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
