import { readPresence } from '@parley/contract/calls/call-record.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import { windowOf } from '@parley/contract/rules/calls/presence.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '#platform/server/queries.ts'
import { PresenceLanes } from './presence-lanes.tsx'

interface SessionPresenceProps {
  me: OwnProfile
  session: Session
  now: number
  /** The session's planned time, which the lanes replace once the call is over. */
  plan: ReactNode
}

const askEveryMs = 30_000

/** On a session's page: its planned time, and who was in its call when. */
export function SessionPresence({ me, session, now, plan }: SessionPresenceProps) {
  const { from, until } = windowOf(session)
  const { data } = useQuery({
    ...queryOf(readPresence, { params: { id: session.id } }),
    enabled: now >= from,
    refetchInterval: now < until ? askEveryMs : false,
  })
  if (!data?.people.some(({ inRoom }) => inRoom.length > 0)) return plan
  const isOver = session.status !== 'Scheduled' || now > until
  return (
    <>
      {!isOver && plan}
      <section aria-labelledby="session-presence">
        <h2 id="session-presence" className="mb-4 border-b border-line-2 pb-2 text-large font-semibold">
          In the call
        </h2>
        <PresenceLanes {...{ me, session }} presence={data} showsChat />
      </section>
    </>
  )
}
