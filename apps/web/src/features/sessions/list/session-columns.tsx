import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { startsSoon } from '@parley/contract/rules/sessions/phases.ts'
import { isOrgType } from '@parley/contract/rules/sessions/sessions.ts'
import { User, Users } from 'lucide-react'
import { dayText } from '#platform/time/dates.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Spinner } from '#ui/display/loading.tsx'
import { Cell } from '#ui/table/rows/cell.tsx'
import type { Column } from '#ui/table/columns.ts'
import type { CardParts } from '#ui/table/rows/row.ts'
import {
  NotBillableBadge,
  SessionFaces,
  StatusBadge,
  WaitingMark,
} from '#features/sessions/words/session-badges.tsx'
import {
  clientOf,
  coachNameOf,
  otherSideText,
  showsNotBillable,
  startsInText,
  typeText,
  zonedRangeText,
} from '#features/sessions/words/session-words.ts'

/** Context for rendering the rows. */
export interface SessionRowOptions {
  me: OwnProfile
  now: number
  /** Whether a change of the session is under way: the row is dimmed and marked. */
  isSaving: (session: Session) => boolean
  /** Whether somebody is in the waiting room of its call. */
  isWaiting?: (session: Session) => boolean
}

const grouped = { group: 'Grouped' }
const single = { group: 'Each on its own', isHidden: true }

/** A small tile that shows whether the session is of type Individual or Org. */
function TypeTile({ session }: { session: Session }) {
  const Icon = isOrgType(session) ? Users : User
  return (
    <span className="flex size-7 shrink-0 items-center justify-center rounded-control bg-sunken text-ink-3">
      <Icon className="size-3.5" strokeWidth={1.75} />
    </span>
  )
}

/**
 * The line below the title: the session type or, if it starts soon, a countdown, and the billing badge that only admins
 * see.
 */
function Facts({ session, options: { me, now } }: { session: Session; options: SessionRowOptions }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {startsSoon(session, now) ? (
        <span className="truncate font-semibold text-accent-ink">{startsInText(session, now)}</span>
      ) : (
        <span className="truncate">{typeText(session)}</span>
      )}
      {showsNotBillable(me.privs, session) && <NotBillableBadge />}
    </span>
  )
}

const sessionColumn = (options: SessionRowOptions): Column<Session> => ({
  id: 'session',
  head: 'Session',
  sorts: ['title'],
  skeleton: 'person',
  menu: { ...grouped, label: 'Session (card and title)' },
  cell: (session) => (
    <Cell
      // A narrow list needs the room for the title, and the line below says the type.
      lead={
        <span className="@max-4xl:hidden">
          <TypeTile session={session} />
        </span>
      }
      tone={options.isSaving(session) ? 'quiet' : 'strong'}
      second={<Facts session={session} options={options} />}
    >
      {session.title}
    </Cell>
  ),
})

const dateColumn = ({ me }: SessionRowOptions): Column<Session> => ({
  id: 'date',
  head: 'Date',
  sorts: ['start_time'],
  width: '10.5rem',
  menu: grouped,
  cell: ({ start_time, end_time }) => {
    const zone = zoneOf(me)
    return (
      <Cell
        tone="strong"
        second={
          <span className="font-figures">
            {zonedRangeText(zone, Date.parse(start_time), Date.parse(end_time))}
          </span>
        }
      >
        <span className="font-figures">{dayText(zone, start_time)}</span>
      </Cell>
    )
  },
})

const clientColumn = ({ isWaiting }: SessionRowOptions): Column<Session> => ({
  id: 'client',
  head: 'Client',
  sorts: ['client_name', 'client_username', 'client_first_name', 'client_last_name'],
  skeleton: 'person',
  menu: { ...grouped, label: 'Client (name and username)' },
  cell: (session) => {
    const client = clientOf(session)
    return (
      <Cell
        lead={<SessionFaces session={session} />}
        tone="strong"
        second={client ? client.username : 'Org session'}
      >
        {otherSideText(session)} {isWaiting?.(session) && <WaitingMark />}
      </Cell>
    )
  },
})

const coachColumn: Column<Session> = {
  id: 'coach',
  head: 'Coach',
  sorts: ['coach_name', 'coach_first_name', 'coach_last_name'],
  width: '12%',
  from: 'wide',
  menu: grouped,
  cell: (session) => <Cell lines={2}>{coachNameOf(session)}</Cell>,
}

const organizationColumn: Column<Session> = {
  id: 'organization',
  head: 'Organization',
  sorts: ['organization'],
  width: '14%',
  from: 'wide',
  menu: grouped,
  cell: ({ organization }) => <Cell lines={2}>{organization.displayName}</Cell>,
}

