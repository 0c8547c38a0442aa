import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useStore } from '#base/store.ts'
import { noAnswer } from '#platform/server/api-problem.ts'
import { rowsIn, withRows, type Row } from './answer-rows.ts'
import { addChange, endChange } from './flights.ts'
import { pageOf, placeIn, type ListOrder } from './new-rows.ts'
import { flightsOf, heldIn } from './tracking.ts'

/** Deadline of a change. After it the change is rolled back, and a refetch shows what the server made of it. */
const patienceMs = 15_000

/** A feature's rules for its kind of row. */
export interface RowKind<R extends Row> {
  /** Whether a query shows such rows, or data derived from them. */
  shows: (query: { queryKey: QueryKey }) => boolean
  /** Whether a changed row still belongs in the lists that had it. Default: it does. */
  stays?: (before: R, after: R) => boolean
  /** The order of a list that takes the new row; undefined if the row has, or may have, no place in it. */
  orderFor?: (query: { queryKey: QueryKey }, row: R) => ListOrder | undefined
}

interface NewRow<R, A> {
  /** The new row as far as it is known, under a temporary id until the answer gives the real one. */
  row: R
  act: (signal: AbortSignal) => Promise<A>
}

interface ChangeOf<R, A> {
  row: R
  /** The optimistic update of the row, shown until the answer arrives. */
  apply: (row: R) => R
  /** The API call. The signal aborts it at the deadline. */
  act: (signal: AbortSignal) => Promise<A>
}

/** The cached answers of a page that have rows of one kind. */
function cachedRowsOf<R extends Row>(client: QueryClient, kind: RowKind<R>) {
  /** Writes a row into every cached answer that has it, unless the answer's version is newer. */
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

  /** The newest version in the cache: the caller's copy of the row may be stale. */
  const newestOf = (row: R): R =>
    client
      .getQueriesData({ predicate: kind.shows })
      .flatMap(([, answer]) => rowsIn(answer).filter(({ id }) => id === row.id))
      // An id belongs to one thing, and so to one kind of row.
      .reduce<R>((newest, each) => (each.version > newest.version ? (each as R) : newest), row)

  /** Inserts a new row into the lists in which it has a place. */
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

  /** Replaces the temporary row with the real one, or removes it if there is none. */
  const replaceNew = (id: string, answer?: Row) =>
    void client.setQueriesData({ predicate: kind.shows }, (kept: unknown) =>
      withRows(kept, (rows) => {
        const inItsPlace = answer && !rows.some((row) => row.id === answer.id) ? [answer] : []
        return rows.flatMap((row) => (row.id === id ? inItsPlace : [row]))
      }),
    )

  // A running fetch was sent before the answer came, so invalidating cancels it and sends a new one.
  const refetch = (): Promise<void> => client.invalidateQueries({ predicate: kind.shows })

  return { show, newestOf, enter, replaceNew, refetch }
}

/**
 * Optimistic updates of one kind of row in a page's cache. A change shows at once and is rolled back on error. When the
 * last pending change of a row is over, every active query that shows such rows is refetched.
 */
export function changesOf<R extends Row>(client: QueryClient, kind: RowKind<R>, patience = patienceMs) {
  const flights = flightsOf(client)
  const held = heldIn(client)
  const { show, newestOf, enter, replaceNew, refetch } = cachedRowsOf(client, kind)

  const end = (id: string, ticket: object, answer?: R) => {
    const { flights: next, row, isLast } = endChange(flights.read(), id, ticket, answer)
    flights.write(next)
    // Only rows of this kind are stored under this id.
    if (row) show(row as R)
    if (isLast) void refetch()
  }

  /** Ends the creation of a row with its answer, or removes the row if there is none. */
  const leave = (id: string, answer?: Row) => {
    flights.write(new Map([...flights.read()].filter(([each]) => each !== id)))
    replaceNew(id, answer)
    void refetch()
  }

  return {
    /** Whether the row has a pending change. */
    isUnderWay: (id: string): boolean => flights.read().has(id),
    /** Shows a change and runs its call. If the call fails, rolls the change back and rethrows the error. */
    change: async <A>({ row, apply, act }: ChangeOf<R, A>): Promise<A> => {
      const ticket = {}
      const before = newestOf(row)
      // Only rows of this kind come under this id.
      const change = { ticket, apply: (each: Row) => apply(each as R) }
      flights.write(addChange(flights.read(), before, change))
      show(apply(before))
      try {
        const answer = await withPatience(act, patience)
        const [confirmed] = rowsIn(answer)
        // If the answer is not the row, assume that the server applied the change as asked.
        end(row.id, ticket, confirmed?.id === row.id ? (confirmed as R) : apply(newestOf(before)))
        return answer
      } catch (error) {
        end(row.id, ticket)
        throw error
      }
    },
    /** Runs a call that creates a row, which shows at once. If the call fails, removes the row and rethrows the error. */
    create: async <A>({ row, act }: NewRow<R, A>): Promise<A> => {
      flights.write(addChange(flights.read(), row, { ticket: {}, apply: (each) => each }))
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
    /** Keeps a row in its place even in lists that no longer have it. Returns the function that lets it go. */
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

/** Waits for an answer until the deadline, then aborts the call and fails. */
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

/** Returns a function that says whether a row has a pending change. Redraws when that changes. */
export function useUnderWay(): (id: string) => boolean {
  const flights = useStore(flightsOf(useQueryClient()))
  return (id) => flights.has(id)
}
