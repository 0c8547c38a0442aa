import type { ChatMessage } from '@parley/contract/chat.ts'

/** A text that is not stored yet. */
export interface UnsentText {
  kind: 'text'
  clientId: string
  at: number
  body: string
  /** `waiting`: nothing answers, so it is retried automatically. `failed`: it was refused, or given up. */
  state: 'sending' | 'waiting' | 'failed'
}

export interface UnsentFile {
  kind: 'file'
  clientId: string
  at: number
  filename: string
  size: number
  /** How many bytes were sent so far. */
  sent: number
  secondsLeft: number | undefined
  /** `too-large`: it can never be sent. */
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
 * Adds messages from the server, which may come repeatedly and in any order. A message that would leave a gap is skipped: it
 * comes again together with those before it.
 */
export function withMessages(log: ChatLog, come: readonly ChatMessage[]): ChatLog {
  const messages = [...log.messages]
  for (const message of come.toSorted((a, b) => a.number - b.number))
    if (message.number === (messages.at(-1)?.number ?? 0) + 1) messages.push(message)
  // Without news, keep the same object so that nothing is redrawn.
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
  // The cast is safe: the fields that only files have are changed only on files.
  unsent: log.unsent.map((one) => (one.clientId === clientId ? ({ ...one, ...change } as Unsent) : one)),
})

/** Marks the messages up to that number as shown. */
export const withSeen = (log: ChatLog, number: number): ChatLog =>
  number <= log.seen ? log : { ...log, seen: number }

/** How many messages of others the person has not been shown. */
export const unreadOf = ({ messages, seen }: ChatLog): number =>
  messages.filter(({ number, isOwn }) => number > seen && !isOwn).length

/** Words that were begun and not sent. */
export interface Draft {
  body: string
  at: number
}

/** Survives a reload: texts that are not stored yet, and how far the person had read. Files cannot be kept. */
interface Kept {
  /** When this was last written. */
  at: number
  seen: number
  unsent: Pick<UnsentText, 'clientId' | 'at' | 'body'>[]
  draft?: Draft
}

/** How long unsent texts wait for their author to come back. */
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

/** Reads what an earlier page left. Unreadable text counts as nothing. */
export function readKept(
  text: string | null,
  now: number,
): { log: ChatLog; draft: Draft | undefined; at: number } {
  try {
    // Only `writeKept` writes here. Foreign text fails below or reads as nothing.
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

/** Whether an entry can go: it has no unsent words, and nobody was there for a day. */
export function isOutdated(text: string | null, now: number): boolean {
  const { log, draft, at } = readKept(text, now)
  return log.unsent.length === 0 && !draft && now - at >= keptMs
}
