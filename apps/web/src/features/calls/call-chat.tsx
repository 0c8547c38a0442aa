import { useEffect, useState, type ReactNode } from 'react'
import { useSlice } from '#base/slice.ts'
import { useStore } from '#base/store.ts'
import { ChatAnnouncer, ChatPanel, downloadFile, unreadOf, useChat } from '#features/chat/chat.ts'
import type { Call } from './room/call-room.ts'
import type { CallState } from './room/call-state.ts'
import type { CallSlots } from './stage/call-view.tsx'

interface CallChatProps {
  call: Call
  sessionId: string
  /** Unsent messages are kept under this id. */
  personId: string
  zone: string
  isCoach: boolean
  /** The secret of a client's link. */
  guest?: string
  children: (slots: CallSlots) => ReactNode
}

const connectionOf = ({ connection }: CallState) => connection

/** The chat of a running call: fetched at each connect and whenever the room hints at something new. */
export function CallChat({ call, sessionId, personId, zone, isCoach, guest, children }: CallChatProps) {
  const chat = useChat(sessionId, personId, guest)
  const connection = useSlice(call, connectionOf)
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
            {...{ chat, zone, isCoach }}
            onDownload={(sid) => void downloadFile(sessionId, sid, guest)}
          />
        ),
        chatUnread: unreadOf(log),
        onTab: (tab) => setIsOpen(tab === 'chat'),
      })}
    </>
  )
}
