import { request as openRequest, type IncomingMessage } from 'node:http'
import { createConnection } from 'node:net'
import { callAdmission } from '@parley/contract/calls/calls.ts'
import { sendFile } from '@parley/contract/chat.ts'
import { me } from '@parley/contract/identity.ts'
import { startImport } from '@parley/contract/people.ts'
import type { Route } from '@parley/contract/wire/route.ts'
import { table } from '@parley/contract/table.ts'
import { randomFrom } from '../../../scripts/database/world.ts'
import { eventually } from '../../support/eventually.ts'
import { startProcess, untilItAnswers } from '../../support/engines/processes.ts'
import { openPlace, type Caller, type CallerName, type Ids, type Place } from './hostile-place.ts'
import { brokenRunOf, patternRuns } from './hostile-runs.ts'
import {
  filledCall,
  hostileBodies,
  hostileFiles,
  hostileQueries,
  hostileTexts,
  spoiledCalls,
} from './hostile-shapes.ts'
import { openFigures, worstOf, type ProofOptions } from '../proof.ts'

/** It measures how long the event loop is blocked. */
export const isByTheClock = true

export const about =
  "Whatever is sent to any route, with a token of any level, with a client's link or with neither, no answer is 5xx, no request holds the event loop for 250 ms, memory stays bounded and nobody else waits; this includes long runs of whatever the product's patterns mention in every text, name, header and file, and the longest feed, export, invoice and progress there can be."

export const promises = ['OPS-19']

/** The short form sends only a part of the shapes, chosen by the seed, and uses fewer callers. */
const sizes: Record<
  'full' | 'short',
  { part: number; slowPart: number; runPart: number; callers: CallerName[] }
> = {
  full: {
    part: 1,
    slowPart: 1,
    runPart: 1,
    callers: ['nobody', 'guest', 'own', 'Client', 'Coach', 'OrgAdmin', 'Admin', 'Super'],
  },
  short: { part: 0.002, slowPart: 0.02, runPart: 0.005, callers: ['nobody', 'guest', 'own', 'Super'] },
}

const heldMs = 250
const healthMs = 250
const memoryMax = 700

interface Shot {
  entry: Route
  path: (ids: Ids) => string
  body?: string | Buffer
  headers?: Record<string, string>
  /** 'left': closes the connection in the middle of the body. 'late': never sends the rest of the body. */
  manner?: 'left' | 'late'
}

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const choose = randomFrom(seed)
  const { part, slowPart, runPart, callers } = sizes[size]
  await using place = await openPlace()
  const watch = await watchHealth(place.url)
  const gun = openGun(place)
  for (const name of callers) {
    for (const entry of Object.values(table))
      for (const shot of shotsFor(entry)) {
        const isSlow = shot.entry.bytes !== undefined || shot.manner !== undefined
        if (choose() <= (isSlow ? slowPart : part)) await gun.fire(shot, await place.callerOf(name), name)
      }
    say(`  ${gun.sent()} calls sent, up to ${name}`)
  }
  for (const shot of runShots())
    if (choose() <= runPart) await gun.fire(shot, await place.callerOf('own'), 'own')
  say(`  ${gun.sent()} calls sent, with long runs of what patterns mention`)
  const largest = await place.largest()
  const served = await gun.fireAll(largestShots(), largest, 'largest')
  const faults = [...gun.faults, ...(await sendBareBytes(place.url))]
  const health = await watch.stop()
  for (const fault of new Set(faults)) say(`        ${fault}`)
  figures.exactly(`faults of ours in ${gun.sent()} calls`, faults.length, 0)
  figures.exactly(
    'of the largest, answers that were given',
    served.filter((status) => status === 200).length,
    served.length,
  )
  const { ms, shot } = gun.longest()
  figures.atMost(`the longest that one call held the event loop (${shot})`, ms, heldMs, ' ms')
  // Response times also depend on the machine, and the short form shares it with other tests.
  if (size === 'full') figures.atMost('the slowest answer of /health', worstOf(health), healthMs, ' ms')
  figures.atMost('the most memory of the api', await place.memoryPeak(), memoryMax, ' MB')
  await eventually(place.filesLeft, (left) => left === 0, 60_000)
  figures.exactly('files that the worker left unread', await place.filesLeft(), 0)
  figures.exactly('processes that live', place.alive(), 2)
  return figures.all
}

/** Sends requests one by one, and records 5xx answers and how long each blocked the API's event loop. */
function openGun(place: Place) {
  const faults: string[] = []
  let sent = 0
  let longest = { ms: 0, shot: 'none was held for long' }
  place.held()
  const fire = async (shot: Shot, caller: Caller, name: string): Promise<number> => {
    const status = await send(place.url, shot, caller, sent)
    sent += 1
    const path = shot.path(caller.ids).slice(0, 150)
    const told = `${name} ${shot.entry.method} ${path} ${String(shot.body ?? '').slice(0, 150)} ${JSON.stringify(shot.headers ?? {}).slice(0, 150)}`
    const ms = place.held()
    if (ms > longest.ms) longest = { ms, shot: told }
    if (status >= 500) faults.push(`${status} ${told}`)
    return status
  }
  return {
    faults,
    sent: () => sent,
    longest: () => longest,
    fire,
    fireAll: async (shots: Iterable<Shot>, caller: Caller, name: string): Promise<number[]> => {
      const statuses: number[] = []
      for (const shot of shots) statuses.push(await fire(shot, caller, name))
      return statuses
    },
  }
}

