import { useEffect, useEffectEvent } from 'react'
import { useOpened } from '#base/use-opened.ts'
import { useNotice } from '#platform/live/notices.ts'
import { reportError } from '#platform/server/report-error.ts'
import { chatServer, failureOf, fileAddressOf } from '#features/chat/model/chat-server.ts'
import { keptChat } from '#features/chat/model/kept-chats.ts'
import { openChat, type Chat } from '#features/chat/model/chat-room.ts'
import { toast } from '#ui/overlay/toast.ts'

/** A session's chat for the person who is signed in, or by a client's link. It closes with the screen. */
export const useChat = (sessionId: string, personId: string, guest?: string): Chat =>
  useOpenChat(sessionId, () =>
    openChat({
      server: chatServer(sessionId, guest),
      kept: keptChat(sessionId, personId),
    }),
  )

/** The same for an extract that is only read: it ignores unsent texts and how far the person has read. */
export const useChatToRead = (sessionId: string): Chat =>
  useOpenChat(sessionId, () =>
    openChat({ server: chatServer(sessionId), kept: { read: () => null, write: () => true } }),
  )

function useOpenChat(sessionId: string, open: () => Chat): Chat {
  const chat = useOpened(open)
  useEffect(() => chat.connected(), [chat])
  const onOnline = useEffectEvent(() => chat.connected())
  useEffect(() => {
    const again = () => onOnline()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  useNotice((notice) => {
    if (notice.kind === 'chat' && notice.id === sessionId) chat.look()
  })
  return chat
}

/** Saves a file of the chat. The press requests its address, which is valid for a minute. */
export async function downloadFile(sessionId: string, sid: string, guest?: string): Promise<void> {
  try {
    const { url, filename } = await fileAddressOf(sessionId, sid, guest)
    const link = document.createElement('a')
    // Only the path, so that the origin is this page's: only then does the browser save the file without leaving the page.
    link.href = new URL(url).pathname
    link.download = filename
    link.click()
  } catch (error) {
    if (!failureOf(error).isAway) reportError(error)
    toast.error('Error downloading file', failureOf(error).message)
  }
}
