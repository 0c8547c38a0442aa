import type { Option } from '#ui/choice/options.ts'
import type { ListPage } from './list-answer.ts'
import type { queryOfView } from './table-address.ts'

// People who do not exist, for the gallery and its tests.

export interface SampleClient {
  id: string
  username: string
  first_name: string
  last_name: string
  email: string
  coach: string
  zone: string
  next: string | null
  hours: number
  status: 'Scheduled' | 'Completed' | 'Cancelled'
}

export type SampleColumn = 'first_name' | 'last_name' | 'username'
export type SampleFilters = { status?: string[]; coach?: string[]; billable?: boolean; deleted?: boolean }

const named: [first: string, last: string, email: string, zone: string, next: string | null][] = [
  ['Amara', 'Okonkwo-Reyes', 'amara@okonkwo-reyes.example', 'Lagos, WAT', 'Dec 1, 2026 9:00 AM'],
  ['Aroha', 'Ngata', 'aroha.ngata@kauri.example', 'Auckland, NZDT', null],
  [
    'Bartholomew',
    'Featherstonehaugh III',
    'b.featherstonehaugh@brightwater-logistics.example',
    'Chicago, CST',
    null,
  ],
  ['Eleanor', 'Ashby-Carmichael', 'eleanor@ashby-carmichael.example', 'London, GMT', 'Nov 19, 2026 10:00 AM'],
  ['Jun', 'Watanabe', 'j.watanabe@sumida.example', 'Tokyo, JST', 'Nov 18, 2026 5:00 PM'],
  ['Kwame', 'Boateng', 'kwame.boateng@volta.example', 'London, GMT', 'Nov 23, 2026 8:00 AM'],
  [
    'Margarethe',
    'Öztürk-Lindqvist',
    'm.oeztuerk@lindqvist-bau.example',
    'Berlin, CET',
    'Nov 16, 2026 9:30 AM',
  ],
  ['Priya', 'Raghunathan', 'priya.r@meridianhealth.example', 'London, GMT', 'Nov 17, 2026 4:30 PM'],
  ['Sofia', 'Lindgren', 'sofia@lindgren.example', 'Stockholm, CET', 'Nov 17, 2026 9:00 AM'],
  ['Tomás', 'Aguilar', 'tomas.aguilar@solara.example', 'Mexico City, CST', 'Nov 16, 2026 11:15 AM'],
]
const coaches = ['Ingrid Solheim', 'Dana Whitfield', 'Beatrix van den Heuvel', 'Rafael Teixeira']
const statuses = ['Scheduled', 'Completed', 'Cancelled'] as const

export const coachSource = {
  key: 'sample-coaches',
  load: (search: string): Promise<Option[]> =>
    Promise.resolve(
      coaches
        .filter((name) => name.toLowerCase().includes(search.toLowerCase()))
        .map((name) => ({ value: name, label: name })),
    ),
}

/** The first ten match the pictures; the others are numbered. */
const clients: SampleClient[] = Array.from({ length: 348 }, (_, index) => {
  const [first = '', last = '', email = '', zone = '', next = null] = named[index % named.length] ?? []
  const round = Math.floor(index / named.length)
  const name = round === 0 ? last : `${last} ${round + 1}`
  return {
    id: `client-${index + 1}`,
    username: `${first}${last}`
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
      .slice(0, 9),
    first_name: first,
    last_name: name,
    email,
    coach: coaches[index % coaches.length] ?? '',
    zone,
    next,
    hours: (index * 7) % 40,
    status: statuses[index % statuses.length] ?? 'Scheduled',
  }
})

export const nameOfSample = (client: SampleClient): string => `${client.first_name} ${client.last_name}`

type Query = ReturnType<typeof queryOfView<SampleColumn, SampleFilters>>

/** Filters, sorts and pages as the server does. */
export function answerSample({ page, search = '', order, filters = {} }: Query): ListPage<SampleClient> {
  const found = clients.filter(
    (client) =>
      nameOfSample(client).toLowerCase().includes(search.toLowerCase()) &&
      (filters.status?.includes(client.status) ?? true) &&
      (filters.coach?.includes(client.coach) ?? true) &&
      (filters.billable === undefined || filters.billable === client.hours > 0) &&
      filters.deleted !== true,
  )
  const [column, direction] = order ?? []
  const sorted = column
    ? found.toSorted((a, b) => a[column].localeCompare(b[column]) * (direction === 'DESC' ? -1 : 1))
    : found
  return {
    entries: sorted.slice((page - 1) * 10, page * 10),
    entryCount: found.length,
    entryCountExact: true,
    pageCount: Math.ceil(found.length / 10),
  }
}
