import { readFile } from 'node:fs/promises'
import { request as openRequest, type IncomingMessage } from 'node:http'
import { createConnection } from 'node:net'
import { openDatabase } from '@parley/api/platform/database.ts'
import { levels, type LevelName } from '@parley/contract/rules/levels.ts'
import type { Route } from '@parley/contract/route.ts'
import { table } from '@parley/contract/table.ts'
import { randomFrom } from '../../scripts/database/world.ts'
import { cloneDatabase, worldPatienceMs } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { makers } from '../support/make.ts'
import { startApi, startProcess, startRedis, startWorker, untilItAnswers } from '../support/processes.ts'
import { hostileBodies, hostileFiles, hostileQueries, hostileTexts, spoiledCalls } from './hostile-shapes.ts'
import { openFigures, worstOf, type ProofOptions } from './proof.ts'

export const about =
  'Whatever is sent to any route, with a token of any level or without: no 5xx, memory stays bounded, and nobody waits for it.'

/** The short form sends a part of the shapes, chosen by the seed, and from fewer levels. */
const sizes = {
  full: {
    part: 1,
    slowPart: 1,
    callers: [undefined, 'Client', 'Coach', 'OrgAdmin', 'Admin', 'Super'] as const,
  },
  short: { part: 0.008, slowPart: 0.08, callers: [undefined, 'Super'] as const },
}

/** Of all its threads, the compiler's and the collector's among them; what hangs takes many seconds. */
const processorMs = 1000
const healthMs = 250
const memoryMax = 700
const idleSeconds = 0.3

interface Shot {
  entry: Route
  path: string
  body?: string | Buffer
  headers?: Record<string, string>
  /** The connection is left in the middle of the body, or the rest of it never comes. */
  manner?: 'left' | 'late'
}

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const choose = randomFrom(seed)
  const { part, slowPart, callers } = sizes[size]
  await using place = await openPlace()
  const faults: string[] = []
  let slowest = { ms: 0, shot: '' }
  const watch = await watchHealth(place.url)
  let sent = 0
  for (const level of callers) {
    const shots = Object.values(table).flatMap((entry) => [...shotsFor(entry, place.ids)])
    for (const shot of shots) {
      const isSlow = shot.entry.bytes !== undefined || shot.manner !== undefined
      if (choose() > (isSlow ? slowPart : part)) continue
      const before = await place.processorMs()
      const status = await fire(place.url, shot, await place.tokenOf(level), sent)
      const ms = (await place.processorMs()) - before
      sent += 1
      const told = `${level ?? 'nobody'} ${shot.entry.method} ${shot.path.slice(0, 150)} ${String(shot.body ?? '').slice(0, 150)}`
      if (ms > slowest.ms) slowest = { ms, shot: told }
      if (status >= 500) faults.push(`${status} ${told}`)
    }
    say(`  ${sent} calls sent, up to ${level ?? 'no token'}`)
  }
  faults.push(...(await sendBareBytes(place.url)))
  const health = await watch.stop()
  for (const fault of new Set(faults)) say(`        ${fault}`)
  figures.exactly(`faults of ours in ${sent} calls`, faults.length, 0)
  say(`        the most costly: ${slowest.shot}`)
  figures.atMost('the most processor time of the api while one was answered', slowest.ms, processorMs, ' ms')
  // How long an answer takes is a matter of the machine too: in small this runs beside other tests.
  if (size === 'full') figures.atMost('the slowest answer of /health', worstOf(health), healthMs, ' ms')
  figures.atMost('the most memory of the api', await place.memoryPeak(), memoryMax, ' MB')
  await eventually(place.filesLeft, (left) => left === 0, 60_000)
  figures.exactly('files that the worker left unread', await place.filesLeft(), 0)
  figures.exactly('processes that live', place.alive(), 2)
  return figures.all
}