const statusColumn = ({ isSaving }: SessionRowOptions): Column<Session> => ({
  id: 'status',
  head: 'Status',
  sorts: ['status'],
  width: '7.75rem',
  skeleton: 'badge',
  menu: grouped,
  cell: (session) => (
    <span className="flex items-center gap-2">
      <StatusBadge status={session.status} />
      {isSaving(session) && <Spinner label="Saving" />}
    </span>
  ),
})

type Text = (session: Session) => string | undefined

/** One fact in a column of its own, hidden by default. */
const factColumn = (
  id: string,
  head: string,
  text: Text,
  more: Partial<Column<Session>> = {},
): Column<Session> => ({
  id,
  head,
  width: '9%',
  menu: single,
  cell: (session) => <Cell>{text(session) ?? '–'}</Cell>,
  ...more,
})

const clientFacts: Column<Session>[] = [
  factColumn('client_name', 'Client name', (session) => clientOf(session) && otherSideText(session), {
    sorts: ['client_name'],
  }),
  factColumn('client_username', 'Client username', (session) => clientOf(session)?.username, {
    sorts: ['client_username'],
  }),
  factColumn('client_first_name', 'First name', (session) => clientOf(session)?.first_name, {
    sorts: ['client_first_name'],
  }),
  factColumn('client_last_name', 'Last name', (session) => clientOf(session)?.last_name, {
    sorts: ['client_last_name'],
  }),
]

const coachFacts: Column<Session>[] = [
  factColumn('coach_name', 'Coach name', coachNameOf, { sorts: ['coach_name'] }),
  factColumn('coach_first_name', 'Coach first name', ({ coach }) => coach[0]?.first_name, {
    sorts: ['coach_first_name'],
  }),
  factColumn('coach_last_name', 'Coach last name', ({ coach }) => coach[0]?.last_name, {
    sorts: ['coach_last_name'],
  }),
]

/** Coach names are for OrgAdmin and above, organizations for Admin and above (docs/rules.md §3). */
export function sessionColumnsFor(options: SessionRowOptions): Column<Session>[] {
  const { privs } = options.me
  const isOrgAdmin = isAtLeast(privs, 'OrgAdmin')
  return [
    sessionColumn(options),
    dateColumn(options),
    clientColumn(options),
    ...(isOrgAdmin ? [coachColumn] : []),
    ...(isAtLeast(privs, 'Admin') ? [organizationColumn] : []),
    statusColumn(options),
    factColumn('card', 'Card', typeText, {
      width: '4rem',
      cell: (session) => (
        <>
          <TypeTile session={session} />
          <span className="sr-only">{typeText(session)}</span>
        </>
      ),
    }),
    factColumn('title', 'Title', ({ title }) => title, { sorts: ['title'], width: '14%' }),
    ...clientFacts,
    ...(isOrgAdmin ? coachFacts : []),
  ]
}

/** The same row as a card on a small screen. */
export function sessionCard(session: Session, options: SessionRowOptions): CardParts {
  const { me, now, isSaving } = options
  const isWaiting = options.isWaiting?.(session) === true
  const zone = zoneOf(me)
  const [start, end] = [Date.parse(session.start_time), Date.parse(session.end_time)]
  const coach = isAtLeast(me.privs, 'OrgAdmin') ? coachNameOf(session) : ''
  const place = isAtLeast(me.privs, 'Admin') ? session.organization.displayName : ''
  const isSoon = startsSoon(session, now)
  const isNotBillable = showsNotBillable(me.privs, session)
  return {
    above: (
      <span className="font-figures text-ink-2">
        <span className="text-ink">{shortDay(zone, start, now)}</span> {zonedRangeText(zone, start, end)}
      </span>
    ),
    badge: (
      <span className="flex items-center gap-2">
        {isSaving(session) && <Spinner label="Saving" />}
        <StatusBadge status={session.status} />
      </span>
    ),
    lead: <SessionFaces session={session} />,
    title: session.title,
    lines: [
      [otherSideText(session), coach].filter(Boolean).join(' · '),
      ...(place === ''
        ? []
        : [
            <span key="place" className="text-ink-3">
              {place}
            </span>,
          ]),
    ],
    ...((isWaiting || isSoon || isNotBillable) && {
      below: (
        <>
          {isWaiting && <WaitingMark />}
          {isSoon && (
            <span className="text-label font-semibold text-accent-ink">{startsInText(session, now)}</span>
          )}
          {isNotBillable && <NotBillableBadge />}
        </>
      ),
    }),
  }
}

/** 'Nov 16', with the year if it is not the current one. */
function shortDay(zone: string, at: number, now: number): string {
  const [day, year] = dayText(zone, at).split(', ')
  return year === dayText(zone, now).split(', ')[1] ? (day ?? '') : `${day}, ${year}`
}

/** Names a row's buttons: 'First conversation, Kwame Boateng'. */
export const sessionName = (session: Session): string => `${session.title}, ${otherSideText(session)}`
