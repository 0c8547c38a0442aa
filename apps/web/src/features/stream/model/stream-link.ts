import { constants } from '@parley/contract/rules/constants.ts'
import type { openStreamClient, Pointed, StreamState } from '#features/stream/stream-client.ts'
import { shakeHands, type HandshakeEnd } from './handshake.ts'
import type { StreamNews } from './stream-news.ts'
import type { StreamServer } from './stream-server.ts'

/** This browser's own connection to an instance. */
export interface LinkState {
  instance: number
  state: StreamState
  /** Picture and sound; undefined while no connection is open or being opened. */
  stream: MediaStream | undefined
  /** The number of automatic retries in a row; 0 before the first. */
  tries: number
  /** Retrying has stopped until the user presses. */
  isGivenUp: boolean
  /** The application's own title of what it shows. */
  title: string
}

interface LinkDeps {
  instance: number
  server: StreamServer
  open: typeof openStreamClient
  tell: (news: StreamNews) => void
  onChange: (state: LinkState) => void
  onPoint: (point: Pointed) => void
}

export const triesMax = 5
/** The pause before each retry: short at first, because most losses are short. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000]
/** Browsers report a failed connection themselves. A connection that reports nothing within this time has failed too. */
const connectWithinMs = 30_000

/** Connects to an instance and reconnects automatically, at most five times in a row. */
export function openLink({ instance, server, open, tell, onChange, onPoint }: LinkDeps) {
  // One closure: connecting, losing and retrying share one connection and its timers.
  let state: LinkState = {
    instance,
    state: 'connecting',
    stream: undefined,
    tries: 0,
    isGivenUp: false,
    title: '',
  }
  let client: ReturnType<typeof openStreamClient> | undefined
  let handshake = new AbortController()
  let next: ReturnType<typeof setTimeout> | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  let stable: ReturnType<typeof setTimeout> | undefined

  function write(changes: Partial<LinkState>): void {
    state = { ...state, ...changes }
    onChange(state)
  }

  async function connect(): Promise<void> {
    clearTimeout(next)
    next = undefined
    handshake = new AbortController()
    const own = open({
      instance,
      onState: (now) => {
        if (client === own) become(now)
      },
      onTold: (told) => {
        if (client !== own) return
        if (told.t === 'point') onPoint(told)
        if (told.t === 'control' && told.title !== state.title) write({ title: told.title })
      },
    })
    client = own
    write({ state: 'connecting', stream: own.stream, isGivenUp: false })
    const { signal } = handshake
    const end = await shakeHands({ instance, client: own, server, signal })
    if (signal.aborted || client !== own) return
    if (end) lose('closed', end)
    else if (state.state !== 'connected') late = setTimeout(() => become('failed'), connectWithinMs)
  }

  function become(now: StreamState): void {
    if (now === 'failed' || now === 'disconnected') {
      lose(now, { trouble: 'lost', isPassing: true })
      return
    }
    write({ state: now })
    if (now !== 'connected') return
    clearTimeout(late)
    // Reset the retries late: a connection that breaks at once is still in the same row, so that retrying ends.
    stable = setTimeout(() => write({ tries: 0 }), constants.streamInitWaitMs)
  }

  function tearDown(): void {
    handshake.abort()
    for (const timer of [next, late, stable]) clearTimeout(timer)
    next = undefined
    const old = client
    client = undefined
    old?.close()
  }

  /** Retries a lost connection automatically; a failed handshake only within a row of retries, and only if it may pass. */
  function lose(now: StreamState, { trouble, isPassing }: HandshakeEnd): void {
    tearDown()
    tell(trouble)
    const mayTry = trouble === 'lost' || (state.tries > 0 && isPassing)
    if (!mayTry || state.tries >= triesMax) {
      write({ state: now, stream: undefined, isGivenUp: true })
      return
    }
    const wait = pausesMs[state.tries]
    write({ state: now, stream: undefined, tries: state.tries + 1 })
    next = setTimeout(() => void connect(), wait)
    tell('retrying')
  }

  void connect()
  return {
    instance,
    /** Retries at once instead of after the pause, or starts over if retrying had stopped. */
    tryNow(): void {
      if (state.isGivenUp) write({ tries: 0 })
      else if (next === undefined) return
      void connect()
    },
    attachInput: (surface: HTMLVideoElement) => client?.attachInput(surface),
    detachInput: () => client?.detachInput(),
    close(): void {
      tearDown()
      write({ state: 'closed', stream: undefined })
    },
  }
}
