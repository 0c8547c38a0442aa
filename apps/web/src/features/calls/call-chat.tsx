import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from '#base/store.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { ChatAnnouncer, ChatPanel, downloadFile, unreadOf, useChat } from '#features/chat/chat.ts'
import type { Call } from './room/call-room.ts'
import type { CallSlots } from './stage/call-view.tsx'

interface CallChatProps {
  call: Call
  session: Session
  me: OwnProfile
  children: (slots: CallSlots) => ReactNode
}

/** The chat of a running call: fetched at each connect, looked at when the room says that there is something. */
export function CallChat({ call, session, me, children }: CallChatProps) {
  const chat = useChat(session.id, me.id)
  const { connection } = useStore(call)
  const { log } = useStore(chat)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (connection === 'connected') chat.connected()
  }, [chat, connection])
  useEffect(
    () =>
      call.onHint((topic) => {
        if (topic === 'chat') chat.look()
      }),
    [call, chat],
  )
  return (
    <>
      <ChatAnnouncer chat={chat} isOpen={isOpen} />
      {children({
        chat: (
          <ChatPanel
            chat={chat}
            zone={zoneOf(me)}
            isCoach={session.coach_id === me.id}
            onDownload={(sid) => void downloadFile(session.id, sid)}
          />
        ),
        chatUnread: unreadOf(log),
        onTab: (tab) => setIsOpen(tab === 'chat'),
      })}
    </>
  )
}
