import '@fontsource-variable/literata/index.css'
import { useLayoutEffect, useRef } from 'react'
import { clockText } from '#platform/time/time-zone.ts'
import { PlainButton } from '#ui/button/button.tsx'
import { groupsOf, type ChatGroup, type ChatLine } from '#features/chat/model/chat-groups.ts'
import type { ChatLog } from '#features/chat/model/chat-log.ts'
import { SendingFile, StoredFile } from './file-row.tsx'

export interface LineActs {
  onRetry: (clientId: string) => void
  onDrop: (clientId: string) => void
  onDownload: (sid: string) => void
}

interface MessageListProps extends LineActs {
  log: ChatLog
  zone: string
  /** The lane of the person's own messages until the server has stored them. */
  isCoach: boolean
}

/** The messages, oldest first, each person in their lane. The list stays at its end while the person reads there. */
export function MessageList({ log, zone, isCoach, ...acts }: MessageListProps) {
  const groups = groupsOf(log, { isCoach })
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const count = log.messages.length + log.unsent.length
  useLayoutEffect(() => {
    const { current } = box
    if (count > 0 && current && isAtEnd.current) current.scrollTop = current.scrollHeight
  }, [count])
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return undefined
    // A phone's keyboard or a smaller window makes the list lower, and no scroll tells of it.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      // Focusable so that the keyboard can scroll it, even if nothing in it can be pressed.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label="Messages"
      role="log"
      // The call's own announcer announces messages, at its own pace.
      aria-live="off"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40
      }}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-4 py-4 outline-offset-[-2px]"
    >
      {groups.length === 0 && <p className="m-auto text-label text-ink-3">No messages yet.</p>}
      <ol className="mt-auto flex flex-col gap-4">
        {groups.map((group) => (
          <Group key={group.key} {...{ group, zone, acts }} />
        ))}
      </ol>
    </div>
  )
}

const Group = ({ group, zone, acts }: { group: ChatGroup; zone: string; acts: LineActs }) => (
  <li
    data-lane={group.isCoach ? 'coach' : 'client'}
    className={`flex flex-col gap-1 border-l-3 pl-3 ${group.isCoach ? 'border-lane-coach' : 'border-lane-client'}`}
  >
    <p className="flex items-baseline gap-2 text-label">
      <span dir="auto" className="min-w-0 truncate font-semibold text-ink">
        {group.author}
      </span>
      <time
        dateTime={new Date(group.at).toISOString()}
        className="shrink-0 font-figures text-small text-ink-3"
      >
        {clockText(zone, group.at)}
      </time>
      {group.mark && (
        <span
          className={`ml-auto shrink-0 text-small ${group.mark === 'Not sent' ? 'font-semibold text-red-ink' : 'text-ink-3'}`}
        >
          {group.mark}
        </span>
      )}
    </p>
    {group.lines.map((line) => (
      <Line key={line.kind === 'stored' ? line.message.sid : line.unsent.clientId} {...{ line, acts }} />
    ))}
  </li>
)

function Line({ line, acts }: { line: ChatLine; acts: LineActs }) {
  if (line.kind === 'stored') {
    const { sid, type, body, media } = line.message
    if (type === 'erased') return <p className="text-label text-ink-3">This message was erased.</p>
    return media ? <StoredFile {...media} onDownload={() => acts.onDownload(sid)} /> : <Words>{body}</Words>
  }
  const { unsent } = line
  const [onRetry, onDrop] = [() => acts.onRetry(unsent.clientId), () => acts.onDrop(unsent.clientId)]
  if (unsent.kind === 'file') return <SendingFile file={unsent} {...{ onRetry, onDrop }} />
  return (
    <>
      <Words>{unsent.body}</Words>
      {unsent.state === 'failed' && (
        <p className="flex gap-2 text-label">
          <TextAct onPress={onRetry}>Retry</TextAct>
          <TextAct onPress={onDrop}>Discard</TextAct>
        </p>
      )}
    </>
  )
}

/** A person's words: in the voice typeface, with line breaks kept and their own reading direction. */
const Words = ({ children }: { children: string }) => (
  <p dir="auto" className="font-voice text-large wrap-anywhere whitespace-pre-wrap text-ink">
    {children}
  </p>
)

const TextAct = ({ onPress, children }: { onPress: () => void; children: string }) => (
  <PlainButton
    onPress={onPress}
    className="min-h-7 cursor-pointer rounded-control px-1.5 font-semibold text-accent-ink underline-offset-2 hover:underline pointer-coarse:min-h-11"
  >
    {children}
  </PlainButton>
)
