import type { ChatMessage } from '@parley/contract/chat.ts'
import type { ChatLog, Unsent } from './chat-log.ts'

export type ChatLine = { kind: 'stored'; message: ChatMessage } | { kind: 'unsent'; unsent: Unsent }

/** A group's state, at the right of its head. A stored group has none. */
export type ChatMark = 'Sending…' | 'Not sent' | 'Waiting for connection'

/** Consecutive lines of one person, under one name and time. */
export interface ChatGroup {
  key: string
  author: string
  isCoach: boolean
  at: number
  mark: ChatMark | undefined
  lines: ChatLine[]
}

/** After this long the name and the time are shown again. */
const togetherMs = 5 * 60_000

interface Author {
  isCoach: boolean
}

export function groupsOf({ messages, unsent }: ChatLog, me: Author): ChatGroup[] {
  const groups: ChatGroup[] = []
  const add = (group: Omit<ChatGroup, 'lines'>, line: ChatLine) => {
    const last = groups.at(-1)
    const isSame =
      last !== undefined &&
      last.author === group.author &&
      last.isCoach === group.isCoach &&
      last.mark === group.mark &&
      group.at - last.at < togetherMs
    if (isSame) last.lines.push(line)
    else groups.push({ ...group, lines: [line] })
  }
  for (const message of messages)
    add(
      {
        key: message.sid,
        author: message.isOwn ? 'You' : message.author,
        isCoach: message.isCoach,
        at: Date.parse(message.dateCreated),
        mark: undefined,
      },
      { kind: 'stored', message },
    )
  for (const one of unsent)
    add(
      { key: one.clientId, author: 'You', isCoach: me.isCoach, at: one.at, mark: markOf(one) },
      { kind: 'unsent', unsent: one },
    )
  return groups
}

function markOf({ state }: Unsent): ChatMark {
  if (state === 'sending') return 'Sending…'
  return state === 'waiting' ? 'Waiting for connection' : 'Not sent'
}
