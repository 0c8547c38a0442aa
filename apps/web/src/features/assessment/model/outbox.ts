import { createStore, type Store } from '#base/store.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { isSamePlace, writtenOn, type Answer, type Unsent } from './unsent.ts'

/** The server's answer when it has stored something. */
export interface Stored {
  number: number
  at: string
  /** For a text: its current version, which may include somebody else's words. */
  data?: string | undefined
}

/** `away`: is retried. `not-theirs`: the author lost the right, so the answers are dropped. `refused`: stays for a look. */
export type Failure = { kind: 'away' | 'not-theirs' | 'refused'; message: string }

interface OutboxDeps {
  kept: KeptAnswers
  send: (unsent: Unsent) => Promise<Stored>
  failureOf: (error: unknown) => Failure
  /** Runs `act` unless another tab of this browser is running it, and answers whether it ran. */
  alone: (act: () => Promise<void>) => Promise<boolean>
  /** Called with each failed save, for the log. */
  onFailure: (error: unknown) => void
  newId?: () => string
  now?: () => number
  /** A text is sent once its author has paused for this long. */
  pauseMs?: number
  retryMs?: (failures: number) => number
}

export interface OutboxState {
  /** In the order in which they were said. */
  unsent: readonly Unsent[]
  /** Answers that this page knows to be stored, newest last. They are shown until a fetch brings them. */
  stored: readonly (Unsent & { stored: Stored })[]
  /** The last try did not get through. */
  isAway: boolean
  /** Some answers did not fit on the device: they are lost when the page closes. */
  isOnlyHere: boolean
  /** Why the server refused an answer, by client id. */
  refused: ReadonlyMap<string, string>
  /** How many answers were dropped because the author lost the right to give them, by session. */
  dropped: ReadonlyMap<string, number>
}

export interface Outbox extends Store<OutboxState> {
  say: (about: { sessionId: string; userId: string }, said: Answer) => void
  /** Sends at once the texts that wait for a pause. */
  hurry: () => void
  /** Sends a refused answer again. */
  retry: (clientId: string) => void
  /** Drops a refused answer at its author's request. */
  discard: (clientId: string) => void
  /** Retries at once, because the server may be reachable again. */
  tryNow: () => void
  close: () => void
}

const storedKept = 200
/** While another tab sends, this one checks again after this time, because that tab may be gone by then. */
const otherTabMs = 1000

/**
 * Sends one person's answers to the server, from any page. Each answer is saved on the device before it is sent and removed
 * once the server has answered; until then it is retried, in order.
 */
