import type { Row } from './answer-rows.ts'

interface Change<R> {
  /** Tells changes apart. */
  ticket: object
  apply: (row: R) => R
}

/** A row with changes under way: as the server last gave it, and what is done to it since. */
interface Flight<R> {
  base: R
  changes: readonly Change<R>[]
}

/** The rows with changes under way, by id. Such a row is left alone by whatever is fetched meanwhile. */
export type Flights<R> = ReadonlyMap<string, Flight<R>>

/** As it is shown: the server's row with every change that has no answer yet. */
const shownOf = <R>({ base, changes }: Flight<R>): R => changes.reduce((row, { apply }) => apply(row), base)

/** Never an older version in place of a newer one. */
const newest = <R extends Row>(one: R, other: R): R => (other.version >= one.version ? other : one)

/** A change of a row begins. `row` is what the list shows of it now. */
export function begun<R extends Row>(flights: Flights<R>, row: R, change: Change<R>): Flights<R> {
  const flight = flights.get(row.id)
  const changes = [...(flight?.changes ?? []), change]
  return new Map([...flights, [row.id, { base: flight?.base ?? row, changes }]])
}

interface Settled<R> {
  flights: Flights<R>
  /** What the list shows of the row from now on; undefined where the change was not under way. */
  row: R | undefined
  /** No change of the row is under way any more: now the list is fetched again. */
  isLast: boolean
}

/** A change has its answer, or for want of one is taken back. */
export function settled<R extends Row>(
  flights: Flights<R>,
  id: string,
  ticket: object,
  answer?: R,
): Settled<R> {
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
 * What a list becomes when it is fetched: newer rows in place of older ones, never the other way round. A row with a
 * change under way stays as it is shown, even in its place where the fetched list does not have it any more; and so does
 * one that is held, because what was done to it may still be taken back.
 */
export function fetched<R extends Row>(
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
