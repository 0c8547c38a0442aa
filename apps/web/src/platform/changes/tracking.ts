import { replaceEqualDeep, type QueryClient } from '@tanstack/react-query'
import { createStore, type Store } from '#base/store.ts'
import { rowsIn, withRows, type Row } from './answer-rows.ts'
import { mergeFetched, type Flights } from './flights.ts'

interface FlightStore extends Store<Flights<Row>> {
  write: (flights: Flights<Row>) => void
}

const stores = new WeakMap<QueryClient, FlightStore>()

/** Rows that keep their place for a while in lists that no longer have them, each with its number of holders. */
type Held = Map<string, number>
const holds = new WeakMap<QueryClient, Held>()

/**
 * Makes a cache aware of pending changes: from now on no fetch, by any query, overwrites a row with a pending change or
 * replaces a newer version with an older one (docs/rules.md §1).
 */
export function trackChanges(client: QueryClient): QueryClient {
  const flights = createStore<Flights<Row>>(new Map())
  const held: Held = new Map()
  const keep = (kept: unknown, fresh: unknown): unknown =>
    replaceEqualDeep(
      kept,
      withRows(fresh, (rows) => mergeFetched(flights.read(), rowsIn(kept), rows, new Set(held.keys()))),
    )
  const { queries, ...rest } = client.getDefaultOptions()
  client.setDefaultOptions({ ...rest, queries: { ...queries, structuralSharing: keep } })
  stores.set(client, flights)
  holds.set(client, held)
  return client
}

/** The rows that are held in a cache. */
export function heldIn(client: QueryClient): Held {
  const held = holds.get(client)
  if (!held) throw new Error('this cache does not track changes')
  return held
}

/** The pending changes in a cache. */
export function flightsOf(client: QueryClient): FlightStore {
  const flights = stores.get(client)
  if (!flights) throw new Error('this cache does not track changes')
  return flights
}
