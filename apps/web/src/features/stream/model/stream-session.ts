import { constants } from '@parley/contract/rules/constants.ts'
import type { StreamInstance, StreamOfCall } from '@parley/contract/stream/stream.ts'
import { createStore, type Store } from '#base/store.ts'
import type { openStreamClient, Pointed } from '#features/stream/stream-client.ts'
import { openLink, type LinkState } from './stream-link.ts'
import type { StreamNews } from './stream-news.ts'
import type { StreamServer } from './stream-server.ts'

export interface StreamSessionState {
  /** The state of the call's application; undefined until the first read. */
  known: StreamOfCall | undefined
  /** The coach has launched it, here or elsewhere, and the faces are still shown. */
  isStarting: boolean
  /** The application is shown in the call. */
  isOpen: boolean
  /** This browser's own connection; undefined if it should have none. */
  link: LinkState | undefined
  /** The last title of each instance that was viewed here. */
  titles: Readonly<Record<number, string>>
  /** When control last changed hands, as far as this page has seen. */
  heldSince: number | undefined
}

interface StreamSessionDeps {
  server: StreamServer
  sessionId: string
  /** The person in this browser. */
  personId: string
  open: typeof openStreamClient
  tell: (news: StreamNews) => void
  /** The session whose application was opened in this tab. */
  started: { read: () => string | null; write: (sessionId: string | null) => void }
  now?: () => number
}

export interface StreamSession extends Store<StreamSessionState> {
  /** Where another person in control points. Its own store, because it changes many times a second. */
  pointer: Store<Pointed | undefined>
  /** The call has connected or reconnected. */
  connected: () => void
  /** The server's state may have changed. */
  look: () => void
  /** The shown instance was restarted: the run that this browser is connected to is about to end. */
  goOver: () => void
  /** For the coach: shows an instance to everybody. */
  launch: (instance: number) => Promise<void>
  /** For the coach: shows another instance to everybody, or none any more. */
  show: (instance: number | null) => Promise<void>
  /** For the coach: restarts an instance from the beginning. */
  startAgain: (instance: number) => Promise<void>
  hand: (personId: string) => Promise<void>
  /** A picture that the holder relays has arrived, or is gone. */
  relayed: (isThere: boolean) => void
  tryNow: () => void
  attachInput: (surface: HTMLVideoElement) => void
  detachInput: () => void
  close: () => void
}

/** The instance that everybody looks at. */
export const shownOf = (known: StreamOfCall | undefined): StreamInstance | undefined =>
  known?.instances.find(({ number }) => number === known.shown)

const retryMs = 3000
/** The name of a pointer that rests this long is hidden. */
const pointerRestsMs = 3000
/** The polling interval: hints are seldom lost, and every browser of every call polls. */
const lookMs = 60_000

/**
 * A call's application in one browser. The server is the source of truth: this browser reads it at each connect, at each
 * hint and at intervals, and connects to the instance that is shown there.
 */
