import type { OwnProfile } from '@parley/contract/identity.ts'
import {
  listOrganizations,
  type Organization,
  type organizationColumns,
} from '@parley/contract/organizations.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Address } from '#base/address.ts'
import { useUnderWay } from '#platform/changes/changes.ts'
import { useNow } from '#platform/time/clock.ts'
import { dayText } from '#platform/time/dates.ts'
import { useNotice } from '#platform/live/notices.ts'
import { useLiveRefetch } from '#platform/live/refetch.ts'
import { pageQueryOf } from '#platform/server/queries.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { zoneText } from '#platform/time/zone-options.ts'
import { titleOf } from '#platform/pages.ts'
import { BottomBar, PageHeader } from '#ui/page/page-header.tsx'
import { Button } from '#ui/button/button.tsx'
import { Cell } from '#ui/table/rows/cell.tsx'
import type { Column } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { RowKind } from '#ui/table/rows/row.ts'
import type { TableShape } from '#ui/table/table-shape.ts'
import { useGlow } from '#ui/table/rows/use-glow.ts'
import { queryAt } from '#ui/table/table-address.ts'
import { useTableState } from '#ui/table/use-table-state.ts'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import { AddOrganization } from './add-organization.tsx'
import { organizationCacheOf, organizationRule } from './organization-queries.ts'
import { OrganizationTile } from './organization-tile.tsx'
import { moneyText } from '@parley/contract/rules/billing/billing.ts'

type SortColumn = (typeof organizationColumns)[number]

const shape: TableShape<SortColumn> = {
  name: 'organizations',
  noun: ['organization', 'organizations'],
  searchLabel: 'Search name or internal name',
  sorts: [
    { column: 'displayName', label: 'Organization Name' },
    { column: 'name', label: 'Name' },
    { column: 'rate', label: 'Rate' },
    { column: 'createdAt', label: 'Active Since' },
  ],
  defaultOrder: ['displayName', 'ASC'],
  filters: [],
}

/** The list's query at an address of the page. */
export const organizationsQueryAt = (address: Address) =>
  pageQueryOf(listOrganizations, { query: queryAt<SortColumn, Record<string, never>>(address, shape) })

/** Organization Management, for Admin and above. */
export function OrganizationsScreen({ me }: { me: OwnProfile }) {
  const state = useTableState<SortColumn, Record<string, never>>(shape)
  const [isAdding, setIsAdding] = useState(false)
  const now = useNow()
  const answer = useQuery(pageQueryOf(listOrganizations, { query: state.query }))
  const isUnderWay = useUnderWay()
  const highlighted = useOrganizationsLive(answer.data?.entries ?? [])
  const add = () => setIsAdding(true)
  const isSmall = useSmallScreen()
  const addButton = (
    <Button
      look="primary"
      icon={<Plus strokeWidth={1.75} />}
      onPress={add}
      {...(isSmall && { width: 'full' })}
    >
      Add Organization
    </Button>
  )
  return (
    <>
      <div className="sm:mb-4.5">
        <PageHeader title={titleOf('organizations')} {...(!isSmall && { actions: addButton })} />
      </div>
      <DataTable
        label="Organizations"
        state={state}
        answer={answer}
        columns={columnsFor(zoneOf(me), now)}
        row={{ ...row, isSaving: ({ id }) => isUnderWay(id) }}
        highlighted={highlighted}
        empty={{
          title: 'No organizations yet',
          text: 'Coaches and clients belong to an organization, which is billed for their calls.',
          ...(!isSmall && { action: addButton }),
        }}
      />
      {isSmall && <BottomBar>{addButton}</BottomBar>}
      <AddOrganization isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </>
  )
}

function useOrganizationsLive(shown: readonly Organization[]): ReadonlySet<string> {
  const cache = organizationCacheOf(useQueryClient())
  const { highlighted, glow } = useGlow()
  useLiveRefetch(organizationRule)
  useNotice((notice) => {
    if (notice.kind !== 'organization' || cache.isUnderWay(notice.id)) return
    const known = shown.find(({ id }) => id === notice.id)
    if (known && known.version < notice.version) glow(known.id)
  })
  return highlighted
}

const columnsFor = (zone: string, now: number): Column<Organization>[] => [
  {
    id: 'displayName',
    head: 'Organization',
    sorts: ['displayName', 'name'],
    width: '34%',
    cell: ({ displayName, name }) => (
      <Cell tone="strong" second={<span className="font-code">{name}</span>}>
        {displayName}
      </Cell>
    ),
  },
  {
    id: 'time_zone',
    head: 'Time zone',
    from: 'wide',
    cell: ({ time_zone }) => <Cell>{zoneText(time_zone, now)}</Cell>,
  },
  { id: 'users', head: 'Current Users', align: 'right', cell: ({ users }) => users.toLocaleString('en-US') },
  { id: 'rate', head: 'Rate', align: 'right', sorts: ['rate'], cell: ({ rate }) => moneyText(rate) },
  {
    id: 'createdAt',
    head: 'Active Since',
    align: 'right',
    sorts: ['createdAt'],
    width: '16%',
    cell: ({ createdAt }) => <span className="text-ink-2">{dayText(zone, createdAt)}</span>,
  },
]

const row: RowKind<Organization> = {
  key: ({ id }) => id,
  name: ({ displayName }) => displayName,
  href: ({ id }) => `/organization/${id}`,
  card: ({ displayName, users, rate }) => ({
    lead: <OrganizationTile name={displayName} size={28} />,
    title: displayName,
    lines: [
      <span key="facts" className="font-figures">
        {users.toLocaleString('en-US')} {users === 1 ? 'user' : 'users'} · {moneyText(rate)} per hour
      </span>,
    ],
  }),
}
