import { createStore, type Store } from '#base/store.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { isSamePlace, writtenOn, type Said, type Unsent } from './unsent.ts'

/** What the server answers of something that it has stored. */
export interface Stored {
  number: number
  at: string
  /** Of a text: as it stands now, which may hold another's words too. */
  data?: string | undefined
}

/** `away`: it is tried again. `not-theirs`: the right is lost, and the answers with it. `refused`: it stays here, for a look. */
export type Failure = { kind: 'away' | 'not-theirs' | 'refused'; message: string }

interface OutboxGiven {
  kept: KeptAnswers
  send: (unsent: Unsent) => Promise<Stored>
  failureOf: (error: unknown) => Failure
  /** Runs it unless another tab of this browser is at it, and answers whether it ran. */
  alone: (act: () => Promise<void>) => Promise<boolean>
  /** Each failed save, for the log. */
  onFailure: (error: unknown) => void
  newId?: () => string
  now?: () => number
  /** A text is sent when its author has paused for so long. */
  pauseMs?: number
  retryMs?: (failures: number) => number
}

export interface OutboxState {
  /** In the order in which they were said. */
  unsent: readonly Unsent[]
  /** What this page knows to be stored, the newest last; it stands until a fetch brings it. */
  stored: readonly (Unsent & { stored: Stored })[]
  /** Nobody answered the last try. */
  isAway: boolean
  /** What this device cannot keep is gone with the page. */
  isOnlyHere: boolean
  /** Why something was not taken, by its name. */
  refused: ReadonlyMap<string, string>
  /** So many were dropped because the right to give them is lost, by session. */
  dropped: ReadonlyMap<string, number>
}

export interface Outbox extends Store<OutboxState> {
  say: (about: { sessionId: string; userId: string }, said: Said) => void
  /** What was held back for a pause goes out now. */
  hurry: () => void
  /** Sends what was refused once more. */
  retry: (clientId: string) => void
  /** What was refused is given up by its author. */
  discard: (clientId: string) => void
  /** Something may be possible again. */
  tryNow: () => void
  close: () => void
}

const storedKept = 200
/** Another tab sends; it may be gone by then. */
const otherTabMs = 1000

/**
 * One person's answers on their way to the server, from whichever page. Each is on the device before it is sent and leaves
 * it when the server has answered; until then it is tried again, in its order.
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
}: OutboxGiven): Outbox {
  const store = createStore<OutboxState>({
    unsent: kept.all(),
    stored: [],
    isAway: false,
    isOnlyHere: false,
    refused: new Map(),
    dropped: new Map(),
  })
  /** What the device did not take. */
  const onlyHere = new Map<string, Unsent>()
  const pausedUntil = new Map<string, number>()
  let underWay: string | undefined
  let failures = 0
  /** Not before then: whoever goes on meanwhile does not put it off. */
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

  function say(about: { sessionId: string; userId: string }, said: Said): void {
    // A clock that was set back does not change the order.
    const at = Math.max(now(), (all().at(-1)?.at ?? 0) + 1)
    const unsent: Unsent = { clientId: newId(), at, ...about, said }
    // Of a text that grows only the last version has to go; a criterion's way is kept, step by step.
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

  /** The next that may go: what was refused stays, what its author still writes waits. */
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
    // A clock that was set back makes nobody wait for longer.
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

  /** Answers whether the next may go: not while nobody answers. */
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

  /** What its author has written since then is a change of what is stored now. */
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

  // Another tab has said something, or has sent it.
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
