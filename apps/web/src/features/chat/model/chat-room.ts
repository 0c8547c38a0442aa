import type { ChatMessage } from '@parley/contract/chat.ts'
import { chatTextMax, isBlank } from '@parley/contract/rules/calls/chat.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { createStore, type Store } from '#base/store.ts'
import {
  changed,
  lastNumber,
  readKept,
  withMessages,
  without,
  withSeen,
  withUnsent,
  writeKept,
  type ChatLog,
  type Draft,
  type Unsent,
  type UnsentText,
} from './chat-log.ts'

/** Why a request failed. */
export interface ChatFailure {
  /** The server is unreachable or busy, so the request is retried. Otherwise it was refused for good. */
  isAway: boolean
  isTooLarge: boolean
  message: string
}

export interface ChatPage {
  messages: readonly ChatMessage[]
  hasMore: boolean
  abilities: { write: boolean; sendFiles: boolean }
}

/** The calls to the server; each rejects with an error that `failureOf` can read. */
export interface ChatServer {
  list: (after: number) => Promise<ChatPage>
  send: (clientId: string, body: string) => Promise<ChatMessage>
  upload: (
    clientId: string,
    file: File,
    options: { signal: AbortSignal; onProgress: (sent: number) => void },
  ) => Promise<ChatMessage>
  failureOf: (error: unknown) => ChatFailure
}

interface ChatDeps {
  server: ChatServer
  /** Keeps texts that are not stored yet across a reload. `write` answers whether this device took them. */
  kept: { read: () => string | null; write: (text: string | null) => boolean }
  newId?: () => string
  now?: () => number
  /** The delay between retries, and between polls: hints may be lost. */
  retryMs?: number
  pollMs?: number
}

export interface ChatState {
  log: ChatLog
  /** `isLoading` until the first answer; `failure` is why the last fetch failed. */
  isLoading: boolean
  failure: ChatFailure | undefined
  abilities: { write: boolean; sendFiles: boolean }
  /** Others' latest messages, newest last, to be announced. Messages from before a connect are not news. */
  news: readonly ChatMessage[]
  /** Written and not sent. It survives closing the panel and reloading the page. */
  draft: Draft | undefined
  /** The device has no room left: unsent words are lost when the page closes. */
  isOnlyHere: boolean
}

export interface Chat extends Store<ChatState> {
  /** The room has connected or reconnected: messages written in between are fetched, and are not news. */
  connected: () => void
  /** There may be new messages. */
  look: () => void
  setDraft: (body: string) => void
  send: (body: string) => void
  sendFile: (file: File) => void
  retry: (clientId: string) => void
  /** Cancels an upload, or removes a failed item from the list. */
  drop: (clientId: string) => void
  /** The person is being shown the messages up to that number. */
  markSeen: (number: number) => void
  close: () => void
}

/**
 * A session's chat in one browser. The server is the source of truth: messages after the last known one are fetched at each
 * connect, each hint and periodically. Texts are sent in order until they are stored, each under its own idempotency key.
 */
