import type { ChatMessage } from '@parley/contract/chat.ts'

/** What somebody wrote and what is not stored yet. */
export interface UnsentText {
  kind: 'text'
  clientId: string
  at: number
  body: string
  /** `waiting`: nothing answers, it is tried again by itself. `failed`: it was refused, or given up. */
  state: 'sending' | 'waiting' | 'failed'
}

export interface UnsentFile {
  kind: 'file'
  clientId: string
  at: number
  filename: string
  size: number
  /** So much of it has gone out. */
  sent: number
  secondsLeft: number | undefined
  /** `too-large`: it never can be sent. */
  state: 'sending' | 'waiting' | 'failed' | 'too-large'
}

export type Unsent = UnsentText | UnsentFile

/** A chat as one browser knows it. */
export interface ChatLog {
  /** In the order of their numbers, without a gap. */
  messages: readonly ChatMessage[]
  /** In the order of writing. */
  unsent: readonly Unsent[]
  /** The number of the last message that was shown to the person. */
  seen: number
}

export const emptyLog: ChatLog = { messages: [], unsent: [], seen: 0 }

export const lastNumber = ({ messages }: ChatLog): number => messages.at(-1)?.number ?? 0

/**
 * Takes in what the server gave, however often and in whatever order it comes. What would leave a gap is not taken: it comes
 * again with what lies before it.
 */
export function withMessages(log: ChatLog, come: readonly ChatMessage[]): ChatLog {
  const messages = [...log.messages]
  for (const message of come.toSorted((a, b) => a.number - b.number))
    if (message.number === (messages.at(-1)?.number ?? 0) + 1) messages.push(message)
  // Without news the log is the same one: nothing is drawn anew.
  if (messages.length === log.messages.length && !isStored(log.unsent, come)) return log
  const stored = new Set(
    [...messages, ...come].filter(({ isOwn }) => isOwn).map(({ client_id }) => client_id),
  )
  return { ...log, messages, unsent: log.unsent.filter(({ clientId }) => !stored.has(clientId)) }
}

const isStored = (unsent: readonly Unsent[], come: readonly ChatMessage[]): boolean =>
  come.some(({ isOwn, client_id }) => isOwn && unsent.some(({ clientId }) => clientId === client_id))

export const withUnsent = (log: ChatLog, one: Unsent): ChatLog => ({ ...log, unsent: [...log.unsent, one] })

export const without = (log: ChatLog, clientId: string): ChatLog => ({
  ...log,
  unsent: log.unsent.filter((one) => one.clientId !== clientId),
})

export const changed = (log: ChatLog, clientId: string, change: Partial<UnsentFile>): ChatLog => ({
  ...log,
  // What a file has more than a text is changed of files alone.
  unsent: log.unsent.map((one) => (one.clientId === clientId ? ({ ...one, ...change } as Unsent) : one)),
})

/** It was shown up to that number. */
export const withSeen = (log: ChatLog, number: number): ChatLog =>
  number <= log.seen ? log : { ...log, seen: number }

/** What others wrote and the person has not been shown. */
export const unreadOf = ({ messages, seen }: ChatLog): number =>
  messages.filter(({ number, isOwn }) => number > seen && !isOwn).length

/** Words that were begun and not sent. */
export interface Draft {
  body: string
  at: number
}

/** What outlives a reload: words that are not stored yet, and how far the person had read. Files cannot be kept. */
interface Kept {
  /** When it was written last. */
  at: number
  seen: number
  unsent: Pick<UnsentText, 'clientId' | 'at' | 'body'>[]
  draft?: Draft
}

/** So long unsent words wait for their author to come back. */
const keptMs = 86_400_000

export function writeKept({ seen, unsent }: ChatLog, draft: Draft | undefined, now: number): string | null {
  const texts = unsent.filter((one) => one.kind === 'text')
  if (seen === 0 && texts.length === 0 && !draft) return null
  const kept: Kept = {
    at: now,
    seen,
    unsent: texts.map(({ clientId, at, body }) => ({ clientId, at, body })),
    ...(draft && { draft }),
  }
  return JSON.stringify(kept)
}

const isYoung = ({ at, body }: Draft, now: number): boolean => now - at < keptMs && typeof body === 'string'

/** What an earlier page left; what cannot be read was left by none. */
export function readKept(
  text: string | null,
  now: number,
): { log: ChatLog; draft: Draft | undefined; at: number } {
  try {
    // Written by `writeKept` alone; a stranger's text fails below or is read as nothing.
    const { seen, unsent, draft, at } = JSON.parse(text ?? '') as Kept
    const log: ChatLog = {
      messages: [],
      seen: Number.isInteger(seen) ? seen : 0,
      unsent: unsent
        .filter((one) => isYoung(one, now))
        .map(({ clientId, at: written, body }) => ({
          kind: 'text',
          clientId,
          at: written,
          body,
          state: 'sending',
        })),
    }
    return { log, draft: draft && isYoung(draft, now) ? draft : undefined, at: at || 0 }
  } catch {
    return { log: emptyLog, draft: undefined, at: 0 }
  }
}

/** Whether nothing in it is still good for anything: no words that wait, and nobody was there for a day. */
export function isOutdated(text: string | null, now: number): boolean {
  const { log, draft, at } = readKept(text, now)
  return log.unsent.length === 0 && !draft && now - at >= keptMs
}
