import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../support/eventually.ts'
import { medianOf } from '../../support/measure/statistics.ts'
import { openNamespace } from '../../support/relays/namespace.ts'
import { engines, openHangsWorld, type Caller, type EngineName, type HangsWorld } from './hangs-world.ts'
import { openFigures, worstOf, type Figures, type ProofOptions } from '../proof.ts'

export const about =
  'When a media node, PostgreSQL, Redis, the file store, the payment service and the mail server fall silent one after the other with connections left open, no request waits longer than its deadline, everything that does not need the silent one goes on as before, and all is well within 10 s of its end (in full for 60 s each, by dropped packets in a network namespace; in the short form a media node and Redis for seconds, by a relay that passes nothing).'

export const promises = ['OPS-15']

/** The longest that any request may take: the wait for a connection plus the statement timeout. */
const deadlineMs = 22_000
/** The limit for requests that do not need the silent engine, on a busy machine. */
const untouchedMs = 5000
const wellWithinMs = 10_000
/** How much slower than before joins on the healthy node may be. */
const joinRatio = 1.5
/** Extra time in the short form, which shares a small machine with other tests. */
const shortSlackMs = 400

const sizes = {
  full: { beforeMs: 15_000, silentMs: 60_000, engines, spares: 300 },
  short: { beforeMs: 4000, silentMs: 6000, engines: ['media', 'redis'] as const, spares: 20 },
}

type Kind = 'sign-in' | 'join' | 'join on n1' | 'message' | 'file' | 'payment' | 'mail'

/** Which kinds need which engine; all others must keep working. */
const needs: Readonly<Record<EngineName, readonly Kind[]>> = {
  media: ['join on n1'],
  postgres: ['sign-in', 'join', 'join on n1', 'message', 'file', 'payment', 'mail'],
  redis: [],
  s3: ['file'],
  stripe: ['payment'],
  // A mail is stored first, and sent once the mail server answers.
  mail: [],
}

interface Asked {
  kind: Kind
  ms: number
  status: number
}

export async function prove({ size, say, only }: ProofOptions) {
  const figures = openFigures(say)
  const { beforeMs, silentMs, engines: all, spares } = sizes[size]
  const line = size === 'full' ? await openNamespace() : undefined
  await using stack = new AsyncDisposableStack()
  if (line) stack.use(line)
  const world = stack.use(await openHangsWorld(line))
  const acts = await openActs(world, spares)
  for (const name of all.filter((each) => only === undefined || only.split(',').includes(each))) {
    say(`${name} is silent for ${silentMs / 1000} s:`)
    const before = await during(acts, beforeMs)
    const held = await world.connectionsTo(name)
    await world.silence(name)
    const meanwhile = during(acts, silentMs)
    await pause(silentMs)
    await world.speak(name)
    const ended = performance.now()
    const back = await untilWell(acts)
    const asked = await meanwhile
    judge(figures, { name, asked, before, slackMs: size === 'short' ? shortSlackMs : 0 })
    figures.atMost(
      `${name}: everything is well after`,
      (worstOf(back) - ended) / 1000,
      wellWithinMs / 1000,
      ' s',
    )
    const connections = await eventually(
      () => world.connectionsTo(name),
      (count) => count <= Math.max(held, poolMax),
      wellWithinMs,
    )
    figures.atMost(`${name}: connections afterwards`, connections, Math.max(held, poolMax))
    figures.exactly(`${name}: processes that live`, alive(world), 2)
    if (name === 'mail' || name === 'postgres') await mailsArrive(world, figures, name)
  }
  return figures.all
}

/** The size of the API's database pool; it has fewer connections to every other engine. */
const poolMax = 20

interface Judged {
  name: EngineName
  asked: readonly Asked[]
  before: readonly Asked[]
  slackMs: number
}

function judge(figures: Figures, { name, asked, before, slackMs }: Judged): void {
  for (const kind of new Set(asked.map((each) => each.kind))) {
    const own = asked.filter((each) => each.kind === kind)
    const slowest = worstOf(own.map(({ ms }) => ms))
    const isTouched = needs[name].includes(kind)
    const limit = isTouched ? deadlineMs : untouchedMs
    figures.atMost(`${name}: slowest ${kind} of ${own.length}`, slowest / 1000, limit / 1000, ' s')
    if (isTouched) continue
    const refused = own.filter(({ status }) => status !== 200)
    figures.exactly(`${name}: refused, of ${own.length} ${kind}`, refused.length, 0)
  }
  if (needs[name].includes('join')) return
  const joins = (all: readonly Asked[]) => all.filter(({ kind }) => kind === 'join').map(({ ms }) => ms)
  const usual = medianOf(joins(before))
  figures.atMost(
    `${name}: median join on the healthy node, ${Math.round(usual)} ms before`,
    medianOf(joins(asked)),
    Math.round(joinRatio * usual + slackMs),
    ' ms',
  )
}

