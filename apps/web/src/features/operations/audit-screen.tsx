import type { OwnProfile } from '@parley/contract/identity.ts'
import { listAudit, type AuditEntry } from '@parley/contract/operations.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import { useQuery } from '@tanstack/react-query'
import { Cpu, UserRoundX } from 'lucide-react'
import type { Address } from '#base/address.ts'
import { useNow } from '#platform/time/clock.ts'
import { listTimeText } from '#platform/time/dates.ts'
import { pageQueryOf } from '#platform/server/queries.ts'
import { shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { titleOf } from '#platform/pages.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Button } from '#ui/button/button.tsx'
import { Link } from '#ui/button/link.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Cell } from '#ui/table/rows/cell.tsx'
import type { Column } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { RowKind } from '#ui/table/rows/row.ts'
import type { TableShape } from '#ui/table/table-shape.ts'
import { queryAt } from '#ui/table/table-address.ts'
import { useTableState, type TableState } from '#ui/table/use-table-state.ts'
import { instantsOf, rangeAt, useDayRange, type DayRange } from './audit-range.ts'
import { ChangeList } from './change-list.tsx'
import { actText, actWords, changesOf, levelText } from './operations.ts'
import { RangePicker, rangeText } from './range-picker.tsx'

type Filters = { action?: string[] }

const shape: TableShape<'at', 'action'> = {
  name: 'audit',
  noun: ['entry', 'entries'],
  searchLabel: 'Search person',
  sorts: [{ column: 'at', label: 'When' }],
  defaultOrder: ['at', 'DESC'],
  filters: [{ id: 'action', label: 'What', kind: 'choice', options: actOptions() }],
}

/** Two acts may bear the same word; which of them is meant is told by what it was done to. */
function actOptions() {
  const subjects = { people: 'a person', organizations: 'an organization' } as const
  return Object.entries(actWords).map(([value, words]) => {
    const [area = ''] = value.split('.')
    const isShort = area in subjects && !words.includes(' ')
    // The area was found among the keys.
    return { value, label: isShort ? `${words} ${subjects[area as keyof typeof subjects]}` : words }
  })
}

/** The list's own state, and the days beside it. */
const auditQuery = (asked: TableState<'at', Filters>['query'], range: DayRange, zone: string) => {
  const filters = { ...asked.filters, ...instantsOf(range, zone) }
  return pageQueryOf(listAudit, {
    query: { ...asked, ...(Object.keys(filters).length > 0 && { filters }) },
  })
}

/** What the page asks for at an address. */
export const auditQueryAt = (address: Address, me: OwnProfile) =>
  auditQuery(queryAt<'at', Filters>(address, shape), rangeAt(address), zoneOf(me))

/** Who did what, on what, and what it changed. */
export function AuditScreen({ me }: { me: OwnProfile }) {
  const state = useTableState<'at', Filters>(shape)
  const [range, setRange] = useDayRange()
  const now = useNow()
  const zone = zoneOf(me)
  const answer = useQuery(auditQuery(state.query, range, zone))
  const isRanged = range.from !== undefined || range.until !== undefined
  const isAll = isAtLeast(me.privs, 'Admin')
  return (
    <>
      <div className="mb-4.5">
        <PageHeader
          title={titleOf('audit')}
          badge={
            <span className="text-label text-ink-3">
              {isAll ? 'All organizations' : me.organization?.displayName}
            </span>
          }
          actions={<RangePicker range={range} zone={zone} now={now} onChange={setRange} />}
        />
      </div>
      <DataTable
        label="Audit"
        state={state}
        answer={answer}
        columns={columnsFor(zone, now, isAll)}
        row={rowFor(zone, now)}
        empty={
          isRanged
            ? {
                title: 'Nothing happened in these days',
                text: rangeText(range),
                action: (
                  <Button onPress={() => setRange({ from: undefined, until: undefined })}>Any time</Button>
                ),
              }
            : { title: 'Nothing yet', text: 'What people change and who signs in is kept here.' }
        }
      />
    </>
  )
}

const columnsFor = (zone: string, now: number, hasOrganization: boolean): Column<AuditEntry>[] => [
  {
    id: 'at',
    head: `When (${shortZoneName(zone, now)})`,
    sorts: ['at'],
    width: '11.5rem',
    cell: ({ at }) => <span className="font-figures text-ink-2">{listTimeText(zone, at, now)}</span>,
  },
  { id: 'by', head: 'Who', width: '19%', skeleton: 'person', cell: (entry) => <AuditActor entry={entry} /> },
  {
    id: 'action',
    head: 'What',
    width: '16%',
    cell: ({ action }) => <span className="line-clamp-2 text-ink-2">{actText(action)}</span>,
  },
  {
    id: 'subject',
    head: 'On',
    cell: (entry) => <Subject entry={entry} hasOrganization={hasOrganization} />,
  },
  { id: 'change', head: 'Change', from: 'wide', cell: (entry) => <ChangeList entry={entry} /> },
]

const rowFor = (zone: string, now: number): RowKind<AuditEntry> => ({
  key: ({ id }) => id,
  name: ({ action }) => actText(action),
  card: (entry) => ({
    above: <span className="font-figures text-label text-ink-3">{listTimeText(zone, entry.at, now)}</span>,
    lead: <WhoPicture entry={entry} />,
    title: actText(entry.action),
    lines: [whoText(entry), subjectText(entry)].filter((line) => line !== ''),
    ...(changesOf(entry).length > 0 && { below: <ChangeList entry={entry} /> }),
  }),
})

/** The log holds ids alone: somebody who was erased has no name any more. */
function whoText({ by, address }: AuditEntry): string {
  if (by) return by.name || 'Somebody erased'
  return address === null ? 'System' : 'Unknown'
}

function AuditActor({ entry }: { entry: AuditEntry }) {
  const level = entry.by?.privs
  const second = entry.byLink ? 'By personal link' : typeof level === 'number' ? levelText(level) : undefined
  return (
    <Cell tone="strong" lead={<WhoPicture entry={entry} />} {...(second !== undefined && { second })}>
      {whoText(entry)}
    </Cell>
  )
}

function WhoPicture({ entry: { by, address } }: { entry: AuditEntry }) {
  if (by) {
    const [first = '', ...rest] = by.name.split(' ')
    return (
      <Avatar
        person={{ id: by.id, username: '?', first_name: first, last_name: rest.at(-1) ?? '' }}
        size={28}
      />
    )
  }
  const Icon = address === null ? Cpu : UserRoundX
  return (
    <span className="flex size-7 shrink-0 items-center justify-center rounded-round bg-person-6 text-ink-2">
      <Icon aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
    </span>
  )
}

const kindWords: Readonly<Record<string, string>> = {
  person: 'Person',
  organization: 'Organization',
  import: 'Import',
}

const subjectText = ({ subject: { kind, name } }: AuditEntry): string =>
  [kindWords[kind] ?? kind, name].filter(Boolean).join(' ')

function Subject({ entry, hasOrganization }: { entry: AuditEntry; hasOrganization: boolean }) {
  const { kind, id, name } = entry.subject
  const isOrganization = kind === 'organization' && id !== null
  const of = hasOrganization && !isOrganization ? entry.organization : null
  return (
    <Cell lines={2} {...(of !== null && { second: of })}>
      <span className="text-ink-3">{kindWords[kind] ?? kind}</span>{' '}
      {isOrganization ? (
        <Link to="/organization/$organizationId" params={{ organizationId: id }}>
          {name}
        </Link>
      ) : (
        <span className="text-ink">{name}</span>
      )}
    </Cell>
  )
}
