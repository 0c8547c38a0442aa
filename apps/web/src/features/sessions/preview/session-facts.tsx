import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import type { ReactNode } from 'react'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { lengthText } from '#features/sessions/list/countdown.ts'
import { clientOf } from '#features/sessions/list/session-words.ts'

/** Who is in it, and how it is set up. */
export function SessionFacts({ me, session }: { me: OwnProfile; session: Session }) {
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
      </dl>
    </section>
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