export function openOutbox({
  kept,
  send,
  failureOf,
  alone,
  onFailure,
  newId = () => crypto.randomUUID(),
  now = Date.now,
  pauseMs = 800,
  retryMs = (failures) => Math.min(1000 * 2 ** failures, 30_000),
}: OutboxDeps): Outbox {
  // One closure: all its functions change the same few facts about what is on its way.
  const store = createStore<OutboxState>({
    unsent: kept.all(),
    stored: [],
    isAway: false,
    isOnlyHere: false,
    refused: new Map(),
    dropped: new Map(),
  })
  /** Answers that did not fit on the device. */
  const onlyHere = new Map<string, Unsent>()
  const pausedUntil = new Map<string, number>()
  let underWay: string | undefined
  let failures = 0
  /** No retry before this time. New answers do not put it off. */
  let retryAt = 0
  let isLeftToOther = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  const all = (): Unsent[] => [...kept.all(), ...onlyHere.values()].toSorted((a, b) => a.at - b.at)
  const write = (more: Partial<OutboxState> = {}) =>
    store.write({ ...store.read(), unsent: all(), isOnlyHere: onlyHere.size > 0, ...more })

  function put(unsent: Unsent): void {
    if (!kept.put(unsent)) onlyHere.set(unsent.clientId, unsent)
  }
  function remove(clientId: string): void {
    onlyHere.delete(clientId)
    pausedUntil.delete(clientId)
    kept.remove(clientId)
  }

  function say(about: { sessionId: string; userId: string }, said: Answer): void {
    // Keeps the order if the clock was set back.
    const at = Math.max(now(), (all().at(-1)?.at ?? 0) + 1)
    const unsent: Unsent = { clientId: newId(), at, ...about, said }
    // A text or moment only needs its latest version sent; every step of a criterion is kept.
    const before = said.kind === 'criterion' ? [] : all().filter((each) => isSamePlace(each, unsent))
    if (said.kind !== 'criterion') pausedUntil.set(unsent.clientId, now() + pauseMs)
    put(unsent)
    for (const { clientId } of before) if (clientId !== underWay) remove(clientId)
    write()
    plan()
  }

  /** If the clock was set back, the pause counts as over: nobody waits for longer than it lasts. */
  function pauseOf(clientId: string): number {
    const left = (pausedUntil.get(clientId) ?? 0) - now()
    return left > pauseMs ? 0 : Math.max(0, left)
  }

  /** The next answer that may be sent: refused ones stay, and those that their author is still writing wait. */
  function next(): Unsent | undefined {
    if (isClosed) return undefined
    const { refused } = store.read()
    return all().find(({ clientId }) => !refused.has(clientId) && pauseOf(clientId) === 0)
  }

  function plan(): void {
    clearTimeout(timer)
    if (isClosed) return
    const { refused } = store.read()
    const waits = all()
      .filter(({ clientId }) => !refused.has(clientId))
      .map(({ clientId }) => pauseOf(clientId))
    if (waits.length === 0) return
    // Cap the backoff at one retry delay, in case the clock was set back.
    const pause = Math.max(Math.min(...waits), Math.min(retryAt - now(), retryMs(failures)))
    timer = setTimeout(() => void run(), isLeftToOther ? Math.max(pause, otherTabMs) : pause)
  }

  let isRunning = false
  async function run(): Promise<void> {
    if (isRunning || isClosed) return
    isRunning = true
    isLeftToOther = !(await alone(sendAll))
    isRunning = false
    plan()
  }

  async function sendAll(): Promise<void> {
    for (let one = next(); one; one = next()) {
      const isThrough = await sendOne(one)
      if (!isThrough) return
    }
  }

  /** Answers whether the next one may be sent: not while the server is unreachable. */
  async function sendOne(unsent: Unsent): Promise<boolean> {
    underWay = unsent.clientId
    try {
      const stored = await send(unsent)
      failures = retryAt = 0
      if (!isClosed) taken(unsent, stored)
      return true
    } catch (error) {
      if (isClosed) return false
      onFailure(error)
      return failed(unsent, failureOf(error))
    } finally {
      underWay = undefined
    }
  }

  function taken(unsent: Unsent, stored: Stored): void {
    goOn(unsent, stored)
    remove(unsent.clientId)
    const before = store.read().stored.filter((each) => !isSamePlace(each, unsent))
    write({ isAway: false, stored: [...before, { ...unsent, stored }].slice(-storedKept) })
  }

  /** Rebases what the author has written since then onto the text that is stored now. */
  function goOn({ said, ...about }: Unsent, { number, data }: Stored): void {
    if (said.kind !== 'text' || data === undefined) return
    for (const later of all()) {
      const isLater = later.clientId !== about.clientId && isSamePlace(later, { ...about, said })
      if (!isLater || later.said.kind !== 'text') continue
      const written = writtenOn(said.data, data, later.said.data)
      if (written === undefined) continue
      const clientId = newId()
      pausedUntil.set(clientId, pausedUntil.get(later.clientId) ?? 0)
      put({ ...later, clientId, said: { ...later.said, data: written, base: number } })
      remove(later.clientId)
    }
  }

  function failed(unsent: Unsent, { kind, message }: Failure): boolean {
    if (kind === 'away') {
      failures += 1
      retryAt = now() + retryMs(failures)
      write({ isAway: true })
      return false
    }
    if (kind === 'refused') {
      write({ isAway: false, refused: new Map([...store.read().refused, [unsent.clientId, message]]) })
      return true
    }
    const lost = all().filter(({ sessionId }) => sessionId === unsent.sessionId)
    for (const { clientId } of lost) remove(clientId)
    write({
      isAway: false,
      dropped: new Map([...store.read().dropped, [unsent.sessionId, lost.length]]),
    })
    return true
  }

  // Another tab has added or sent an answer.
  const stopWatching = kept.watch(() => {
    if (isClosed) return
    write()
    if (!isRunning) plan()
  })
  plan()
  return {
    read: store.read,
    watch: store.watch,
    say,
    hurry: () => {
      pausedUntil.clear()
      plan()
    },
    retry: (clientId) => {
      write({ refused: withoutKey(store.read().refused, clientId) })
      plan()
    },
    discard: (clientId) => {
      remove(clientId)
      write({ refused: withoutKey(store.read().refused, clientId) })
    },
    tryNow: () => {
      failures = retryAt = 0
      plan()
    },
    close: () => {
      isClosed = true
      stopWatching()
      clearTimeout(timer)
    },
  }
}

const withoutKey = <V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> =>
  new Map([...map].filter(([each]) => each !== key))
