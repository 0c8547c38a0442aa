import type { OwnProfile } from '@parley/contract/identity.ts'
import { listAudit } from '@parley/contract/operations.ts'
import { auditActs } from '@parley/contract/rules/audit/audit-acts.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Address } from '#base/address.ts'
import { useNow } from '#platform/time/clock.ts'
import { pageQueryOf } from '#platform/server/queries.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { titleOf } from '#platform/pages.ts'
import { Button } from '#ui/button/button.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { TableShape } from '#ui/table/table-shape.ts'
import { queryAt } from '#ui/table/table-address.ts'
import { useTableState, type TableState } from '#ui/table/use-table-state.ts'
import { columnsFor, rowFor } from './audit-cells.tsx'
import { instantsOf, rangeAt, useDayRange, type DayRange } from './audit-range.ts'
import { RangePicker, rangeText } from './range-picker.tsx'
import { useAuditFile } from './use-audit-file.ts'

type Filters = { action?: string[] }

const shape: TableShape<'at', 'action'> = {
  name: 'audit',
  noun: ['entry', 'entries'],
  searchLabel: 'Search person',
  sorts: [{ column: 'at', label: 'When' }],
  defaultOrder: ['at', 'DESC'],
  filters: [{ id: 'action', label: 'What', kind: 'choice', options: actOptions() }],
}

/** Two acts may have the same word; the subject tells them apart. */
function actOptions() {
  const subjects: Readonly<Record<string, string>> = {
    people: 'a person',
    organizations: 'an organization',
    sessions: 'a session',
  }
  return Object.entries(auditActs).map(([value, words]) => {
    const subject = subjects[value.split('.')[0] ?? '']
    const isWhole = subject === undefined || (words.includes(' ') && value !== 'sessions.undo')
    return { value, label: isWhole ? words : `${words} ${subject}` }
  })
}

/** The list's own filters, together with the days. */
const withRange = (
  { filters: chosen, ...query }: TableState<'at', Filters>['query'],
  range: DayRange,
  zone: string,
) => {
  const filters = { ...chosen, ...instantsOf(range, zone) }
  return { ...query, ...(Object.keys(filters).length > 0 && { filters }) }
}

/** The list's query at an address of the page. */
export const auditQueryAt = (address: Address, me: OwnProfile) =>
  pageQueryOf(listAudit, {
    query: withRange(queryAt<'at', Filters>(address, shape), rangeAt(address), zoneOf(me)),
  })

/** Lists who did what, to which subject, and the changes. */
export function AuditScreen({ me }: { me: OwnProfile }) {
  const state = useTableState<'at', Filters>(shape)
  const [range, setRange] = useDayRange()
  const now = useNow()
  const zone = zoneOf(me)
  const query = withRange(state.query, range, zone)
  const answer = useQuery(pageQueryOf(listAudit, { query }))
  const file = useAuditFile(query, answer.data)
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
          actions={
            <div className="flex flex-wrap gap-2">
              <RangePicker range={range} zone={zone} now={now} onChange={setRange} />
              <Button
                icon={<Download strokeWidth={1.75} />}
                isPending={file.isPending}
                onPress={() => file.mutate()}
              >
                Export CSV
              </Button>
            </div>
          }
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
                title: 'Nothing happened on these days',
                text: rangeText(range),
                action: (
                  <Button onPress={() => setRange({ from: undefined, until: undefined })}>Any time</Button>
                ),
              }
            : { title: 'Nothing yet', text: 'Changes and sign-ins are kept here.' }
        }
      />
    </>
  )
}
