import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { browsersPerLinkMax, waitingGoneMs } from '@parley/contract/rules/admissions.ts'
import { openElsewhere, type Loss, type PersonElsewhere } from '../support/person-elsewhere.ts'
import type { CallWorld } from './call-world.ts'
import { openGuestCall, type WayIn } from './guest-calls.ts'

/** From when somebody began to do something until it was done. */
export type Moment = readonly [begun: number, done: number]

/** What somebody really did. */
export interface Stay {
  personId: string
  from: Moment
  until: Moment
  /** They went without a word. */
  hasVanished: boolean
  /** Their connection was lost in it by itself: the media server may take what comes after for another stay. */
  losses: readonly Loss[]
}

export interface Pace {
  /** From one act to the next, from one stay to the next, and how many acts a stay has: at least and at most. */
  actMs: readonly [number, number]
  awayMs: readonly [number, number]
  acts: readonly [number, number]
}

/** What was done in all calls, each time by its name. */
export type Done = Map<string, number>

interface Given {
  world: CallWorld
  name: string
  pace: Pace
  chance: () => number
  done: Done
  say: (line: string) => void
  /** Nobody comes any more from then on. */
  until: number
}

/** What the media server wrote of a connection. */
function saidOf(connection: string, { nodes }: CallWorld): string[] {
  return nodes.flatMap(({ name, process }) =>
    process()
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(connection))
      .map((line) => JSON.parse(line) as { ts: number; msg: string; event?: string; reason?: string })
      .map(({ ts, msg, event = '', reason = '' }) =>
        [name, new Date(ts * 1000).toISOString(), msg, event, reason].join(' '),
      ),
  )
}

/** A call of a coach and a client without browsers, who come, write, share, send files, leave and vanish as chance has it. */
export async function liveCall({ world, name, pace, chance, done, say, until }: Given) {
  const call = await openGuestCall(world, name)
  const { coach, client, sessionId, ask, ofCoach } = call
  const between = ([least, most]: readonly [number, number]) => least + chance() * (most - least)
  const count = (what: string) => void done.set(what, (done.get(what) ?? 0) + 1)
  let browsers = 1
  const ofClient = () => call.ofClient(`soak${browsers}`)

  /** The client comes at times in another browser than before, and is let in at once. */
  async function knock(): Promise<WayIn> {
    if (chance() < 0.2 && browsers < browsersPerLinkMax - 1) browsers += 1
    const { way, admissionId } = await call.knock(`soak${browsers}`)
    if (admissionId !== undefined) count('waited')
    return way
  }

  async function sendFile(headers: Record<string, string>, isBrokenOff: boolean): Promise<void> {
    const form = new FormData()
    form.set('userfile', new Blob([`words of ${name} `.repeat(5000)], { type: 'text/plain' }), 'words.txt')
    const whole = new Response(form)
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const controller = new AbortController()
    const half = () =>
      new ReadableStream({
        async start(stream) {
          stream.enqueue(bytes.subarray(0, bytes.length / 2))
          await pause(300)
          controller.abort()
        },
      })
    const body = isBrokenOff ? half() : bytes
    const sent = call.sendFile(headers, whole, body, controller.signal)
    if (isBrokenOff) await sent.catch(() => {})
    else {
      const { ok, status } = await sent
      if (!ok && status !== 503) throw new Error(`a file is answered ${status}`)
    }
  }

  async function act(headers: Record<string, string>, person: PersonElsewhere): Promise<void> {
    const fate = chance()
    if (fate < 0.1) {
      await person.share(between(pace.actMs))
      count('shared')
    } else if (fate < 0.15) {
      await sendFile(headers, true)
      count('uploads broken off')
    } else if (fate < 0.2) {
      await sendFile(headers, false)
      count('files')
    } else {
      const message = { client_id: randomUUID(), body: `a word of ${name}` }
      await ask(headers, `/chat/${sessionId}/messages`, message)
      count('words')
    }
  }

  /** A room is there for whoever has a way in. Where it is not, one tries again, as a page does, and it is counted. */
  async function enter(person: PersonElsewhere, isCoach: boolean, triesLeft = 3): Promise<Moment> {
    const way = isCoach ? await call.joinAsCoach() : await knock()
    const asked = Date.now()
    try {
      return [asked, await person.enter(call.signalling(way), way.twilio_token)]
    } catch (error) {
      if (triesLeft === 0) throw error
      const connection = /\bPA_\w+/.exec(String(error))?.[0]
      count(connection ? 'in, but nothing could be sent' : 'came to a closed room')
      say(`  call ${name}: ${String(error)}`)
      if (connection) for (const line of saidOf(connection, world)) say(`    ${line}`)
      await pause(1000)
      return enter(person, isCoach, triesLeft - 1)
    }
  }

  async function stay(person: PersonElsewhere, isCoach: boolean): Promise<Stay> {
    const from = await enter(person, isCoach)
    const headers = isCoach ? ofCoach() : ofClient()
    for (let left = Math.round(between(pace.acts)); left > 0 && person.goneAt() === undefined; left -= 1) {
      await pause(between(pace.actMs))
      await act(headers, person)
    }
    const ended = Date.now()
    if (chance() < 0.15) await person.vanish()
    else await person.leave()
    const goneAt = person.goneAt()
    const hasVanished = goneAt !== undefined
    count(hasVanished ? 'vanished' : 'left')
    const until = hasVanished ? ([Math.min(ended, goneAt), goneAt] as const) : ([ended, Date.now()] as const)
    const losses = person.losses()
    return { personId: isCoach ? coach.id : client.id, from, until, hasVanished, losses }
  }

  /** Whoever is back before the media server has given them up was never gone, to anybody; by seconds it cannot be told. */
  const awayAfterVanishing = () => (chance() < 0.5 ? ([1000, 10_000] as const) : ([25_000, 40_000] as const))

  /** The client knocks in yet another browser and closes it. Answers who still waits a while later. */
  async function giveUpWaiting(): Promise<number> {
    const headers = call.ofClient('gives up')
    const { terms } = await ask<{ terms: { version: string } }>(headers, '/guest/admission')
    await ask(headers, '/guest/admission', { consents: true, terms: terms.version })
    const waiting = async () => (await ask<unknown[]>(ofCoach(), '/calls/waiting')).length
    const knocks = await waiting()
    if (knocks !== 1) throw new Error(`${knocks} people wait, of one`)
    await pause(waitingGoneMs + 1000)
    return waiting()
  }

  async function live(isCoach: boolean): Promise<Stay[]> {
    const stays: Stay[] = []
    let person = openElsewhere()
    while (Date.now() < until) {
      await pause(between(stays.at(-1)?.hasVanished ? awayAfterVanishing() : pace.awayMs))
      if (Date.now() >= until) break
      const done = await stay(person, isCoach)
      stays.push(done)
      if (done.hasVanished) person = openElsewhere()
    }
    await person.vanish()
    return stays
  }
  const stays = (await Promise.all([live(true), live(false)])).flat()
  return { stays, stillWaiting: await giveUpWaiting() }
}
