import { sessionColumns } from '@parley/contract/sessions/sessions.ts'

export type Kind = 'list' | 'search' | 'options' | 'calendar'

export interface Request {
  viewer: ViewerName
  kind: Kind
  /** The same at every size, although the people's names in `path` differ. */
  name: string
  path: string
}

export const viewerNames = ['Coach', 'OrgAdmin', 'Admin'] as const
export type ViewerName = (typeof viewerNames)[number]

/** The people and the organization that requests ask for, which differ between worlds. */
export interface Named {
  client: string
  coach: string
  organizationId: string
}

const day_ms = 86_400_000

/** A common, a less common and a rare word of titles, a first name, an ending of many last names, and no match. */
const terms = ['coaching', 'résumé', 'rest #33', 'marya', 'yama', 'zzzz']

/** Every measured list, search, set of filter options and calendar month, for each level. */
export function requestsOf(named: Named, now: number, pages: readonly number[]): Request[] {
  return viewerNames.flatMap((viewer) => [
    ...listRequests(viewer, named, pages),
    ...rangeRequests(viewer, named, now, pages),
    ...pages.flatMap((page) =>
      [...terms, named.client].map((search) => ({
        viewer,
        kind: 'search' as const,
        name: `search ${search === named.client ? 'a client' : search}, page ${page}`,
        path: `/sessions?${asQuery({ page, search })}`,
      })),
    ),
    // As the web asks: first all option lists, then one of them with the typed text.
    ...[
      {},
      { field: 'client_name', q: 'mar' },
      { field: 'coach_name', q: 'berg' },
      { field: 'organization', q: 'har' },
    ].map((query) => ({
      viewer,
      kind: 'options' as const,
      name: `options ${Object.values(query).join(' ') || 'of all'}`,
      path: `/sessions/filter?${asQuery(query)}`,
    })),
    {
      viewer,
      kind: 'calendar',
      name: 'own month',
      path: `/sessions/calendar?${asQuery({ owned: 'true', start_time_range: month(now) })}`,
    },
  ])
}

function listRequests(
  viewer: ViewerName,
  { client, coach, organizationId }: Named,
  pages: readonly number[],
): Request[] {
  const orders = sessionColumns.flatMap((column) =>
    (['ASC', 'DESC'] as const).map((turn) => ({
      name: `${column} ${turn}`,
      query: { order: [column, turn] },
    })),
  )
  const filters = [
    { name: 'status', value: { status: ['NoShow'] } },
    { name: 'unsettled', value: { unsettled: true } },
    { name: 'client_name', value: { client_name: [client] } },
    ...(viewer === 'Coach'
      ? []
      : [
          { name: 'coach_name', value: { coach_name: [coach] } },
          { name: 'organization', value: { organization: [organizationId] } },
        ]),
  ].map(({ name, value }) => ({ name: `filter ${name}`, query: { filters: value } }))
  return [...orders, ...filters].flatMap(({ name, query }) =>
    pages.map((page) => ({
      viewer,
      kind: 'list' as const,
      name: `${name}, page ${page}`,
      path: `/sessions?${asQuery({ page, ...query })}`,
    })),
  )
}

/** Nearly all sessions are past, a few percent upcoming, fewer still today. Each range is also sorted by other columns. */
function rangeRequests(
  viewer: ViewerName,
  { client }: Named,
  now: number,
  pages: readonly number[],
): Request[] {
  const past = { when: 'past' }
  const upcoming = { when: 'upcoming', order: ['start_time', 'ASC'] }
  const [day, next] = [now, now + day_ms].map((at) => new Date(at).toISOString().slice(0, 10))
  const today = { start_time_range: [`${day}T00:00:00Z`, `${next}T00:00:00Z`] }
  const week = { start_time_range: [new Date(now - 7 * day_ms).toISOString(), null] }
  const by = (column: string) => ({ order: [column, 'ASC'] })
  const asked: [name: string, query: object][] = [
    ['past', past],
    ['past by title', { ...past, ...by('title') }],
    ['past by client_name', { ...past, ...by('client_name') }],
    ['past, search marya', { ...past, search: 'marya' }],
    ['upcoming', upcoming],
    ['upcoming, scheduled', { ...upcoming, filters: { status: ['Scheduled'] } }],
    ['upcoming by title', { ...upcoming, ...by('title') }],
    ['upcoming, a client', { ...upcoming, filters: { client_name: [client] } }],
    ['upcoming, search coaching', { ...upcoming, search: 'coaching' }],
    ['upcoming, search zzzz', { ...upcoming, search: 'zzzz' }],
    ['today', today],
    ['today by title', { ...today, ...by('title') }],
    ['today by client_name', { ...today, ...by('client_name') }],
    ['today by organization', { ...today, ...by('organization') }],
    ['since a week, search rest #33', { ...week, search: 'rest #33' }],
  ]
  return pages.flatMap((page) =>
    asked.map(([name, query]) => ({
      viewer,
      kind: 'search' in query ? ('search' as const) : ('list' as const),
      name: `${name}, page ${page}`,
      path: `/sessions?${asQuery({ page, ...query })}`,
    })),
  )
}

const month = (now: number) => [now - 20 * day_ms, now + 10 * day_ms].map((at) => new Date(at).toISOString())

function asQuery(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(
    given.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString()
}