type Act = { kind: Kind; everyMs: number; ask: () => Promise<number> }

/** Repeats each act for that long, and returns when the last request has been answered. */
async function during(acts: readonly Act[], ms: number): Promise<Asked[]> {
  const until = performance.now() + ms
  const asked: Asked[] = []
  await Promise.all(
    acts.map(async (act) => {
      while (performance.now() < until) {
        asked.push(await timed(act))
        await pause(act.everyMs)
      }
    }),
  )
  return asked
}

async function timed({ kind, ask }: Act): Promise<Asked> {
  const since = performance.now()
  const status = await ask()
  return { kind, status, ms: performance.now() - since }
}

/** Repeats each act until it succeeds, and returns the times. Keeps each act's pace, which stays below the rate limits. */
const untilWell = (acts: readonly Act[]): Promise<number[]> =>
  Promise.all(
    acts.map(async ({ kind, everyMs, ask }) => {
      const until = performance.now() + 3 * wellWithinMs
      let status = await ask()
      while (status !== 200) {
        if (performance.now() > until) throw new Error(`${kind} is not well again; last: ${status}`)
        await pause(everyMs)
        status = await ask()
      }
      return performance.now()
    }),
  )

async function openActs(world: HangsWorld, spares: number): Promise<Act[]> {
  const { api, make, organization } = world
  const send = async (by: Caller, path: string, init: RequestInit = {}): Promise<number> => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${by.token}`)
    const reply = await fetch(`${api.url}/api${path}`, {
      ...init,
      headers,
      signal: AbortSignal.timeout(4 * deadlineMs),
    })
    await reply.arrayBuffer()
    return reply.status
  }
  const post = (by: Caller, path: string, body: object = {}) =>
    send(by, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const reader = await world.coach()
  const [silent, healthy, talk] = [await world.call('n1'), await world.call('n2'), await world.call('n2')]
  // Use several chats, because a chat takes a limited number of files.
  const chats = await Promise.all(engines.map(() => world.call('n2')))
  const admin = await make.person({ level: 'Admin' })
  // Some acts need a new record each time. Make these before an engine falls silent: the helpers are not under test.
  const [invoices, people]: [string[], string[]] = [[], []]
  for (let n = 0; n < spares; n += 1) {
    const { id } = await make.organization()
    invoices.push((await make.invoice(id)).id)
    people.push((await make.person({ level: 'Coach', organization_id: organization.id })).id)
  }
  const sendFile = () => {
    const [chat, ...others] = chats
    if (!chat) throw new Error('there are no chats')
    chats.splice(0, Infinity, ...others, chat)
    const form = new FormData()
    form.set('userfile', new Blob(['a few words']), 'words.txt')
    return send(chat.by, `/chat/${chat.id}/files`, { method: 'POST', body: form })
  }
  const next = (all: string[]): string => {
    const [first] = all.splice(0, 1)
    if (first === undefined) throw new Error('there are no more')
    return first
  }
  return [
    { kind: 'sign-in', everyMs: 100, ask: () => send(reader, '/profiles/me') },
    { kind: 'join', everyMs: 100, ask: () => send(healthy.by, `/sessions/join/${healthy.id}`) },
    { kind: 'join on n1', everyMs: 100, ask: () => send(silent.by, `/sessions/join/${silent.id}`) },
    {
      kind: 'message',
      everyMs: 200,
      ask: () => post(talk.by, `/chat/${talk.id}/messages`, { client_id: randomUUID(), body: 'a word' }),
    },
    // These are slower because their number per minute is limited.
    { kind: 'file', everyMs: 2500, ask: sendFile },
    { kind: 'payment', everyMs: 2000, ask: () => send(admin, `/invoice/pay/${next(invoices)}`) },
    { kind: 'mail', everyMs: 2000, ask: () => post(admin, `/profiles/send-login-email/${next(people)}`) },
  ]
}

const alive = ({ api, worker }: HangsWorld): number => [api, worker].filter((one) => one.isAlive()).length

/** Checks that all mails stored during the silence are sent in the end. */
async function mailsArrive(world: HangsWorld, figures: Figures, name: EngineName): Promise<void> {
  const waiting = async () => {
    const rows = await world.db.selectFrom('mails').select('id').where('state', '=', 'waiting').execute()
    return rows.length
  }
  const since = performance.now()
  await eventually(waiting, (count) => count === 0, 120_000)
  figures.atMost(`${name}: every mail is sent after`, (performance.now() - since) / 1000, 60, ' s')
}
