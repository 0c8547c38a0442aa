import { liveNotice, type LiveNotice } from '@parley/contract/wire/live.ts'
import { ApiProblem } from '#platform/server/api-problem.ts'
import type { Channel } from './channel.ts'
import { eventsOf } from './event-parser.ts'
import type { Timing } from './timing.ts'

/** The server starts to send at once. If nothing has come by then, something on the way holds the response back. */
const openingMs = 15_000
/** The server sends something every 15 s. A stream that is silent for three times as long is considered dead. */
export const silenceMs = 45_000
/** Jitter: the network comes back for a whole building at once. */
const backSpreadMs = 1000
const firstPauseMs = 4000
const longestPauseMs = 30_000
/** A stream that lasted this long was a good one: its loss counts as a first loss again. */
const goodLifeMs = 30_000

/** Callbacks of a stream: the channel's state on each change, notices, and a sign of life while it is worked on. */
export interface StreamListener {
  onChannel: (channel: Channel) => void
  onNotice: (notice: LiveNotice) => void
  onLife: () => void
}

export interface LiveStreamDeps {
  open: (signal: AbortSignal) => Promise<Response>
  timing: Timing
  /** Calls `act` when the browser loses or finds its network: a connection is then in doubt, and a wait is over. */
  onNetworkChange: (act: () => void) => () => void
}

/** Keeps a stream open until `stop` is aborted. */
export async function holdStream(
  given: LiveStreamDeps,
  listener: StreamListener,
  stop: AbortSignal,
): Promise<void> {
  const { timing } = given
  for (let losses = 0; !stop.aborted;) {
    const { lifeMs, leaveAloneMs } = await readStream(given, listener, stop)
    if (stop.aborted) return
    listener.onChannel({ state: 'down', since: timing.now() })
    losses = lossesAfter(losses, lifeMs)
    await pause(given, leaveAloneMs + backOffMs(losses, timing.random()), stop)
  }
}

/** The number of losses in a row after the loss of a stream that lasted `lifeMs`. */
export const lossesAfter = (losses: number, lifeMs: number): number => (lifeMs >= goodLifeMs ? 1 : losses + 1)

/**
 * Exponential backoff after so many losses in a row. Jitter picks between 10 % and 100 % of it, so that the browsers of
 * a restarted API process do not come back in the same second.
 */
export const backOffMs = (losses: number, random: number): number =>
  Math.min(firstPauseMs * 2 ** (losses - 1), longestPauseMs) * (0.1 + 0.9 * random)

/** Reads one connection to its end. Returns how long it lasted, and how long the server wants to be left alone. */
async function readStream(
  { open, timing, onNetworkChange }: LiveStreamDeps,
  listener: StreamListener,
  stop: AbortSignal,
) {
  const lost = new AbortController()
  const giveUp = () => lost.abort()
  // This name tells the API client that no answer came, as opposed to a caller that no longer wants one.
  let callOff = timing.after(openingMs, () => lost.abort(new DOMException('no answer', 'TimeoutError')))
  const forgetNetwork = onNetworkChange(giveUp)
  let openedAt: number | undefined
  let leaveAloneMs = 0
  try {
    listener.onLife()
    const { body } = await open(AbortSignal.any([stop, lost.signal]))
    if (!body) throw new Error('the stream has no body')
    openedAt = timing.now()
    const onPiece = () => {
      callOff()
      callOff = timing.after(silenceMs, giveUp)
      listener.onLife()
    }
    for await (const text of eventsOf(body, onPiece)) {
      const notice = readNotice(text)
      if (notice?.kind === 'channel') listener.onChannel({ state: notice.state, since: timing.now() })
      else if (notice) listener.onNotice(notice)
    }
  } catch (error) {
    // A broken stream is the expected case here: the caller counts it, waits and connects again.
    if (error instanceof ApiProblem) leaveAloneMs = 1000 * (error.retryAfter ?? 0)
  } finally {
    callOff()
    forgetNetwork()
  }
  return { lifeMs: openedAt === undefined ? 0 : timing.now() - openedAt, leaveAloneMs }
}

/** Returns undefined for a kind of notice that this page does not know yet, from a newer server. */
function readNotice(text: string): LiveNotice | undefined {
  try {
    return liveNotice.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Waits `ms`, but at most `backSpreadMs` from the moment that the network changes. */
function pause({ timing, onNetworkChange }: LiveStreamDeps, ms: number, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let callOff = timing.after(ms, resolve)
  const forgetNetwork = onNetworkChange(() => {
    callOff()
    callOff = timing.after(Math.min(ms, backSpreadMs * timing.random()), resolve)
  })
  const onStop = () => resolve()
  stop.addEventListener('abort', onStop, { once: true })
  return promise.finally(() => {
    callOff()
    forgetNetwork()
    stop.removeEventListener('abort', onStop)
  })
}
