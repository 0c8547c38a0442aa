import { createWatchers } from '#base/store.ts'
import { isOutdated, readKept, writeKept } from './chat-log.ts'

const prefix = 'parley.chat.'
const keyOf = (sessionId: string, personId: string): string => `${prefix}${sessionId}.${personId}`
const keys = (): string[] =>
  Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').filter((key) =>
    key.startsWith(prefix),
  )

const { watch, tell } = createWatchers()

/** Reports each change of the kept chats, in this tab and in the other tabs of this browser. */
export function watchKept(watcher: () => void): () => void {
  const stop = watch(watcher)
  const onOtherTab = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) watcher()
  }
  addEventListener('storage', onOtherTab)
  return () => {
    stop()
    removeEventListener('storage', onOtherTab)
  }
}

/** One person's words in one chat that are not stored yet, on this device. */
export function keptChat(sessionId: string, personId: string) {
  const key = keyOf(sessionId, personId)
  return {
    read: () => localStorage.getItem(key),
    /** Answers whether the device stored it: a full device stores nothing more. */
    write: (text: string | null): boolean => {
      try {
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
        return true
      } catch {
        return false
      } finally {
        tell()
      }
    },
  }
}

/** One person's unsent words, with the chat to which they belong. */
export interface KeptWords {
  sessionId: string
  /** Undefined for a draft, which was never sent. */
  clientId: string | undefined
  at: number
  body: string
}

/** Everything that a person left unsent on this device, in the order of writing. */
export function keptWords(personId: string, now: number): KeptWords[] {
  const own = keys().filter((key) => key.endsWith(`.${personId}`))
  return own
    .flatMap((key) => {
      const sessionId = key.slice(prefix.length, -personId.length - 1)
      const { log, draft } = readKept(localStorage.getItem(key), now)
      const texts = log.unsent.flatMap((one) =>
        one.kind === 'text' ? { sessionId, clientId: one.clientId, at: one.at, body: one.body } : [],
      )
      return draft ? [...texts, { sessionId, clientId: undefined, ...draft }] : texts
    })
    .toSorted((a, b) => a.at - b.at)
}

/** Removes words that were sent after all, or that their author discarded. */
export function dropWords(personId: string, { sessionId, clientId }: KeptWords, now: number): void {
  const { read, write } = keptChat(sessionId, personId)
  const { log, draft } = readKept(read(), now)
  const unsent = log.unsent.filter((one) => one.clientId !== clientId)
  write(writeKept({ ...log, unsent }, clientId === undefined ? undefined : draft, now))
}

/**
 * At sign-out, removes a person's chats that only keep how far they had read. Unsent words wait for their author, unless the
 * right to be here is lost.
 */
export function forgetRead(personId: string, now: number, isRightLost = false): void {
  for (const key of keys().filter((each) => each.endsWith(`.${personId}`))) {
    const { log, draft } = readKept(localStorage.getItem(key), now)
    if (isRightLost || (log.unsent.length === 0 && !draft)) localStorage.removeItem(key)
  }
}

/** Drops everybody's outdated chats: nothing waits for longer than a day. */
export function dropOutdatedChats(now: number): void {
  for (const key of keys()) if (isOutdated(localStorage.getItem(key), now)) localStorage.removeItem(key)
}