function* shotsFor(entry: Route, ids: readonly string[]): Generator<Shot> {
  const path = (id: string) => `/api${entry.path.replace(/:\w+/, encodeURIComponent(id))}`
  const own = path(ids[0] ?? '')
  const isWrite = entry.method !== 'GET'
  for (const query of hostileQueries()) yield { entry, path: `${own}?${query}` }
  if (entry.params)
    for (const text of [...ids, ...hostileTexts(150).filter((one) => one.isWellFormed())])
      yield { entry, path: path(text), ...(isWrite ? { body: '{}' } : {}) }
  for (const { query, body } of spoiledCalls(entry)) {
    if (body !== undefined) yield { entry, path: own, body: JSON.stringify(body) }
    else if (typeof query === 'object' && query !== null) {
      const search = addressed(query)
      if (search.length < 14_000) yield { entry, path: `${own}?${search}` }
    }
  }
  yield {
    entry,
    path: own,
    headers: { cookie: 'a=1; '.repeat(2000), 'x-forwarded-for': '1.1.1.1, '.repeat(300) },
  }
  yield { entry, path: own, headers: { 'idempotency-key': 'k'.repeat(9000), 'user-agent': 'a'.repeat(4000) } }
  if (!isWrite) return
  if (entry.bytes) for (const body of hostileFiles()) yield { entry, path: `${own}?filename=a.csv`, body }
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

function addressed(query: object): string {
  const text = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value))
  return new URLSearchParams(Object.entries(query).map(([key, value]) => [key, text(value)])).toString()
}

/** Sends one and answers its status; 0 where the connection was closed, by them or by us. */
function fire(url: string, shot: Shot, token: string | undefined, n: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const sent = openRequest(`${url}${shot.path}`, {
    method: shot.entry.method,
    agent: false,
    // Each address is counted by itself, and so are few calls of each.
    localAddress: `127.${1 + (Math.floor(n / 15) % 250)}.${Math.floor(n / 3750) % 250}.1`,
    headers: {
      'content-type': shot.entry.bytes?.types[0] ?? 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(shot.manner === 'late' ? { 'content-length': '1000' } : {}),
      ...shot.headers,
    },
  })
  sent.on('response', (answer: IncomingMessage) => {
    // A stream of notices does not end by itself.
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

/** What no client library would send. */
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
    args: ['tests/proofs/health-watch.ts', url],
  })
  await untilItAnswers(watching, async () => watching.log().includes(' ms'))
  return {
    stop: async () => {
      await watching.stop('SIGKILL')
      return watching.log().trim().split('\n').map(Number.parseFloat)
    },
  }
}

/** An API process and a worker with engines of their own, and callers of every level. */
async function openPlace() {
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const redis = stack.use(await startRedis())
  const settings = { PARLEY_BODY_IDLE_SECONDS: String(idleSeconds), PARLEY_LOG_LEVEL: 'error' }
  const given = { databaseUrl: cloned.appUrl, redisUrl: redis.url, settings }
  const api = stack.use(await startApi(given))
  const worker = stack.use(await startWorker(given))
  const database = openDatabase(cloned.appUrl, 4, () => {}, worldPatienceMs)
  stack.defer(database.close)
  const make = makers(database.db, Date.now)
  const organization = await make.organization()
  const coach = await make.person({ level: 'Coach', organization_id: organization.id })
  const client = await make.person({ level: 'Client', organization_id: organization.id, coach_id: coach.id })
  const session = await make.session({
    coach,
    client,
    start: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  })
  let calls = 0
  let token = ''
  let last: LevelName | undefined
  const owned = stack.move()
  return {
    url: api.url,
    ids: [client.id, coach.id, session.id, organization.id],
    /** A new caller after some calls: nobody is to be refused for their number alone. */
    tokenOf: async (level: LevelName | undefined) => {
      if (level === undefined) return undefined
      calls += 1
      if (level !== last || calls % 20 === 0) {
        const isInside = levels[level] < levels.Admin
        const organization_id = isInside ? organization.id : null
        token = (await make.person({ level, organization_id })).token
        last = level
      }
      return token
    },
    /** Processor time of the api so far; unlike an answer's time it does not depend on what else runs here. */
    processorMs: async () => {
      const stat = await readFile(`/proc/${api.pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    memoryPeak: async () => {
      const status = await readFile(`/proc/${api.pid}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    },
    filesLeft: async () => {
      const { rows } = await database.pool.query(
        "select 1 from imports where state = 'reading' and received_at is not null",
      )
      return rows.length
    },
    alive: () => [api, worker].filter((one) => one.isAlive()).length,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
