import type { Person } from '@parley/contract/people.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

interface PeoplePage {
  entries: readonly Person[]
}

/** Everything that shows people: lists, single ones and the selectors; the own profile has a way of its own. */
export const showsPeople = ({ queryKey: [path] }: { queryKey: QueryKey }): boolean =>
  path === 'options' || (typeof path === 'string' && path.startsWith('/profiles') && path !== '/profiles/me')

/** Asks again for what is in view; what is not is asked for when it is next shown. */
const refetchPeople = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: showsPeople })

let changesUnderWay = 0

export const isChangingPeople = (): boolean => changesUnderWay > 0

// A change that has no answer by then is given up waiting for, and the list shows what came of it.
const patienceMs = 15_000

/**
 * Runs a change. Until it has an answer nothing is fetched over it; after the last one everything is fetched again
 * (docs/rules.md §1).
 */
export async function changePeople<T>(
  client: QueryClient,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  changesUnderWay += 1
  try {
    // A list that was asked for before the change would bring the old row back.
    await client.cancelQueries({ predicate: showsPeople })
    return await act(AbortSignal.timeout(patienceMs))
  } finally {
    changesUnderWay -= 1
    if (changesUnderWay === 0) void refetchPeople(client)
  }
}

/**
 * Puts the answer of a change into the lists in view, and takes whoever was deleted or restored out of the other one.
 * Before they are fetched again: what is put into a cache by hand counts as fresh.
 */
export function keepPerson(client: QueryClient, person: Person): Person {
  client.setQueriesData<PeoplePage>(
    { type: 'active', predicate: (query) => showsPeople(query) && hasEntries(query.state.data) },
    (page) =>
      page && {
        ...page,
        entries: page.entries.flatMap((row) => {
          if (row.id !== person.id) return [row]
          const isInOtherList = (row.deletedAt === null) !== (person.deletedAt === null)
          return isInOtherList ? [] : [person]
        }),
      },
  )
  return person
}

// A plain list has `entries` too: the method of arrays.
const hasEntries = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'entries' in data && Array.isArray(data.entries)
