import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person } from '@parley/contract/people.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { useId, type ReactNode } from 'react'
import { Link } from '#ui/button/link.tsx'
import { LoadNote } from '#ui/page/load-failure.tsx'
import {
  atPresent,
  usePersonSessions,
  useSessionClock,
  useSessionsLive,
  useTurns,
} from '#features/sessions/sessions.ts'
import type { Kind } from '#features/people/form/person-values.ts'
import { PersonSession } from './person-session.tsx'
import { RowsSkeleton } from './person-skeleton.tsx'

interface PersonSessionsProps {
  kind: Kind
  person: Person
  me: OwnProfile
}

const none: Session[] = []

/** A few future and past sessions; the list has them all. */
export function PersonSessions({ kind, person, me }: PersonSessionsProps) {
  const next = usePersonSessions(person.id, 'next')
  const past = usePersonSessions(person.id, 'past')
  const now = useSessionClock(next.data ?? none)
  const rowsOf = ({ data = none, dataUpdatedAt }: typeof next) =>
    data.map((session) => atPresent(me, session, { askedAt: dataUpdatedAt, now }))
  const [ahead, behind] = [rowsOf(next), rowsOf(past)]
  const highlighted = useSessionsLive([...ahead, ...behind])
  useTurns([...ahead, ...behind], now)
  const row = (session: Session) => (
    <PersonSession
      key={session.id}
      {...{ kind, person, me, session, now }}
      isHighlighted={highlighted.has(session.id)}
    />
  )
  const hasAny = ahead.length + behind.length > 0
  return (
    <>
      <Part
        title="Next sessions"
        answer={next}
        empty="Nothing scheduled."
        action={hasAny && <AllSessions {...{ kind, person, me }} />}
      >
        {ahead.map(row)}
      </Part>
      <Part title="Past sessions" answer={past} empty="None so far.">
        {behind.map(row)}
      </Part>
    </>
  )
}

interface PartProps {
  title: string
  answer: ReturnType<typeof usePersonSessions>
  empty: string
  action?: ReactNode
  children: readonly ReactNode[]
}

function Part({ title, answer, empty, action, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="@container">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line-2 pb-2 pointer-coarse:[&>a]:-my-3 pointer-coarse:[&>a]:py-3">
        <h2 id={id} className="text-large font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {answer.data ? (
        children.length === 0 ? (
          <p className="py-3 text-ink-3">{empty}</p>
        ) : (
          <ul aria-labelledby={id}>{children}</ul>
        )
      ) : answer.isError ? (
        <LoadNote what="The sessions" isRetrying={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : (
        <div aria-busy="true">
          <span className="sr-only">Loading</span>
          <RowsSkeleton />
        </div>
      )}
    </section>
  )
}

/** The list filtered to this person. Only OrgAdmin and above can filter by a coach's name. */
function AllSessions({ kind, person, me }: PersonSessionsProps) {
  if (kind === 'coach' && !isAtLeast(me.privs, 'OrgAdmin')) return null
  const name = `${person.first_name} ${person.last_name}`.trim()
  return (
    <Link to="/sessions" search={{ filters: { [kind === 'client' ? 'client_name' : 'coach_name']: [name] } }}>
      All sessions
    </Link>
  )
}
