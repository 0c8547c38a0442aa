import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { RoomEvent } from '@livekit/rtc-node'
import { enterSeen, type SeenPerson } from './seen-person.ts'

/**
 * A participant in a process of its own, so that it can vanish without leaving the call. LiveKit's library for Node also
 * ends its process like that at times.
 */
export interface PersonElsewhere extends AsyncDisposable {
  /** Enters a call. Returns when they were connected. */
  enter: (url: string, token: string) => Promise<number>
  share: (ms: number) => Promise<void>
  leave: () => Promise<void>
  vanish: () => Promise<void>
  /** When the process ended, if it has. */
  goneAt: () => number | undefined
  /** When the connection was lost unasked during the current stay, and when it was restored. */
  losses: () => readonly Loss[]
}

export interface Loss {
  from: number
  /** Undefined if it was not restored. */
  until: number | undefined
}

type Act = { enter: readonly [string, string] } | { share: number } | { leave: true }
type Answer = { done: number } | { refused: string }
/** Messages that do not answer an act. */
type News = { lost: number } | { back: number }

/** The library's own timeouts are over by then. */
const settleMs = 60_000

export function openElsewhere(): PersonElsewhere {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  let goneAt: number | undefined
  let losses: Loss[] = []
  let answered: ((answer: Answer) => void) | undefined
  child.on('message', (said: Answer | News) => {
    if ('lost' in said) losses.push({ from: said.lost, until: undefined })
    else if ('back' in said) losses = losses.map((loss) => ({ ...loss, until: loss.until ?? said.back }))
    else answered?.(said)
  })
  const ended = once(child, 'exit').then(() => (goneAt ??= Date.now()))
  const vanish = async () => {
    child.kill('SIGKILL')
    await ended
  }
  async function ask(act: Act): Promise<number> {
    if (goneAt !== undefined) return goneAt
    if ('enter' in act) losses = []
    const answering = new Promise<Answer>((resolve) => (answered = resolve))
    child.send(act)
    const answer = await Promise.race([answering, ended])
    if (typeof answer === 'number') return answer
    if ('refused' in answer) throw new Error(answer.refused)
    return answer.done
  }
  /** After a reconnect the library may never settle a publication. Such a person vanishes. */
  async function share(ms: number): Promise<void> {
    const late = setTimeout(() => void vanish(), ms + settleMs)
    await ask({ share: ms }).finally(() => clearTimeout(late))
  }
  return {
    enter: (...given) => ask({ enter: given }),
    share,
    leave: async () => void (await ask({ leave: true })),
    vanish,
    goneAt: () => goneAt,
    losses: () => losses,
    [Symbol.asyncDispose]: vanish,
  }
}

/** Slow, because many of them run on one small machine. */
const frameMs = 500

if (import.meta.main) {
  let person: SeenPerson | undefined
  const leave = async () => person?.leave()
  const share = async (ms: number) => {
    const stop = await person?.share()
    await pause(ms)
    await stop?.()
  }
  async function act(given: Act): Promise<Answer> {
    try {
      if ('enter' in given) {
        person = await enterSeen(...given.enter, frameMs)
        person.room.on(RoomEvent.Reconnecting, () => process.send?.({ lost: Date.now() }))
        person.room.on(RoomEvent.Reconnected, () => process.send?.({ back: Date.now() }))
      } else await ('share' in given ? share(given.share) : leave())
      return { done: 'enter' in given ? (person?.since ?? 0) : Date.now() }
    } catch (error) {
      return { refused: String(error) }
    }
  }
  process.once('disconnect', () => process.exit())
  process.on('message', (given: Act) => void act(given).then((answer) => process.send?.(answer)))
}
