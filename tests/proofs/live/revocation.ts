import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { makePasswordLink } from '@parley/api/features/identity/identity.ts'
import { issueToken } from '@parley/api/features/identity/sign-in/tokens.ts'
import { system } from '@parley/api/platform/audit/audit.ts'
import { randomFrom } from '../../../scripts/database/world.ts'
import { openEvents } from '../../support/events.ts'
import { eventually } from '../../support/eventually.ts'
import { medianOf } from '../../support/measure/statistics.ts'
import { startPair, type Pair } from '../pair.ts'
import { openFigures, worstOf, type Figures, type ProofOptions } from '../proof.ts'

/** It measures times of a second or less after each act. */
export const isByTheClock = true

export const about =
  'A token stops working within 1 s of a sign-out, or of a password set by link, on every API process and in every event stream, with Redis and without.'

const limitMs = 1000
const givenUpMs = 3 * limitMs
const askEveryMs = 10
const sizes = {
  full: { tokens: 200, atOnce: 4, streams: 40, people: 10, tokensEach: 5 },
  short: { tokens: 6, atOnce: 1, streams: 4, people: 1, tokensEach: 3 },
}
type Size = (typeof sizes)['full']
type Choose = () => number

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const choose = randomFrom(seed)
  await using pair = await startPair()
  await warmUp(pair)
  say('Two API processes with Redis:')
  const channel = await listenToChannel(pair.redis.port)
  await proveAll(pair, sizes[size], choose, figures)
  const { tokens, streams, people } = sizes[size]
  const published = tokens + streams + people
  await eventually(channel.count, (count) => count >= published).catch(() => {}) // The figure tells what is missing.
  figures.exactly('sign-outs that went over the channel', channel.count(), published)
  channel.stop()

  say('The same processes, Redis killed (SIGKILL) just before:')
  await pair.redis.stop('SIGKILL')
  await proveAll(pair, sizes[size], choose, figures)
  return figures.all
}

/** A process compiles its code on the first requests, which would distort the measurement. */
async function warmUp(pair: Pair): Promise<void> {
  for (const api of pair.apis)
    for (let i = 0; i < 20; i += 1) {
      const token = await newToken(pair)
      await expectOk(me({ ...api, token }))
      await signOut(api.url, token)
    }
}

async function proveAll(pair: Pair, size: Size, choose: Choose, figures: Figures): Promise<void> {
  await proveSignOut(pair, size, choose, figures)
  await proveStreams(pair, size, choose, figures)
  await provePasswordLink(pair, size, choose, figures)
}

/** Signs tokens out on a random process, some concurrently, while polling both processes with each token. */
async function proveSignOut(pair: Pair, size: Size, choose: Choose, figures: Figures): Promise<void> {
  const times: number[] = []
  for (let made = 0; made < size.tokens; made += size.atOnce) {
    const tokens = await Promise.all(Array.from({ length: size.atOnce }, () => newToken(pair)))
    const deaths = await Promise.all(
      tokens.map((token) => timesToDeath(pair, [token], () => signOut(oneOf(pair, choose).url, token))),
    )
    times.push(...deaths.flatMap(({ sinceSent }) => sinceSent))
  }
  figures.atMost(
    `worst of ${size.tokens} tokens signed out, on both processes`,
    worstOf(times),
    limitMs,
    ' ms',
  )
}

/** Opens streams on one process and signs their tokens out on the other. */
async function proveStreams(pair: Pair, size: Size, choose: Choose, figures: Figures): Promise<void> {
  const streams = await Promise.all(
    Array.from({ length: size.streams }, async () => {
      const token = await newToken(pair)
      const held = oneOf(pair, choose)
      const stream = await openEvents(`${held.url}/api/live`, token)
      if (stream.status !== 200) throw new Error(`the stream was answered ${stream.status}`)
      return { token, stream, other: pair.apis.find((api) => api !== held) ?? held }
    }),
  )
  const times: number[] = []
  for (const { token, stream, other } of streams) {
    const sentAt = performance.now()
    await signOut(other.url, token)
    const late = setTimeout(stream.stop, givenUpMs)
    times.push((await stream.ended) - sentAt)
    clearTimeout(late)
  }
  const told = streams.filter(({ stream }) => JSON.stringify(stream.notices) === signedOut).length
  figures.atMost(
    `worst end of ${size.streams} event streams on the other process (median ${medianOf(times).toFixed(1)} ms)`,
    worstOf(times),
    limitMs,
    ' ms',
  )
  figures.exactly('streams that heard the signed-out notice, once', told, size.streams)
}

