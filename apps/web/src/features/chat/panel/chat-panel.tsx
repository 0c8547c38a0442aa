import { useEffect } from 'react'
import { useStore } from '#base/store.ts'
import { PlainButton } from '#ui/button/button.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { lastNumber } from '#features/chat/model/chat-log.ts'
import type { Chat, ChatFailure } from '#features/chat/model/chat-room.ts'
import { connectFailedText, loadFailedText } from '#features/chat/model/chat-words.ts'
import { ComposeBox } from './compose-box.tsx'
import { MessageList } from './message-list.tsx'

interface ChatPanelProps {
  chat: Chat
  zone: string
  /** Whether the person is the session's coach. */
  isCoach: boolean
  onDownload: (sid: string) => void
  /** Whether it is read again, outside of a call. */
  isReadOnly?: boolean
}

/** A session's chat: the messages and, while the call is open, the compose box. While mounted it counts as being read. */
export function ChatPanel({ chat, zone, isCoach, onDownload, isReadOnly = false }: ChatPanelProps) {
  const { log, isLoading, failure, abilities, draft, isOnlyHere } = useStore(chat)
  const last = lastNumber(log)
  useEffect(() => chat.markSeen(last), [chat, last])
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface text-body text-ink">
      {failure && <FailureBar failure={failure} onRetry={chat.connected} />}
      {isLoading && log.unsent.length === 0 ? (
        <div className="flex flex-1 flex-col justify-end gap-4 p-4">
          {!failure && [1, 2, 3].map((i) => <Skeleton key={i} className="h-14" />)}
        </div>
      ) : (
        <MessageList {...{ log, zone, isCoach, onDownload }} onRetry={chat.retry} onDrop={chat.drop} />
      )}
      {isOnlyHere && (
        <output className="block border-t border-line px-4 py-2 text-label text-yellow-ink">
          This device is out of storage. Keep this page open until your message is sent.
        </output>
      )}
      {!isReadOnly && (abilities.write || isLoading) && (
        <ComposeBox
          canSendFiles={abilities.sendFiles}
          text={draft?.body ?? ''}
          onText={chat.setDraft}
          onSend={chat.send}
          onFiles={(files) => {
            for (const file of files) chat.sendFile(file)
          }}
        />
      )}
    </div>
  )
}

const FailureBar = ({ failure, onRetry }: { failure: ChatFailure; onRetry: () => void }) => (
  <div
    role="alert"
    className="flex items-start gap-3 border-b border-red-line bg-red-soft px-4 py-2.5 text-label text-red-ink"
  >
    <p className="min-w-0 flex-1 wrap-anywhere">
      {failure.isAway ? connectFailedText(failure.message) : loadFailedText(failure.message)}
    </p>
    <PlainButton
      onPress={onRetry}
      className="min-h-7 shrink-0 cursor-pointer rounded-control px-1.5 font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
    >
      Try again
    </PlainButton>
  </div>
)