/** An existing id for a route parameter. */
function idFor(path: string, name: string, ids: Ids): string {
  if (name === 'sessionId') return ids.session
  if (name === 'userId') return ids.client
  if (name === 'secret') return ids.secret
  if (name === 'version') return '1'
  if (name !== 'id') return ids.session
  if (/^\/(?:sessions\/person|profiles|imports)\//.test(path)) return ids.client
  if (/^\/(?:organizations|invoice\/(?:organization|preview|export))\//.test(path)) return ids.organization
  return path.startsWith('/invoice/') ? ids.invoice : ids.session
}

/** Fills all parameters of a route's path; `said` overrides some of them. */
const pathOf =
  ({ path }: Route, said: Readonly<Record<string, string | ((ids: Ids) => string)>> = {}) =>
  (ids: Ids): string =>
    `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => {
      const given = said[name] ?? idFor(path, name, ids)
      return encodeURIComponent(typeof given === 'string' ? given : given(ids))
    })}`

const paramsOf = ({ path }: Route): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

function* shotsFor(entry: Route): Generator<Shot> {
  const own = pathOf(entry)
  const isWrite = entry.method !== 'GET'
  const withQuery = (query: string) => (ids: Ids) => `${own(ids)}?${query}`
  for (const query of hostileQueries()) yield { entry, path: withQuery(query) }
  const kinds = ['client', 'coach', 'session', 'organization', 'invoice'] as const
  for (const name of paramsOf(entry))
    for (const said of [
      ...kinds.map((kind) => (ids: Ids) => ids[kind]),
      ...hostileTexts(150).filter((one) => one.isWellFormed()),
    ])
      yield { entry, path: pathOf(entry, { [name]: said }), ...(isWrite ? { body: '{}' } : {}) }
  for (const { query, body } of spoiledCalls(entry)) {
    if (body !== undefined) yield { entry, path: own, body: JSON.stringify(body) }
    else if (typeof query === 'object' && query !== null) {
      const search = addressed(query)
      if (search.length < 14_000) yield { entry, path: withQuery(search) }
    }
  }
  yield {
    entry,
    path: own,
    headers: { cookie: 'a=1; '.repeat(2000), 'x-forwarded-for': '1.1.1.1, '.repeat(300) },
  }
  yield { entry, path: own, headers: { 'idempotency-key': 'k'.repeat(9000), 'user-agent': 'a'.repeat(4000) } }
  if (!isWrite) return
  if (entry.bytes) for (const body of hostileFiles()) yield { entry, path: withQuery('filename=a.csv'), body }
  for (const body of hostileBodies()) yield { entry, path: own, body }
  for (const type of [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    '',
  ])
    yield { entry, path: own, body: '{}', headers: { 'content-type': type } }
  yield { entry, path: own, body: '{}', headers: { 'content-encoding': 'gzip' } }
  yield { entry, path: own, body: '{"a":', manner: 'left' }
  yield { entry, path: own, body: '{"a":', manner: 'late' }
}

/** About the most that one header may hold, next to the other headers. */
const headerLength = 6000
const nameLength = 12_000
const fileLength = 64 * 1024

/** Each run goes to one in ten routes that take texts: the routes have few patterns, which read some hundred characters. */
const oneOfRoutes = 10

/** Long runs of what the product's regular expressions match, in every place where one of them may read it. */
function* runShots(): Generator<Shot> {
  for (const [n, run] of patternRuns().entries()) {
    const file = brokenRunOf(run, fileLength)
    yield formOf('a.txt', file)
    yield formOf(`${brokenRunOf(run, nameLength).replaceAll(/["\\\r\n\0]/g, 'q')}.txt`, 'words')
    yield { entry: startImport, path: pathOf(startImport), body: file }
    const header = brokenRunOf(run, headerLength).replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, 'q')
    for (const key of headersRead) yield { entry: me, path: pathOf(me), headers: { [key]: header } }
    const asked = { 'x-forwarded-uri': `/n1/rtc?${header}` }
    yield { entry: callAdmission, path: pathOf(callAdmission), headers: asked }
    for (const [i, entry] of Object.values(table).entries()) {
      if ((n + i) % oneOfRoutes !== 0) continue
      const body = filledCall(entry, (length) => brokenRunOf(run, length))
      if (body !== undefined) yield { entry, path: pathOf(entry), body: JSON.stringify(body) }
    }
  }
}

const headersRead = [
  'user-agent',
  'cookie',
  'authorization',
  'content-type',
  'if-none-match',
  'x-forwarded-for',
]

/** A file upload as multipart form data. */
function formOf(filename: string, content: string): Shot {
  const head = `--form\r\ncontent-disposition: form-data; name="userfile"; filename="${filename}"\r\n\r\n`
  return {
    entry: sendFile,
    path: pathOf(sendFile),
    body: Buffer.from(`${head}${content}\r\n--form--\r\n`),
    headers: { 'content-type': 'multipart/form-data; boundary=form' },
  }
}

/** The largest responses: a year's calendar feed, the export of all sessions, progress and its report. */
function* largestShots(): Generator<Shot> {
  for (const entry of Object.values(table))
    if (
      /^\/(?:calendar\/feed\/:secret|sessions\/export|assessment\/progress\/:userId(?:\/report)?)$/.test(
        entry.path,
      )
    )
      if (entry.method === 'GET') yield { entry, path: pathOf(entry) }
}

function addressed(query: object): string {
  const text = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value))
  return new URLSearchParams(Object.entries(query).map(([key, value]) => [key, text(value)])).toString()
}