/** A person with several tokens sets a password by link on one process. */
async function provePasswordLink(pair: Pair, size: Size, choose: Choose, figures: Figures): Promise<void> {
  const times: number[] = []
  for (let i = 0; i < size.people; i += 1) {
    const { id, organization_id, token } = await newPerson(pair)
    const more = Array.from({ length: size.tokensEach - 1 }, () => issueToken(pair.db, id, from, Date.now()))
    const link = await makePasswordLink(pair.db, system, { id, organization_id }, Date.now())
    const { url } = oneOf(pair, choose)
    const password = `a lantern by the quay ${i}`
    const setPassword = () => expectOk(post(`${url}/api/auth/set-password`, { token: link, password }))
    // The second starts at the answer, because the process hashes the password before it sets anything.
    times.push(
      ...(await timesToDeath(pair, [token, ...(await Promise.all(more))], setPassword)).sinceAnswered,
    )
  }
  const count = size.people * size.tokensEach
  figures.atMost(
    `worst of ${count} tokens, after a password set by link was answered`,
    worstOf(times),
    limitMs,
    ' ms',
  )
}

/** How long each process still accepted each token, counted from sending `end` and from its answer. */
async function timesToDeath(pair: Pair, tokens: readonly string[], end: () => Promise<void>) {
  const pairs = tokens.flatMap((token) => pair.apis.map(({ url }) => ({ url, token })))
  await Promise.all(pairs.map((one) => expectOk(me(one))))
  const sentAt = performance.now()
  const answered = end().then(() => performance.now())
  const sinceSent = await Promise.all(pairs.map((one) => timeToDeath(one, sentAt)))
  const answeredAfter = (await answered) - sentAt
  for (const one of pairs)
    if ((await me(one)).status !== 401) throw new Error('a dead token came back to life')
  return { sinceSent, sinceAnswered: sinceSent.map((time) => Math.max(0, time - answeredAfter)) }
}

async function timeToDeath(one: { url: string; token: string }, sentAt: number): Promise<number> {
  for (;;) {
    const { status } = await me(one)
    const time = performance.now() - sentAt
    if (status === 401) return time
    if (status !== 200) throw new Error(`${one.url} answered ${status}`)
    if (time > givenUpMs) return time
    // Without this pause the requests would queue, and the proof would measure the queue.
    await pause(askEveryMs)
  }
}

const signedOut = JSON.stringify([{ kind: 'signed-out', reason: 'signed_out' }])
const from = { address: '127.0.0.1', agent: 'proof' }

const newPerson = (pair: Pair) => pair.make.person({ level: 'Super' })
const newToken = async (pair: Pair): Promise<string> => (await newPerson(pair)).token

const oneOf = ({ apis: [first, second] }: Pair, choose: Choose) => (choose() < 0.5 ? first : second)

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const me = async ({ url, token }: { url: string; token: string }) => {
  const reply = await fetch(`${url}/api/profiles/me`, { headers: bearer(token) })
  await reply.arrayBuffer() // Lets the connection be reused.
  return reply
}
const post = (url: string, body: object, headers = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const signOut = (url: string, token: string) => expectOk(post(`${url}/api/auth/logout`, {}, bearer(token)))

async function expectOk(answer: Promise<Response>): Promise<void> {
  const reply = await answer
  if (reply.status !== 200) throw new Error(`${reply.url} answered ${reply.status}`)
}

/** Counts sign-outs on the live channel, as a third process would receive them. */
async function listenToChannel(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let heard = ''
  socket.on('data', (text) => (heard += text))
  socket.write('SUBSCRIBE parley:live\r\n')
  await once(socket, 'data')
  return { count: () => heard.split('"signed-out"').length - 1, stop: () => void socket.destroy() }
}
