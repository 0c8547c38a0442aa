import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { dayText } from '#platform/time/dates.ts'
import { clockText, shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { Link } from '#ui/button/link.tsx'
import { Spinner } from '#ui/display/loading.tsx'
import { Cell } from '#ui/table/rows/cell.tsx'
import type { Column } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { ListAnswer } from '#ui/table/list-answer.ts'
import type { RowActs } from '#ui/table/rows/row.ts'
import type { TableState } from '#ui/table/use-table-state.ts'
import {
  NotBillableBadge,
  SessionFaces,
  coachNameOf,
  otherSideText,
  previewOf,
  sessionCard,
  sessionName,
  sessionShape,
  showsNotBillable,
  StatusBadge,
  useRowActs,
} from '#features/sessions/sessions.ts'
import { Section } from './section.tsx'

/** The same search, filters and sort orders as in Session Management. */
export const tableShape = (me: OwnProfile) => ({ ...sessionShape(me), name: 'dashboard-sessions' })

interface SessionsTableProps {
  me: OwnProfile
  now: number
  state: TableState
  answer: ListAnswer<Session>
  highlighted: ReadonlySet<string>
  onEdit: (id: string) => void
}

/** The sessions in the viewer's scope, with a link to all of them. */
export function SessionsTable({ me, now, state, answer, highlighted, onEdit }: SessionsTableProps) {
  const { rowActs, question, isSaving } = useRowActs(me, answer.data?.entries ?? [], onEdit)
  return (
    <Section title="Sessions" action={<Link to="/sessions">All sessions</Link>}>
      <DataTable
        label="Sessions in scope"
        state={state}
        answer={answer}
        columns={columnsFor(me, isSaving)}
        row={{
          key: ({ id }) => id,
          name: sessionName,
          href: previewOf,
          // The call that can be joined has its card above, so a row needs only its menu.
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

/** There is room for the menu only, so Undo is first in it. */
function withoutMain({ main, ...rest }: RowActs): RowActs {
  if (main?.id === 'saving') return { menu: [] }
  return main?.id === 'undo' ? { ...rest, menu: [main, ...rest.menu] } : rest
}

function columnsFor(me: OwnProfile, isSaving: (session: Session) => boolean): Column<Session>[] {
  const zone = zoneOf(me)
  const hasCoach = isAtLeast(me.privs, 'OrgAdmin')
  const isAdmin = isAtLeast(me.privs, 'Admin')
  const title: Column<Session> = {
    id: 'title',
    head: 'Title',
    sorts: ['title'],
    cell: (session) => (
      <Cell
        tone={isSaving(session) ? 'quiet' : 'strong'}
        {...(isAdmin && { second: session.organization.displayName })}
      >
        {session.title}
      </Cell>
    ),
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
          <span className="whitespace-nowrap">{dayText(zone, start_time)}</span>{' '}
          <span className="whitespace-nowrap">
            {clockText(zone, Date.parse(start_time))} {shortZoneName(zone, Date.parse(start_time))}
          </span>
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
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <StatusBadge status={session.status} />
        {showsNotBillable(me.privs, session) && <NotBillableBadge />}
        {isSaving(session) && <Spinner label="Saving" />}
      </span>
    ),
  }
  return [title, client, date, status]
}
