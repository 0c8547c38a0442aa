import type { OwnProfile } from '@parley/contract/identity.ts'
import type { listSessions, Session } from '@parley/contract/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import type { Answered } from '@parley/contract/route.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { instantText } from '#platform/time/dates.ts'
import { shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { Link } from '#ui/button/link.tsx'
import { Spinner } from '#ui/display/spinner.tsx'
import { Cell } from '#ui/table/rows/cell.tsx'
import type { Column } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { RowActs } from '#ui/table/rows/row.ts'
import type { TableShape } from '#ui/table/table-shape.ts'
import type { TableState } from '#ui/table/use-table-state.ts'
import {
  SessionFaces,
  coachNameOf,
  otherSideText,
  previewOf,
  sessionCard,
  sessionName,
  StatusBadge,
  useRowActs,
} from '#features/sessions/sessions.ts'
import { Section } from './section.tsx'

export type DashboardColumn = 'title' | 'client_name' | 'start_time' | 'status'

/** A short list: no search and no filters, which Session Management has. */
export const tableShape: TableShape<DashboardColumn, never> = {
  name: 'dashboard-sessions',
  noun: ['session', 'sessions'],
  sorts: [
    { column: 'title', label: 'Title' },
    { column: 'client_name', label: 'Client' },
    { column: 'start_time', label: 'Date' },
    { column: 'status', label: 'Status' },
  ],
  defaultOrder: ['start_time', 'DESC'],
  filters: [],
  pageSize: 5,
}

interface SessionsTableProps {
  me: OwnProfile
  now: number
  state: TableState
  answer: UseQueryResult<Answered<typeof listSessions>>
  highlighted: ReadonlySet<string>
  onEdit: (id: string) => void
}

/** The sessions of the viewer's scope, with the way to all of them. */
export function SessionsTable({ me, now, state, answer, highlighted, onEdit }: SessionsTableProps) {
  const { rowActs, question, isSaving } = useRowActs(me, onEdit)
  return (
    <Section title="Sessions" action={<Link to="/sessions">All sessions</Link>}>
      <DataTable
        label="Sessions in scope"
        toolbar="none"
        state={state}
        answer={answer}
        columns={columnsFor(me, isSaving)}
        row={{
          key: ({ id }) => id,
          name: sessionName,
          href: previewOf,
          // The call that can be joined has its card above: a row needs its menu alone.
          acts: (session) => withoutMain(rowActs(session)),
          card: (session) => sessionCard(session, { me, now, isSaving }),
        }}
        highlighted={highlighted}
        empty={{ title: 'No sessions yet', text: 'Scheduled sessions show here.' }}
      />
      {question}
    </Section>
  )
}

const withoutMain = ({ main, ...rest }: RowActs): RowActs => (main?.id === 'saving' ? { menu: [] } : rest)

function columnsFor(me: OwnProfile, isSaving: (session: Session) => boolean): Column<Session>[] {
  const zone = zoneOf(me)
  const hasCoach = isAtLeast(me.privs, 'OrgAdmin')
  const title: Column<Session> = {
    id: 'title',
    head: 'Title',
    sorts: ['title'],
    cell: (session) => <Cell tone={isSaving(session) ? 'quiet' : 'strong'}>{session.title}</Cell>,
  }
  const client: Column<Session> = {
    id: 'client',
    head: 'Client',
    sorts: ['client_name'],
    skeleton: 'person',
    cell: (session) => (
      <Cell
        lead={<SessionFaces session={session} />}
        tone="strong"
        {...(hasCoach && { second: `with ${coachNameOf(session)}` })}
      >
        {otherSideText(session)}
      </Cell>
    ),
  }
  const date: Column<Session> = {
    id: 'date',
    head: 'Date',
    sorts: ['start_time'],
    // The day, and below it the time.
    width: '8.5rem',
    cell: ({ start_time }) => (
      <Cell lines={2}>
        <span className="font-figures">
          {instantText(zone, start_time)} {shortZoneName(zone, Date.parse(start_time))}
        </span>
      </Cell>
    ),
  }
  const status: Column<Session> = {
    id: 'status',
    head: 'Status',
    sorts: ['status'],
    width: '7.5rem',
    skeleton: 'badge',
    cell: (session) => (
      <span className="flex items-center gap-2">
        <span className={isSaving(session) ? 'opacity-65' : ''}>
          <StatusBadge status={session.status} />
        </span>
        {isSaving(session) && <Spinner label="Saving" />}
      </span>
    ),
  }
  return [title, client, date, status]
}
