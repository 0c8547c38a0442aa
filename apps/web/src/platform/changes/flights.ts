import type { Row } from './answer-rows.ts'

interface Change<R> {
  /** Tells changes apart. */
  ticket: object
  apply: (row: R) => R
}

/** A row with pending changes: the server's last version of it, and the changes since. */
interface Flight<R> {
  base: R
  changes: readonly Change<R>[]
}

/** The rows with pending changes, by id. A fetch does not overwrite them. */
export type Flights<R> = ReadonlyMap<string, Flight<R>>

/** The row as it is shown: the server's version with every pending change applied. */
const shownOf = <R>({ base, changes }: Flight<R>): R => changes.reduce((row, { apply }) => apply(row), base)

/** Never an older version in place of a newer one. */
const newest = <R extends Row>(one: R, other: R): R => (other.version >= one.version ? other : one)

/** Starts a change of a row. `row` is what the list shows of it now. */
export function addChange<R extends Row>(flights: Flights<R>, row: R, change: Change<R>): Flights<R> {
  const flight = flights.get(row.id)
  const changes = [...(flight?.changes ?? []), change]
  return new Map([...flights, [row.id, { base: flight?.base ?? row, changes }]])
}

interface EndedChange<R> {
  flights: Flights<R>
  /** The row as the list shows it from now on; undefined if the row had no pending change. */
  row: R | undefined
  /** The row has no pending change left: now the list is refetched. */
  isLast: boolean
}

/** Ends a change with its answer, or rolls it back if there is none. */
export function endChange<R extends Row>(
  flights: Flights<R>,
  id: string,
  ticket: object,
  answer?: R,
): EndedChange<R> {
  const flight = flights.get(id)
  if (!flight) return { flights, row: undefined, isLast: false }
  const changes = flight.changes.filter((change) => change.ticket !== ticket)
  const next: Flight<R> = { base: answer ? newest(flight.base, answer) : flight.base, changes }
  const rest = new Map([...flights].filter(([each]) => each !== id))
  const isLast = changes.length === 0
  return { flights: isLast ? rest : rest.set(id, next), row: shownOf(next), isLast }
}

const nothingHeld: ReadonlySet<string> = new Set()

/**
 * Merges a fetched list into the kept one. Newer rows replace older ones, never the other way round. A row with a
 * pending change stays as it is shown, and in its place even if the fetched list no longer has it. So does a held row,
 * because what was done to it may still be undone.
 */
export function mergeFetched<R extends Row>(
  flights: Flights<R>,
  kept: readonly R[],
  fresh: readonly R[],
  held: ReadonlySet<string> = nothingHeld,
): readonly R[] {
  const known = new Map(kept.map((row) => [row.id, row]))
  const rows = fresh.map((row) => {
    const flight = flights.get(row.id)
    if (flight) return shownOf(flight)
    const before = known.get(row.id)
    return before ? newest(before, row) : row
  })
  if (flights.size === 0 && held.size === 0) return rows
  for (const [index, row] of kept.entries()) {
    const flight = flights.get(row.id)
    const stays = flight ? shownOf(flight) : held.has(row.id) ? row : undefined
    if (stays && !fresh.some(({ id }) => id === row.id)) rows.splice(index, 0, stays)
  }
  return rows
}
