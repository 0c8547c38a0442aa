import { constants } from '@parley/contract/rules/constants.ts'
import type { StreamInstance, StreamOfCall } from '@parley/contract/stream.ts'
import { createStore, type Store } from '#base/store.ts'
import type { openStreamClient, Pointed } from '#features/stream/stream-client.ts'
import { openLink, type LinkState } from './stream-link.ts'
import type { StreamNews } from './stream-news.ts'
import type { StreamServer } from './stream-server.ts'

export interface StreamSessionState {
  /** How the call's application stands; undefined until it was asked for. */
  known: StreamOfCall | undefined
  /** The coach has pressed, here or elsewhere, and the faces still stand. */
  isStarting: boolean
  /** The application has its place in the call. */
  isOpen: boolean
  /** This browser's own connection; undefined where there is none to have. */
  link: LinkState | undefined
  /** What each instance that was looked at here called what it showed last. */
  titles: Readonly<Record<number, string>>
  /** Since when control lies where it lies, as far as this page has seen it. */
  heldSince: number | undefined
}

interface StreamGiven {
  server: StreamServer
  sessionId: string
  /** Who sits here. */
  personId: string
  open: typeof openStreamClient
  tell: (news: StreamNews) => void
  /** Whose application was opened in this tab. */
  started: { read: () => string | null; write: (sessionId: string | null) => void }
  now?: () => number
}

export interface StreamSession extends Store<StreamSessionState> {
  /** Where somebody else points who has control. Apart from the rest: it changes many times a second. */
  pointer: Store<Pointed | undefined>
  /** The call is connected, at first or again. */
  connected: () => void
  /** Something may be new. */
  look: () => void
  /** What is shown was begun again: whatever this browser is connected to is about to end. */
  goOver: () => void
  /** The coach's: shows it to everybody. */
  launch: (instance: number) => Promise<void>
  /** The coach's: another instance for everybody, or none any more. */
  show: (instance: number | null) => Promise<void>
  /** The coach's: an instance from the beginning. */
  startAgain: (instance: number) => Promise<void>
  hand: (personId: string) => Promise<void>
  /** A picture that the holder passes on has come, or is gone. */
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
/** A pointer that rests needs no name. */
const pointerRestsMs = 3000
/** Between two looks of one's own accord: hints may be lost, but seldom are, and every browser of every call looks. */
const lookMs = 60_000

/**
 * A call's application in one browser. The server is the truth: it is asked at each connect, each hint and now and then, and
 * what is shown there is what this browser connects to.
 */
export function openStreamSession(given: StreamGiven): StreamSession {
  const { server, sessionId, personId, open, tell, started, now = Date.now } = given
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
  /** The faces have stood long enough. */
  let isDue = false
  /** What the server said last counts, also against a question that was put before. */
  let told = 0
  let isLaunching = false
  const timers: Partial<Record<'open' | 'loaded' | 'look' | 'pointer', ReturnType<typeof setTimeout>>> = {}

  const write = (changes: Partial<StreamSessionState>) => store.write({ ...store.read(), ...changes })
  function later(what: keyof typeof timers, ms: number, act: () => void): void {
    clearTimeout(timers[what])
    timers[what] = setTimeout(act, ms)
  }

  // One look at a time. Whatever is heard during one means another after it.
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
      const before = told
      isAnswered = await server.read().then(
        (known) => {
          if (before === told) take(known)
          else looking = 'again'
          return true
        },
        () => false,
      )
    } while (hasHeardMore())
    looking = 'no'
    if (!isClosed) later('look', isAnswered ? lookMs : retryMs, () => void look())
  }
  const hasHeardMore = () => looking === 'again' && !isClosed

  function take(known: StreamOfCall): void {
    if (isClosed) return
    told += 1
    const before = store.read().known
    const [was, is] = [shownOf(before), shownOf(known)]
    const isHandedOver = was !== undefined && is !== undefined && was.holder_id !== is.holder_id
    write({ known, ...(isHandedOver && { heldSince: now() }) })
    if (isHandedOver) pointer.write(undefined)
    if (known.shown === null) end()
    else if (!isDue && timers.open === undefined) begin(started.read() === sessionId)
    settle()
  }

  /** The faces stand a moment longer, unless this tab had it open before. */
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
      settle()
    })
  }

  function end(): void {
    // The own press is on its way, and this answer is older than it.
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

  /** Brings the connection and the view to what is known. */
  function settle(): void {
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

  /** Of a connection that is not the present one nobody is told. */
  const tellOf = (instance: number) => (news: StreamNews) => {
    if (!isClosed && shownOf(store.read().known)?.number === instance) tell(news)
  }

  function onLink(state: LinkState): void {
    const { link: before, titles } = store.read()
    write({ link: state, ...(state.title && { titles: { ...titles, [state.instance]: state.title } }) })
    if (state.state !== before?.state) arrived(state.state === 'connected')
  }

  /** Picture and sound have come, or are gone. */
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
      settle()
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