export function openChat({
  server,
  kept,
  newId = () => crypto.randomUUID(),
  now = Date.now,
  retryMs = 3000,
  pollMs = 15_000,
}: ChatDeps): Chat {
  // One closure: fetching, sending and uploading all write the same log.
  const before = readKept(kept.read(), now())
  const store = createStore<ChatState>({
    log: before.log,
    draft: before.draft,
    isOnlyHere: false,
    isLoading: true,
    failure: undefined,
    abilities: { write: false, sendFiles: false },
    news: [],
  })
  const files = new Map<string, File>()
  const uploads = new Map<string, AbortController>()
  let isClosed = false

  const log = () => store.read().log
  function write(next: ChatLog, more: Partial<ChatState> = {}): void {
    const present = store.read()
    if (next === present.log && Object.keys(more).length === 0) return
    const after = { ...present, ...more, log: next }
    const isKept = isSameWords(present, after) || kept.write(writeKept(next, after.draft, now()))
    store.write({ ...after, isOnlyHere: isKept ? present.isOnlyHere && hasWords(after) : hasWords(after) })
  }

  // One fetch at a time. A hint during a fetch causes another one after it.
  let looking: 'no' | 'yes' | 'again' = 'no'
  let isQuiet = true
  async function look(): Promise<void> {
    if (isClosed) return
    if (looking !== 'no') {
      looking = 'again'
      return
    }
    do {
      looking = 'yes'
      const quiet = isQuiet
      isQuiet = false
      await lookOnce(quiet).catch((error: unknown) => {
        isQuiet ||= quiet
        const failure = server.failureOf(error)
        write(log(), { failure })
        if (failure.isAway) later(() => void look(), retryMs)
      })
    } while (hasNewHint())
    looking = 'no'
  }
  const hasNewHint = () => looking === 'again' && !isClosed

  async function lookOnce(quiet: boolean): Promise<void> {
    for (;;) {
      const after = lastNumber(log())
      const page = await server.list(after)
      if (isClosed) return
      const next = withMessages(log(), page.messages)
      const come = next.messages.filter(({ number, isOwn }) => number > after && !isOwn)
      const news = quiet || come.length === 0 ? {} : { news: come }
      write(next, { ...news, isLoading: false, failure: undefined, abilities: page.abilities })
      if (!page.hasMore) return
    }
  }

  const timers = new Set<ReturnType<typeof setTimeout>>()
  function later(act: () => void, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!isClosed) act()
    }, ms)
    timers.add(timer)
  }
  function poll(): void {
    later(() => {
      void look()
      poll()
    }, pollMs)
  }

  // Send texts one after the other, so that they are stored in the order of writing.
  let isSending = false
  async function sendWords(): Promise<void> {
    if (isSending) return
    isSending = true
    for (let one = nextText(); one; one = nextText()) {
      const isThrough = await sendOne(one)
      if (!isThrough) break
    }
    isSending = false
  }
  const nextText = (): UnsentText | undefined =>
    (isClosed ? [] : log().unsent).find(
      (one): one is UnsentText => one.kind === 'text' && one.state !== 'failed',
    )

  /** Answers whether the next one may be sent: not while the server is unreachable. */
  async function sendOne({ clientId, body }: UnsentText): Promise<boolean> {
    try {
      const stored = await server.send(clientId, body)
      taken(stored)
      return true
    } catch (error) {
      const { isAway } = server.failureOf(error)
      write(changed(log(), clientId, { state: isAway ? 'waiting' : 'failed' }))
      if (isAway) later(() => void sendWords(), retryMs)
      return !isAway
    }
  }

  /** Adds the stored message, and fetches those that are missing before it. */
  function taken(stored: ChatMessage): void {
    if (isClosed) return
    write(withMessages(log(), [stored]))
    if (lastNumber(log()) < stored.number) void look()
  }

  async function sendUpload(clientId: string): Promise<void> {
    const file = files.get(clientId)
    if (!file || isClosed) return
    const abort = new AbortController()
    uploads.set(clientId, abort)
    const begun = now()
    write(changed(log(), clientId, { state: 'sending', sent: 0, secondsLeft: undefined }))
    try {
      const stored = await server.upload(clientId, file, {
        signal: abort.signal,
        onProgress: (sent) => {
          const left =
            sent > 0 ? Math.ceil((((now() - begun) / sent) * (file.size - sent)) / 1000) : undefined
          write(changed(log(), clientId, { sent: Math.min(sent, file.size), secondsLeft: left }))
        },
      })
      files.delete(clientId)
      taken(stored)
    } catch (error) {
      if (abort.signal.aborted) return
      write(changed(log(), clientId, { state: server.failureOf(error).isTooLarge ? 'too-large' : 'failed' }))
    } finally {
      uploads.delete(clientId)
    }
  }

  function add(one: Unsent): void {
    write(withUnsent(log(), one))
  }

  poll()
  void sendWords()
  return {
    read: store.read,
    watch: store.watch,
    connected: () => {
      isQuiet = true
      void look()
      void sendWords()
    },
    look: () => void look(),
    setDraft: (body) => write(log(), { draft: body === '' ? undefined : { body, at: now() } }),
    send: (body) => {
      const text = body.trim()
      if (isBlank(text) || text.length > chatTextMax) return
      write(log(), { draft: undefined })
      add({ kind: 'text', clientId: newId(), at: now(), body: text, state: 'sending' })
      void sendWords()
    },
    sendFile: (file) => {
      const clientId = newId()
      const isTooLarge = file.size > constants.chatFileBytesMax
      const facts = { filename: file.name, size: file.size, sent: 0, secondsLeft: undefined }
      add({ kind: 'file', clientId, at: now(), ...facts, state: isTooLarge ? 'too-large' : 'sending' })
      if (isTooLarge) return
      files.set(clientId, file)
      void sendUpload(clientId)
    },
    retry: (clientId) => {
      if (files.has(clientId)) void sendUpload(clientId)
      else {
        write(changed(log(), clientId, { state: 'sending' }))
        void sendWords()
      }
    },
    drop: (clientId) => {
      uploads.get(clientId)?.abort()
      files.delete(clientId)
      write(without(log(), clientId))
    },
    markSeen: (number) => write(withSeen(log(), number)),
    close: () => {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      for (const upload of uploads.values()) upload.abort()
    },
  }
}

const hasWords = ({ log: { unsent }, draft }: ChatState): boolean =>
  draft !== undefined || unsent.some(({ kind }) => kind === 'text')

/** Whether everything that is kept is unchanged. */
const isSameWords = (a: ChatState, b: ChatState): boolean =>
  a.draft === b.draft && a.log.seen === b.log.seen && a.log.unsent === b.log.unsent
