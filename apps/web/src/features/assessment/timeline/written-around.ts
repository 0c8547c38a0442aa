import type { ChatMessage } from '@parley/contract/chat.ts'

const beforeMs = 2 * 60_000
const afterMs = 60_000

/** The messages from two minutes before an instant to one minute after it. */
export const writtenAround = (messages: readonly ChatMessage[], at: number): ChatMessage[] =>
  messages.filter(({ dateCreated }) => {
    const written = Date.parse(dateCreated)
    return written >= at - beforeMs && written <= at + afterMs
  })
