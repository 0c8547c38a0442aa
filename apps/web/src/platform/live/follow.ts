import type { LiveNotice } from '@parley/contract/wire/live.ts'
import type { Channel } from './channel.ts'
import { silenceMs, type StreamListener } from './stream.ts'
import type { Timing } from './timing.ts'

/** Messages between tabs: the tab that holds the stream reports notices and its state; the others ask for the state. */
type Message = { notice: LiveNotice } | { channel: Channel | undefined; aliveAt: number } | { ask: true }

const lookMs = 5000

interface HolderSeen {
  /** How many times in a row it was asked without an answer. */
  unanswered: number
  /** When it last worked on its stream, by its own report. */
  aliveAt: number
}

/** A tab that hangs or was put to sleep holds the stream without serving the others. */
export const isHolderLost = ({ unanswered, aliveAt }: HolderSeen, now: number): boolean =>
  unanswered >= 2 || now - aliveAt > silenceMs + lookMs

export interface FollowDeps {
  /** Unique per sign-in: tabs of another sign-in may stay open for a moment and must not be heard. */
  name: string
  /** Keeps a stream open until `stop` is aborted. */
  hold: (listener: StreamListener, stop: AbortSignal) => Promise<void>
  onNotice: (notice: LiveNotice) => void
  /** Called on each change, and sometimes again without one. */
  onChannel: (channel: Channel) => void
  isHidden: () => boolean
  timing: Timing
}

/** Over plain HTTP a browser has no locks, so every tab holds its own stream. */
export function follow(given: FollowDeps): () => void {
  if ('locks' in navigator) return followTogether(given)
  const stop = new AbortController()
  void given.hold({ onNotice: given.onNotice, onChannel: given.onChannel, onLife: () => {} }, stop.signal)
  return () => stop.abort()
}

/**
 * One tab holds the stream and tells all others. When it closes, the next tab in the lock's queue takes over; when it
 * hangs or sleeps, a visible tab does. One long function, because all its callbacks share the state at its top.
 */
function followTogether({ name, hold, onNotice, onChannel, isHidden, timing }: FollowDeps): () => void {
  const stop = new AbortController()
  const began = timing.now()
  const tabs = new BroadcastChannel(name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves our origin
  const post = (message: Message) => stop.signal.aborted || tabs.postMessage(message)

  let lastChannel: Channel | undefined
  let isHolding = false
  let seen: HolderSeen = { unanswered: 0, aliveAt: began }

  const takeChannel = (channel: Channel) => {
    lastChannel = channel
    // This tab has missed the notices from before it began to listen.
    onChannel({ state: channel.state, since: Math.max(channel.since, began) })
  }
  const aliveNow = (): HolderSeen => ({ unanswered: 0, aliveAt: timing.now() })
  const postState = () => post({ channel: lastChannel, aliveAt: seen.aliveAt })
  const receive = (message: Message) => {
    if ('notice' in message) onNotice(message.notice)
    else if ('ask' in message) {
      if (isHolding) postState()
    } else if (!isHolding) {
      seen = { unanswered: 0, aliveAt: message.aliveAt }
      if (message.channel) takeChannel(message.channel)
    }
  }

  const holdFor = async (mine: AbortSignal) => {
    const ours = AbortSignal.any([stop.signal, mine])
    isHolding = true
    seen = aliveNow()
    // Announce the new holder before another tab takes the stream over, too.
    postState()
    await hold(
      {
        onLife: () => {
          if (!ours.aborted) seen = aliveNow()
        },
        onChannel: (next) => {
          if (ours.aborted) return
          takeChannel(next)
          postState()
        },
        onNotice: (notice) => {
          if (ours.aborted) return
          post({ notice })
          onNotice(notice)
        },
      },
      ours,
    )
  }

  let queued = new AbortController()
  const take = (options: LockOptions) => {
    const mine = new AbortController()
    navigator.locks
      .request(name, options, () => holdFor(mine.signal))
      .catch((error: unknown) => {
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
        // Another tab took the stream over because this one was silent: queue again, at the end.
        if (!isHolding || stop.signal.aborted || options.signal?.aborted) return
        mine.abort()
        isHolding = false
        seen = aliveNow()
        queue()
      })
  }
  const queue = () => {
    queued = new AbortController()
    take({ signal: AbortSignal.any([stop.signal, queued.signal]) })
  }

  const look = () => {
    callOff = timing.after(lookMs, look)
    if (isHolding || isHidden()) return
    if (isHolderLost(seen, timing.now())) {
      queued.abort()
      return take({ steal: true })
    }
    seen = { ...seen, unanswered: seen.unanswered + 1 }
    post({ ask: true })
  }

  // Only our own tabs write to this channel.
  tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data))
  post({ ask: true })
  queue()
  let callOff = timing.after(lookMs, look)
  return () => {
    stop.abort()
    callOff()
    tabs.close()
  }
}
