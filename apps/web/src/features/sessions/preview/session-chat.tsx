import type { OwnProfile } from '@parley/contract/identity.ts'
import { sessionDetails } from '@parley/contract/sessions/session-details.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { isOrgType } from '@parley/contract/rules/sessions/sessions.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#platform/server/queries.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { ChatPanel, downloadFile, useChat } from '#features/chat/chat.ts'

interface SessionChatProps {
  me: OwnProfile
  session: Session
}

/** The call's chat, read-only, for the people to whom it belongs. Others see the number of messages, in the details. */
export function SessionChat({ me, session }: SessionChatProps) {
  const { data } = useQuery(queryOf(sessionDetails, { params: { id: session.id } }))
  const isTheirs =
    session.coach_id === me.id || (isOrgType(session) && session.participants.some(({ id }) => id === me.id))
  if (!isTheirs || !data || data.messages === 0) return null
  return <Reading me={me} session={session} />
}

function Reading({ me, session }: SessionChatProps) {
  const chat = useChat(session.id, me.id)
  return (
    <section aria-labelledby="session-chat">
      <h2 id="session-chat" className="border-b border-line-2 pb-2 text-large font-semibold">
        Chat
      </h2>
      <div className="mt-3 h-96 overflow-hidden rounded-panel border border-line-2">
        <ChatPanel
          isReadOnly
          chat={chat}
          zone={zoneOf(me)}
          isCoach={session.coach_id === me.id}
          onDownload={(sid) => void downloadFile(session.id, sid)}
        />
      </div>
    </section>
  )
}
