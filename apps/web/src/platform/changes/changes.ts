import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useStore } from '#base/store.ts'
import { noAnswer } from '#platform/server/api-problem.ts'
import { rowsIn, withRows, type Row } from './answer-rows.ts'
import { begun, settled } from './flights.ts'
import { pageOf, placeIn, type ListOrder } from './new-rows.ts'
import { flightsOf, heldIn } from './tracking.ts'

/** A change that has no answer by then is taken back, and the list shows what came of it. */
const patienceMs = 15_000

/** What a feature says of its rows. */
export interface RowKind<R extends Row> {
  /** Whether a query shows such rows, or what follows from them. */
  shows: (query: { queryKey: QueryKey }) => boolean
  /** Whether a row, once changed so, is in the lists where it was; it is unless said otherwise. */
  stays?: (before: R, after: R) => boolean
  /** The order of a list that a new row comes into; undefined for one that has no place for it, or may have none. */
  orderFor?: (query: { queryKey: QueryKey }, row: R) => ListOrder | undefined
}

interface NewRow<R, A> {
  /** The row as it will be, as far as that is known: under an id of its own until the answer gives the real one. */
  row: R
  act: (signal: AbortSignal) => Promise<A>
}

interface ChangeOf<R, A> {
  row: R
  /** What the change will make of the row, shown until the answer is there. */
  apply: (row: R) => R
  /** The call itself. It is left at the signal. */
  act: (signal: AbortSignal) => Promise<A>
}

/**
 * The rows of a kind in a page's cache, and the changes of these that have no answer yet: they show at once, are taken
 * back on error, and when the last one of a row is over everything in view that shows such rows is fetched again.
 */
export function changesOf<R extends Row>(client: QueryClient, kind: RowKind<R>, patience = patienceMs) {
  const flights = flightsOf(client)
  const held = heldIn(client)

  /** Puts a row into every answer in the cache that has it, and none that is newer. */
  const show = (next: R) =>
    void client.setQueriesData({ predicate: kind.shows }, (answer: unknown) =>
      withRows(answer, (rows) =>
        rows.flatMap((row) => {
          if (row.id !== next.id || row.version > next.version) return [row]
          // An id belongs to one thing, and so to one kind of row.
          return kind.stays?.(row as R, next) === false ? [] : [next]
        }),
      ),
    )

  /** As the lists have it now: whoever asked for a change may have looked at it for a while. */
  const newestOf = (row: R): R =>
    client
      .getQueriesData({ predicate: kind.shows })
      .flatMap(([, answer]) => rowsIn(answer).filter(({ id }) => id === row.id))
      // An id belongs to one kind of row.
      .reduce<R>((newest, each) => (each.version > newest.version ? (each as R) : newest), row)

  /** Puts a new row into the lists in which it has a place. */
  const enter = (row: R) => {
    for (const [queryKey, answer] of client.getQueriesData({ predicate: kind.shows })) {
      const order = kind.orderFor?.({ queryKey }, row)
      const index = order && placeIn(answer, pageOf(queryKey), row, order)
      if (index !== undefined)
        client.setQueryData(
          queryKey,
          withRows(answer, (rows) => rows.toSpliced(index, 0, row)),
        )
    }
  }

  /** The real row in its place, or nothing. */
  const leave = (id: string, answer?: Row) => {
    flights.write(new Map([...flights.read()].filter(([each]) => each !== id)))
    client.setQueriesData({ predicate: kind.shows }, (kept: unknown) =>
      withRows(kept, (rows) => {
        const inItsPlace = answer && !rows.some((row) => row.id === answer.id) ? [answer] : []
        return rows.flatMap((row) => (row.id === id ? inItsPlace : [row]))
      }),
    )
    void refetch()
  }

  // A fetch that runs was asked for before the answer, and is left for a new one.
  const refetch = (): Promise<void> => client.invalidateQueries({ predicate: kind.shows })

  const end = (id: string, ticket: object, answer?: R) => {
    const { flights: next, row, isLast } = settled(flights.read(), id, ticket, answer)
    flights.write(next)
    // What went in under this id was such a row.
    if (row) show(row as R)
    if (isLast) void refetch()
  }

  return {
    /** Whether a change of the row has no answer yet. */
    isUnderWay: (id: string): boolean => flights.read().has(id),
    /** Runs a change. Throws what the call threw, after the change was taken back. */
    change: async <A>({ row, apply, act }: ChangeOf<R, A>): Promise<A> => {
      const ticket = {}
      const before = newestOf(row)
      // Under this id comes nothing but such a row.
      const change = { ticket, apply: (each: Row) => apply(each as R) }
      flights.write(begun(flights.read(), before, change))
      show(apply(before))
      try {
        const answer = await withPatience(act, patience)
        const [told] = rowsIn(answer)
        // Where the answer is not the row, it is taken at its word.
        end(row.id, ticket, told?.id === row.id ? (told as R) : apply(newestOf(before)))
        return answer
      } catch (error) {
        end(row.id, ticket)
        throw error
      }
    },
    /** Runs a call that makes a row, which the lists show meanwhile. Throws what the call threw, after it was taken back. */
    create: async <A>({ row, act }: NewRow<R, A>): Promise<A> => {
      flights.write(begun(flights.read(), row, { ticket: {}, apply: (each) => each }))
      enter(row)
      try {
        const answer = await withPatience(act, patience)
        leave(row.id, rowsIn(answer)[0])
        return answer
      } catch (error) {
        leave(row.id)
        throw error
      }
    },
    /** Keeps a row in its place in lists that have it no more. Answers what lets it go. */
    hold: (id: string): (() => void) => {
      held.set(id, (held.get(id) ?? 0) + 1)
      return () => {
        const left = (held.get(id) ?? 0) - 1
        if (left > 0) return void held.set(id, left)
        held.delete(id)
        return void refetch()
      }
    },
    refetch,
  }
}

/** Waits for an answer, and no longer: then the call is left, and it is as if it had failed. */
async function withPatience<T>(act: (signal: AbortSignal) => Promise<T>, ms: number): Promise<T> {
  const stop = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(noAnswer())
    stop.abort()
  }, ms)
  try {
    return await Promise.race([act(stop.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Tells, drawn anew when it changes, whether a change of a row has no answer yet. */
export function useUnderWay(): (id: string) => boolean {
  const flights = useStore(flightsOf(useQueryClient()))
  return (id) => flights.has(id)
}
