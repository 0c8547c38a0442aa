import { live, liveNotice, type LiveNotice } from '@parley/contract/operations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { send } from '#platform/server/api.ts'
import { eventsOf } from './event-stream.ts'
import { endSession, useToken, type SessionEnd } from '#platform/sign-in/token.ts'

const name = 'parley.live'
const pollMs = 15_000
/** The server says something every 15 s. A stream that stays silent for three times that is taken for dead. */
const silenceMs = 45_000
const pauseMs = { first: 1000, longest: 30_000 }

/** What the tab that holds the stream tells the others, and what a new tab asks. */
type Message = { notice: LiveNotice } | { isUp: boolean } | { ask: true }

const watchers = new Set<() => void>()
let isDown = false

function noteDown(next: boolean): void {
  isDown = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** How often to ask again: never while notices come in, every 15 s while the stream is down. */
export const usePollMs = (): number | false => useSyncExternalStore(watch, () => isDown) && pollMs

/** Listens for as long as the screen stands. A notice says that something changed; what it is now is asked anew. */
export function useLive(): void {
  const client = useQueryClient()
  const token = useToken()
  useEffect(() => {
    const hearing: Hearing = {
      onNotice: (notice) => {
        if (notice.kind === 'signed-out') endSession(ends[notice.reason])
        else for (const hearer of hearers) hearer(notice)
      },
      // Whatever happened while nobody listened is fetched now.
      onBack: () => void client.invalidateQueries(),
    }
    return token === null ? undefined : listen(hearing)
  }, [client, token])
}

type SignedOut = Extract<LiveNotice, { kind: 'signed-out' }>
export type ChangeNotice = Exclude<LiveNotice, SignedOut>

const ends: Record<SignedOut['reason'], SessionEnd> = {
  signed_out: 'elsewhere',
  expired: 'expired',
  role_lost: 'role_lost',
}

const hearers = new Set<(notice: ChangeNotice) => void>()

/** Hears of changes while the screen stands, whichever tab holds the stream. */
export function useNotice(onNotice: (notice: ChangeNotice) => void): void {
  const hear = useEffectEvent(onNotice)
  useEffect(() => {
    const hearer = (notice: ChangeNotice) => hear(notice)
    hearers.add(hearer)
    return () => void hearers.delete(hearer)
  }, [])
}

interface Hearing {
  onNotice: (notice: LiveNotice) => void
  onBack: () => void
}

/** One tab of the browser holds the stream and tells the others; when it closes, the next in line takes over. */
function listen({ onNotice, onBack }: Hearing): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves our origin
  const post = (message: Message) => channel.postMessage(message)
  let holds = false

  const hear = (message: Message) => {
    if ('notice' in message) onNotice(message.notice)
    else if ('isUp' in message) {
      const isBack = message.isUp && isDown
      noteDown(!message.isUp)
      if (isBack) onBack()
    } else if (holds) post({ isUp: !isDown })
  }
  const tell = (message: Message) => {
    if (stop.signal.aborted) return
    post(message)
    hear(message)
  }
  const hold = async () => {
    holds = true
    await holdStream(tell, stop.signal)
  }

  // Only our own tabs write to this channel.
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data))
  post({ ask: true })
  // Over plain HTTP a browser has no locks: then every tab holds a stream of its own.
  const held = 'locks' in navigator ? navigator.locks.request(name, { signal: stop.signal }, hold) : hold()
  held.catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  return () => {
    stop.abort()
    channel.close()
    noteDown(false)
  }
}

async function holdStream(tell: (message: Message) => void, stop: AbortSignal): Promise<void> {
  for (let failures = 0; !stop.aborted; failures += 1) {
    const hasOpened = await readStream(tell, stop)
    if (stop.aborted) return
    tell({ isUp: false })
    if (hasOpened) failures = 0
    await pause(backoffMs(failures, Math.random()), stop)
  }
}

/** Reads one connection to its end. Tells whether it ever stood. */
async function readStream(tell: (message: Message) => void, stop: AbortSignal): Promise<boolean> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  let hasOpened = false
  try {
    const signal = AbortSignal.any([stop, silence.signal])
    const response = await send(live, {}, { background: true, signal })
    if (!response.body) return false
    hasOpened = true
    tell({ isUp: true })
    const onPiece = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
    }
    for await (const text of eventsOf(response.body, onPiece)) {
      const notice = readNotice(text)
      if (notice) tell({ notice })
    }
  } catch {
    // A broken stream is the expected case here: the caller counts it, waits and connects again.
  } finally {
    clearTimeout(timer)
  }
  return hasOpened
}

/** A notice of a kind that this page does not know yet, sent by a newer server, is passed over. */
function readNotice(text: string): LiveNotice | undefined {
  try {
    return liveNotice.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Doubles with each failure; the random part keeps a thousand browsers from coming back in the same second. */
export const backoffMs = (failures: number, random: number): number =>
  Math.min(pauseMs.first * 2 ** failures, pauseMs.longest) * (0.5 + random / 2)

/** Waits, but no longer than until the network comes back. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const over = new AbortController()
  const timer = setTimeout(resolve, ms)
  stop.addEventListener('abort', () => resolve(), { signal: over.signal })
  addEventListener('online', () => resolve(), { signal: over.signal })
  return promise.finally(() => {
    clearTimeout(timer)
    over.abort()
  })
}
