import type { LiveNotice } from '@parley/contract/live.ts'
import type { Channel } from './channel.ts'
import { silenceMs, type Hearing } from './stream.ts'
import type { Timing } from './timing.ts'

/** What the tab that holds the stream tells the others, and what they ask it. */
type Message = { notice: LiveNotice } | { channel: Channel | undefined; aliveAt: number } | { ask: true }

const lookMs = 5000

interface HolderSeen {
  /** How often it was asked in a row without an answer. */
  unanswered: number
  /** When, by its own word, it last worked on its stream. */
  aliveAt: number
}

/** A tab that hangs or was put to sleep holds the stream for nobody. */
export const isHolderLost = ({ unanswered, aliveAt }: HolderSeen, now: number): boolean =>
  unanswered >= 2 || now - aliveAt > silenceMs + lookMs

export interface FollowGiven {
  /** Of the sign-in: tabs of another one, still there for a moment, are not listened to. */
  name: string
  /** Keeps a stream open until it is told to stop. */
  hold: (hearing: Hearing, stop: AbortSignal) => Promise<void>
  onNotice: (notice: LiveNotice) => void
  /** Told at each change, and now and then again. */
  onChannel: (channel: Channel) => void
  isHidden: () => boolean
  timing: Timing
}

/** Over plain HTTP a browser has no locks: then every tab holds a stream of its own. */
export function follow(given: FollowGiven): () => void {
  if ('locks' in navigator) return followTogether(given)
  const stop = new AbortController()
  void given.hold({ onNotice: given.onNotice, onChannel: given.onChannel, onLife: () => {} }, stop.signal)
  return () => stop.abort()
}

/**
 * Of all tabs one holds the stream and tells the others. When it closes, the next in line takes over; when it hangs or
 * sleeps, whoever is looked at does.
 */
function followTogether({ name, hold, onNotice, onChannel, isHidden, timing }: FollowGiven): () => void {
  const stop = new AbortController()
  const began = timing.now()
  const tabs = new BroadcastChannel(name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves our origin
  const post = (message: Message) => stop.signal.aborted || tabs.postMessage(message)

  let told: Channel | undefined
  let isHolding = false
  let seen: HolderSeen = { unanswered: 0, aliveAt: began }

  const takeChannel = (channel: Channel) => {
    told = channel
    // What was told before this tab listened, it has not heard.
    onChannel({ state: channel.state, since: Math.max(channel.since, began) })
  }
  const aliveNow = (): HolderSeen => ({ unanswered: 0, aliveAt: timing.now() })
  const sayState = () => post({ channel: told, aliveAt: seen.aliveAt })
  const hear = (message: Message) => {
    if ('notice' in message) onNotice(message.notice)
    else if ('ask' in message) {
      if (isHolding) sayState()
    } else if (!isHolding) {
      seen = { unanswered: 0, aliveAt: message.aliveAt }
      if (message.channel) takeChannel(message.channel)
    }
  }

  const holdFor = async (mine: AbortSignal) => {
    const ours = AbortSignal.any([stop.signal, mine])
    isHolding = true
    seen = aliveNow()
    // Before anybody else takes it over, too.
    sayState()
    await hold(
      {
        onLife: () => {
          if (!ours.aborted) seen = aliveNow()
        },
        onChannel: (next) => {
          if (ours.aborted) return
          takeChannel(next)
          sayState()
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
        // Another tab took it over because this one was silent: it goes to the end of the line.
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
  tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data))
  post({ ask: true })
  queue()
  let callOff = timing.after(lookMs, look)
  return () => {
    stop.abort()
    callOff()
    tabs.close()
  }
}
