import type { ChatMessage } from '@parley/contract/chat.ts'
import { useId } from 'react'
import { useStore } from '#base/store.ts'
import { PlainButton } from '#ui/button/button.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { downloadFile, MessageList, useChatToRead } from '#features/chat/chat.ts'

interface ChatAtProps {
  sessionId: string
  zone: string
  at: number
}

/** The chat messages around a moment of the call. */
export function ChatAt({ sessionId, zone, at }: ChatAtProps) {
  const chat = useChatToRead(sessionId)
  const { log, isLoading, failure } = useStore(chat)
  const messages = writtenAround(log.messages, at)
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 py-2.5">
      <h3 id={id} className="font-semibold">
        Chat at this time
      </h3>
      {isLoading && !failure && <Skeleton className="mt-3 h-14" />}
      {failure && (
        <p className="mt-2 text-label text-ink-2">
          The chat couldn't be loaded.{' '}
          <PlainButton
            onPress={chat.connected}
            className="min-h-6 cursor-pointer rounded-control font-semibold text-accent-ink underline underline-offset-2 pointer-coarse:min-h-11"
          >
            Try again
          </PlainButton>
        </p>
      )}
      {!isLoading && messages.length === 0 && (
        <p className="mt-2 text-label text-ink-2">Nothing was written around this time.</p>
      )}
      {messages.length > 0 && (
        // Cancels the list's own margin, which it needs only inside a frame.
        <div className="-mx-4 -mb-4">
          <MessageList
            log={{ messages, unsent: [], seen: 0 }}
            {...{ zone }}
            // Only the coach reads this, and each stored message says whose it is.
            isCoach
            onRetry={chat.retry}
            onDrop={chat.drop}
            onDownload={(sid) => void downloadFile(sessionId, sid)}
          />
        </div>
      )}
    </section>
  )
}

const beforeMs = 2 * 60_000
const afterMs = 60_000

/** The messages from two minutes before an instant to one minute after it. */
export const writtenAround = (messages: readonly ChatMessage[], at: number): ChatMessage[] =>
  messages.filter(({ dateCreated }) => {
    const written = Date.parse(dateCreated)
    return written >= at - beforeMs && written <= at + afterMs
  })