export function openStreamSession(deps: StreamSessionDeps): StreamSession {
  // One closure: the server's state, the link and the view have to be kept in step.
  const { server, sessionId, personId, open, tell, started, now = Date.now } = deps
  const store = createStore<StreamSessionState>({
    known: undefined,
    isStarting: false,
    isOpen: false,
    link: undefined,
    titles: {},
    heldSince: undefined,
  })
  const pointer = createStore<Pointed | undefined>(undefined)
  let link: ReturnType<typeof openLink> | undefined
  let isClosed = false
  /** The faces were shown long enough. */
  let isDue = false
  /** Counts the states taken from the server. A read that was sent before the last of them is stale. */
  let taken = 0
  let isLaunching = false
  const timers: Partial<Record<'open' | 'loaded' | 'look' | 'pointer', ReturnType<typeof setTimeout>>> = {}

  const write = (changes: Partial<StreamSessionState>) => store.write({ ...store.read(), ...changes })
  function later(what: keyof typeof timers, ms: number, act: () => void): void {
    clearTimeout(timers[what])
    timers[what] = setTimeout(act, ms)
  }

  // One read at a time. A hint during a read starts another one after it.
  let looking: 'no' | 'yes' | 'again' = 'no'
  async function look(): Promise<void> {
    if (isClosed) return
    if (looking !== 'no') {
      looking = 'again'
      return
    }
    let isAnswered = true
    do {
      looking = 'yes'
      const before = taken
      isAnswered = await server.read().then(
        (known) => {
          if (before === taken) take(known)
          else looking = 'again'
          return true
        },
        () => false,
      )
    } while (hasNewHint())
    looking = 'no'
    if (!isClosed) later('look', isAnswered ? lookMs : retryMs, () => void look())
  }
  const hasNewHint = () => looking === 'again' && !isClosed

  function take(known: StreamOfCall): void {
    if (isClosed) return
    taken += 1
    const before = store.read().known
    const [was, is] = [shownOf(before), shownOf(known)]
    const isHandedOver = was !== undefined && is !== undefined && was.holder_id !== is.holder_id
    write({ known, ...(isHandedOver && { heldSince: now() }) })
    if (isHandedOver) pointer.write(undefined)
    if (known.shown === null) end()
    else if (!isDue && timers.open === undefined) begin(started.read() === sessionId)
    align()
  }

  /** The faces stay a moment longer, unless this tab had the application open before. */
  function begin(isBack: boolean): void {
    if (isBack) {
      isDue = true
      return
    }
    started.write(sessionId)
    tell('loading')
    write({ isStarting: true })
    later('open', constants.streamInitWaitMs, () => {
      isDue = true
      align()
    })
  }

  function end(): void {
    // Our own launch is under way, and this answer is older.
    if (isLaunching) return
    const { isStarting, isOpen } = store.read()
    isDue = false
    clearTimeout(timers.open)
    timers.open = undefined
    if (!isStarting && !isOpen) return
    started.write(null)
    tell('over')
    write({ isStarting: false, heldSince: undefined })
  }

  /** Aligns the connection and the view with the known state. */
  function align(): void {
    const { known } = store.read()
    const shown = shownOf(known)
    const isOpen = isDue && shown !== undefined
    if (isOpen !== store.read().isOpen) write({ isOpen, ...(isOpen && { isStarting: false }) })
    const isOurs = shown !== undefined && (known?.isForMany === true || shown.holder_id === personId)
    const wanted = isOurs ? shown.number : undefined
    if (wanted === link?.instance) return
    letGo()
    if (wanted !== undefined)
      link = openLink({ instance: wanted, server, open, tell: tellOf(wanted), onChange: onLink, onPoint })
  }

  function letGo(): void {
    link?.close()
    clearTimeout(timers.loaded)
    link = undefined
    pointer.write(undefined)
    write({ link: undefined })
  }

  function onPoint({ x, y, holder }: Pointed): void {
    pointer.write({ x, y, holder })
    later('pointer', pointerRestsMs, () => pointer.write(undefined))
  }

  /** News of a connection that is not the current one is dropped. */
  const tellOf = (instance: number) => (news: StreamNews) => {
    if (!isClosed && shownOf(store.read().known)?.number === instance) tell(news)
  }

  function onLink(state: LinkState): void {
    const { link: before, titles } = store.read()
    write({ link: state, ...(state.title && { titles: { ...titles, [state.instance]: state.title } }) })
    if (state.state !== before?.state) arrived(state.state === 'connected')
  }

  /** Picture and sound have arrived, or are gone. */
  function arrived(isThere: boolean): void {
    clearTimeout(timers.loaded)
    if (isThere) later('loaded', constants.streamInitWaitMs, () => tell('loaded'))
  }

  async function launch(instance: number): Promise<void> {
    if (isLaunching || isClosed) return
    isLaunching = true
    begin(false)
    try {
      const known = await server.show(instance)
      isLaunching = false
      take(known)
    } catch (error) {
      isLaunching = false
      end()
      tell(server.refusalOf(error).isOften ? 'often' : 'connect')
    }
  }

  const act = async (asked: Promise<StreamOfCall>): Promise<void> => take(await asked)

  return {
    read: store.read,
    watch: store.watch,
    pointer: { read: pointer.read, watch: pointer.watch },
    connected: () => {
      void look()
      link?.tryNow()
    },
    look: () => void look(),
    goOver: () => {
      if (isClosed) return
      letGo()
      align()
      void look()
    },
    launch,
    show: (instance) => act(server.show(instance)),
    startAgain: (instance) => act(server.startAgain(instance)),
    hand: (to) => act(server.hand(store.read().known?.shown ?? 1, to)),
    relayed: arrived,
    tryNow: () => link?.tryNow(),
    attachInput: (surface) => link?.attachInput(surface),
    detachInput: () => link?.detachInput(),
    close: () => {
      if (isClosed) return
      isClosed = true
      for (const timer of Object.values(timers)) clearTimeout(timer)
      link?.close()
      tell('over')
    },
  }
}