/** Sends a request and returns its status, or 0 if the connection was closed by the API or by us. */
function send(url: string, shot: Shot, { headers, ids }: Caller, n: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const sent = openRequest(`${url}${shot.path(ids)}`, {
    method: shot.entry.method,
    agent: false,
    // Rate limits count by address, so use a new address every 15 requests.
    localAddress: `127.${1 + (Math.floor(n / 15) % 250)}.${Math.floor(n / 3750) % 250}.1`,
    headers: {
      'content-type': shot.entry.bytes?.types[0] ?? 'application/json',
      ...headers,
      ...(shot.manner === 'late' ? { 'content-length': '1000' } : {}),
      ...shot.headers,
    },
  })
  sent.on('response', (answer: IncomingMessage) => {
    // An event stream never ends on its own.
    if (shot.entry.answer === 'events') sent.destroy()
    answer.resume().on('close', () => resolve(answer.statusCode ?? 0))
  })
  sent.on('error', () => resolve(0))
  sent.on('close', () => resolve(0))
  if (shot.manner) sent.write(shot.body)
  else sent.end(shot.body)
  if (shot.manner === 'left')
    sent.once('socket', (socket) => socket.once('connect', () => setImmediate(() => sent.destroy())))
  return promise
}

/** Sends bytes that no client library would send. */
async function sendBareBytes(url: string): Promise<string[]> {
  const { port } = new URL(url)
  const head = (line: string, more = '') => `${line}\r\nhost: a\r\nconnection: close\r\n${more}\r\n`
  const bytes = [
    'HELLO\r\n\r\n',
    '\0\0\0\0\r\n\r\n',
    head('GET /api/%zz HTTP/1.1'),
    head('GET //x HTTP/1.1'),
    head('GET /../../etc/passwd HTTP/1.1'),
    head('GET /assets/%2e%2e/%2e%2e/x HTTP/1.1'),
    head('GET http://evil.test/api/health HTTP/1.1'),
    head('OPTIONS * HTTP/1.1'),
    head('TRACE /api/health HTTP/1.1'),
    head('GET /api/health HTTP/1.1', `x: ${'x'.repeat(20_000)}\r\n`),
    head('GET /api/health HTTP/1.1', 'x: y\r\n'.repeat(3000)),
    head(`GET /api/${'x'.repeat(20_000)} HTTP/1.1`),
    head('POST /api/auth/login HTTP/1.1', 'content-length: 5\r\ntransfer-encoding: chunked\r\n'),
    head('POST /api/auth/login HTTP/1.1', 'content-length: -1\r\n'),
    `${head('POST /api/auth/login HTTP/1.1', 'content-type: application/json\r\ntransfer-encoding: chunked\r\n')}${'1\r\n[\r\n'.repeat(60_000)}0\r\n\r\n`,
    `${head('POST /api/auth/login HTTP/1.1', 'content-type: application/json\r\ntransfer-encoding: chunked\r\n')}zz\r\n`,
  ]
  const statuses = await Promise.all(bytes.map((one) => statusOf(Number(port), one)))
  return statuses.flatMap((status, i) => (status >= 500 ? [`${status} for ${bytes[i]?.slice(0, 60)}`] : []))
}

async function statusOf(port: number, bytes: string): Promise<number> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  const { promise, resolve } = Promise.withResolvers<string>()
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.on('error', () => resolve(answer))
  socket.on('close', () => resolve(answer))
  socket.write(bytes)
  return Number((await promise).split(' ')[1] ?? 0)
}

async function watchHealth(url: string) {
  const watching = await startProcess({
    file: process.execPath,
    args: ['tests/proofs/hostile/health-watch.ts', url],
  })
  await untilItAnswers(watching, async () => watching.log().includes(' ms'))
  return {
    stop: async () => {
      await watching.stop('SIGKILL')
      return watching.log().trim().split('\n').map(Number.parseFloat)
    },
  }
}
