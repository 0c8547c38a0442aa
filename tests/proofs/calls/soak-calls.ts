import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { browsersPerLinkMax, waitingGoneMs } from '@parley/contract/rules/calls/admissions.ts'
import { openElsewhere, type Loss, type PersonElsewhere } from '../../support/calls/person-elsewhere.ts'
import type { CallWorld } from './call-world.ts'
import { openGuestCall, type WayIn } from '../removal/guest-calls.ts'

/** The start and the end of an action. */
export type Moment = readonly [begun: number, done: number]

/** A person's actual stay in a call, to compare with the record. */
export interface Stay {
  personId: string
  from: Moment
  until: Moment
  /** They disappeared without leaving. */
  hasVanished: boolean
  /** Unplanned connection losses; the media server may count the time after one as another stay. */
  losses: readonly Loss[]
}

export interface Pace {
  /** Minimum and maximum of the time between acts, the time between stays, and the number of acts in a stay. */
  actMs: readonly [number, number]
  awayMs: readonly [number, number]
  acts: readonly [number, number]
}

/** How often each action was done in all calls, by its name. */
export type Done = Map<string, number>

interface LiveCallOptions {
  world: CallWorld
  name: string
  pace: Pace
  chance: () => number
  done: Done
  say: (line: string) => void
  /** Nobody joins after this time. */
  until: number
}

/** The media servers' log lines about a connection. */
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

/** A call of a coach and a client without browsers, who join, write, share, send files, leave and vanish at random. */
export async function liveCall({ world, name, pace, chance, done, say, until }: LiveCallOptions) {
  // Long because everything that happens in a call changes the state of that call.
  const call = await openGuestCall(world, name)
  const { coach, client, sessionId, ask, ofCoach } = call
  const between = ([least, most]: readonly [number, number]) => least + chance() * (most - least)
  const count = (what: string) => void done.set(what, (done.get(what) ?? 0) + 1)
  let browsers = 1
  const ofClient = () => call.ofClient(`soak${browsers}`)

  /** The client sometimes knocks in a new browser, and is admitted at once. */
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
      count(person.goneAt() === undefined ? 'shared' : 'vanished in a share')
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

  /** The room must be open for everyone with a join token. If not, this counts the failure and retries, as a page does. */
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

  /** Either well before or well after the media server gives up on a person: near that moment the record is uncertain. */
  const awayAfterVanishing = () => (chance() < 0.5 ? ([1000, 10_000] as const) : ([25_000, 40_000] as const))

  /** The client knocks in another browser and closes it. Returns how many people still wait after `waitingGoneMs`. */
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
