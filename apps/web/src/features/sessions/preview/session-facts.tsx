import type { OwnProfile } from '@parley/contract/identity.ts'
import { sessionDetails, type SessionDetails } from '@parley/contract/sessions/session-details.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePollMs } from '#platform/live/channel.ts'
import { queryOf } from '#platform/server/queries.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Link } from '#ui/button/link.tsx'
import { LoadNote } from '#ui/page/load-failure.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { countText } from '#ui/display/amount-text.ts'
import { lengthText } from '#features/sessions/words/countdown.ts'
import { clientOf } from '#features/sessions/words/session-words.ts'
import { ClientLink } from './client-link.tsx'
import { remindersText, shortDayText } from './moment-text.ts'

/** The session's people, and how it is set up. */
export function SessionFacts({ me, session, now }: { me: OwnProfile; session: Session; now: number }) {
  const details = useQuery({
    ...queryOf(sessionDetails, { params: { id: session.id } }),
    refetchInterval: usePollMs(),
  })
  const client = clientOf(session)
  const minutes = (Date.parse(session.end_time) - Date.parse(session.start_time)) / 60_000
  return (
    <section aria-labelledby="session-details" className="@container">
      <h2 id="session-details" className="border-b border-line-2 pb-2 text-large font-semibold">
        Details
      </h2>
      <dl className="grid grid-cols-1 gap-x-12 @2xl:grid-cols-2">
        <Fact label="Coach">
          {session.coach.map((coach) => (
            <PersonLine key={coach.id} person={{ ...coach, username: '' }} />
          ))}
        </Fact>
        <Fact label={client ? 'Client' : 'Participants'}>
          {session.participants.map((person) => (
            <PersonLine key={person.id} person={person} />
          ))}
        </Fact>
        <Fact label="Length">{lengthText(minutes)}</Fact>
        <Fact label="Instances">{session.use_server ? session.instance_count : 'None started'}</Fact>
        {isAtLeast(me.privs, 'Admin') && <Fact label="Organization">{session.organization.displayName}</Fact>}
        {details.data && <MoreFacts {...{ me, session, now }} details={details.data} />}
        {details.isPending && (
          <Fact label="Reminders">
            <Skeleton className="h-5 w-40" />
          </Fact>
        )}
      </dl>
      {details.isLoadingError && (
        <LoadNote
          what="The link, the reminders and the last time"
          isRetrying={details.isFetching}
          onRetry={() => void details.refetch()}
        />
      )}
    </section>
  )
}

interface MoreFactsProps {
  me: OwnProfile
  session: Session
  now: number
  details: SessionDetails
}

/** The client's link, the reminders, the last session, and the number of messages. */
function MoreFacts({ me, session, now, details: { link, reminders, lastTime, messages } }: MoreFactsProps) {
  const zone = zoneOf(me)
  return (
    <>
      {link && (
        <Fact label="Client's link">
          <ClientLink {...{ zone, session, now, link }} />
        </Fact>
      )}
      <Fact label="Reminders">
        <span className="font-figures">{remindersText(zone, reminders, now)}</span>
      </Fact>
      {lastTime && (
        <Fact label="Last time">
          <Link to="/session/$sessionId/preview" params={{ sessionId: lastTime.id }}>
            {`${shortDayText(zone, Date.parse(lastTime.start_time), now)}, ${lastTime.title}`}
          </Link>
        </Fact>
      )}
      {messages > 0 && (
        <Fact label="Chat">
          <span className="font-figures">{countText(messages, 'message')}</span>
        </Fact>
      )}
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 gap-4 border-b border-line py-2.5">
    <dt className="w-22 shrink-0 pt-px text-label text-ink-2">{label}</dt>
    <dd className="flex min-w-0 flex-1 flex-col gap-1.5 wrap-anywhere">{children}</dd>
  </div>
)

const PersonLine = ({ person }: { person: Parameters<typeof Avatar>[0]['person'] }) => (
  <span className="flex min-w-0 items-center gap-2">
    <Avatar person={person} size={22} />
    <span className="min-w-0">{nameOf(person)}</span>
  </span>
)
