import { constants } from '@parley/contract/rules/constants.ts'
import type { openStreamClient, Pointed, StreamState } from '#features/stream/stream-client.ts'
import { shakeHands, type HandshakeEnd } from './handshake.ts'
import type { StreamNews } from './stream-news.ts'
import type { StreamServer } from './stream-server.ts'

/** This browser's own connection to an instance. */
export interface LinkState {
  instance: number
  state: StreamState
  /** Picture and sound; undefined while there is no connection under way. */
  stream: MediaStream | undefined
  /** Which try in a row it is that the web makes by itself; 0 before the first. */
  tries: number
  /** Nothing is tried any more until somebody presses. */
  isGivenUp: boolean
  /** What the application calls what it shows. */
  title: string
}

interface LinkGiven {
  instance: number
  server: StreamServer
  open: typeof openStreamClient
  tell: (news: StreamNews) => void
  onChange: (state: LinkState) => void
  onPoint: (point: Pointed) => void
}

export const triesMax = 5
/** Before each try: short at first, for most losses are short. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000]
/** Browsers say by themselves that a connection fails; one that never says anything has failed too. */
const connectWithinMs = 30_000

/** Connects to an instance and comes back to it by itself, at most five times in a row. */
export function openLink({ instance, server, open, tell, onChange, onPoint }: LinkGiven) {
  let state: LinkState = {
    instance,
    state: 'connecting',
    stream: undefined,
    tries: 0,
    isGivenUp: false,
    title: '',
  }
  let client: ReturnType<typeof openStreamClient> | undefined
  let attempt = new AbortController()
  let next: ReturnType<typeof setTimeout> | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  let settled: ReturnType<typeof setTimeout> | undefined

  function write(changes: Partial<LinkState>): void {
    state = { ...state, ...changes }
    onChange(state)
  }

  async function connect(): Promise<void> {
    clearTimeout(next)
    next = undefined
    attempt = new AbortController()
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
    const { signal } = attempt
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
    // One that breaks at once is still the same row of tries: nothing goes round for ever.
    settled = setTimeout(() => write({ tries: 0 }), constants.streamInitWaitMs)
  }

  function tearDown(): void {
    attempt.abort()
    for (const timer of [next, late, settled]) clearTimeout(timer)
    next = undefined
    const old = client
    client = undefined
    old?.close()
  }

  /** What was never there is not tried again by itself; what was lost is. */
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
    /** At once, without waiting for the next try; or again from the beginning, where it was given up. */
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
