import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addresses,
  fileSettings,
  herePlaces,
  mediaSettings,
  paymentSettings,
  streamSettings,
} from '../../../scripts/engines/places.ts'
import { eventually } from '../eventually.ts'

const root = join(import.meta.dirname, '../../..')
// A start takes one second on an idle machine and took more than twenty on a small, busy one.
const startMs = 60_000
const drainMs = 10_000

type Signal = 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2'

export interface Running extends AsyncDisposable {
  pid: number
  isAlive: () => boolean
  /** All its output so far. */
  log: () => string
  send: (signal: Signal) => void
  /** Ends the process and waits for its end. Does nothing if it has already ended. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

interface Command {
  file: string
  args: readonly string[]
  /** Its whole environment except PATH: settings of the caller's shell must not affect a proof. */
  env?: Record<string, string>
  /** Pins the process to one processor, for measurements. */
  core?: number | undefined
  /** A prefix that runs the command on another machine (namespace.ts). */
  enter?: readonly string[] | undefined
}

/** Starts a process and keeps its output. Disposing it ends it, and so does the end of our own process. */
export async function startProcess({ file, args, env = {}, core, enter = [] }: Command): Promise<Running> {
  const pinned = core === undefined ? [] : ['taskset', '-c', String(core)]
  const [program = file, ...rest] = [...enter, ...pinned, file, ...args]
  const child = spawn(program, rest, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: string[] = []
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => written.push(chunk.toString()))
  const endWithUs = () => void child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  await once(child, 'spawn')
  const stop: Running['stop'] = (signal = 'SIGTERM') => end(child, signal)
  return {
    pid: child.pid ?? 0,
    isAlive: () => !hasEnded(child),
    log: () => written.join(''),
    send: (signal) => void child.kill(signal),
    stop,
    [Symbol.asyncDispose]: () => stop(),
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const stubborn = setTimeout(() => child.kill('SIGKILL'), drainMs)
  await ended
  clearTimeout(stubborn)
}

/** Waits for the first good answer. If the process ends or stays silent, stops it and throws with its log. */
export async function untilItAnswers(running: Running, ask: () => Promise<boolean>): Promise<void> {
  const hasSettled = async () => !running.isAlive() || (await ask().catch(() => false))
  const isLate = await eventually(hasSettled, Boolean, startMs).then(
    () => false,
    () => true,
  )
  if (!isLate && running.isAlive()) return
  await running.stop('SIGKILL')
  throw new Error(`process ${running.pid} did not come to answer. Its log:\n${running.log()}`)
}

export interface ApiProcess extends Running {
  url: string
  /** The sum of a counter over its labels, from the metrics port. */
  counter: (name: string) => Promise<number>
}

/** Production has no default for these keys. */
const testSecretsKey = Buffer.alloc(32, 'test').toString('base64')
export const testLinkKey = Buffer.alloc(32, 'link').toString('base64')

interface WorkerProcessOptions {
  databaseUrl: string
  redisUrl: string
  settings?: Record<string, string>
  /** The machine that it runs on, if not this one. */
  within?: { there: string; enter: readonly string[] } | undefined
}

/** Starts the worker as in production. Waiting until it works on its jobs is up to the caller. */
export const startWorker = ({
  databaseUrl,
  redisUrl,
  settings = {},
  within,
}: WorkerProcessOptions): Promise<Running> =>
  startProcess({
    file: process.execPath,
    args: ['apps/api/src/worker.ts'],
    enter: within?.enter,
    env: {
      PARLEY_ENV: 'production',
      PARLEY_LOG_LEVEL: 'info',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      PARLEY_SECRETS_KEY: testSecretsKey,
      PARLEY_LINK_KEY: testLinkKey,
      ...mediaSettings(addresses(herePlaces())),
      ...fileSettings(addresses(herePlaces())),
      ...paymentSettings(addresses(herePlaces())),
      ...streamSettings(addresses(herePlaces())),
      ...settings,
    },
  })

interface ApiProcessOptions {
  databaseUrl: string
  redisUrl: string
  settings?: Record<string, string>
  nodeOptions?: readonly string[]
  core?: number
  /** The port of an API that has ended, to take its place. By default a free port. */
  at?: number
  /** The machine that it runs on, if not this one. */
  within?: { there: string; enter: readonly string[] } | undefined
}

/** Starts the API as in production: in a process of its own, on a free port, connected to its engines. */
export async function startApi({
  databaseUrl,
  redisUrl,
  settings = {},
  nodeOptions = [],
  core,
  at,
  within,
}: ApiProcessOptions): Promise<ApiProcess> {
  const [port, metricsPort] = [at ?? (await freePort()), await freePort()]
  const host = within?.there ?? '127.0.0.1'
  const url = `http://${host}:${port}`
  const env = {
    PARLEY_ENV: 'production',
    PARLEY_HOST: host,
    PARLEY_PORT: String(port),
    PARLEY_METRICS_PORT: String(metricsPort),
    PARLEY_ORIGIN: url,
    PARLEY_DRAIN_SECONDS: '0',
    PARLEY_LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    PARLEY_SECRETS_KEY: testSecretsKey,
    PARLEY_LINK_KEY: testLinkKey,
    ...mediaSettings(addresses(herePlaces())),
    ...fileSettings(addresses(herePlaces())),
    ...paymentSettings(addresses(herePlaces())),
    ...streamSettings(addresses(herePlaces())),
    ...settings,
  }
  const args = [...nodeOptions, 'apps/api/src/server.ts']
  const running = await startProcess({ file: process.execPath, args, env, core, enter: within?.enter })
  await untilItAnswers(running, async () => (await (await fetch(`${url}/api/ready`)).text()).includes('"up"'))
  return {
    ...running,
    url,
    counter: async (name) => sumOf(name, await (await fetch(`http://127.0.0.1:${metricsPort}`)).text()),
  }
}

function sumOf(name: string, metrics: string): number {
  const values = metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .map((line) => Number(line.slice(line.lastIndexOf(' '))))
  if (values.length === 0) throw new Error(`there is no metric ${name}`)
  return values.reduce((sum, value) => sum + value, 0)
}

/**
 * Starts a Redis that a test can kill or freeze. Start it on the port of a killed one to let that come back. With a folder
 * it persists its data there and loads it again.
 */
export async function startRedis(
  at?: number,
  keptIn?: string,
): Promise<Running & { url: string; port: number }> {
  const port = at ?? (await freePort())
  const folder = keptIn ?? (await mkdtemp(join(tmpdir(), 'parley-redis-')))
  const appendonly = keptIn === undefined ? 'no' : 'yes'
  const options = { bind: '127.0.0.1', port: String(port), dir: folder, save: '', appendonly }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const running = await startProcess({ file: 'redis-server', args })
  await untilItAnswers(running, () => answersPing(port))
  return {
    ...running,
    url: `redis://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      await running.stop('SIGKILL')
      if (keptIn === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answersPing(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
    .setEncoding('utf8')
    .setTimeout(500, () => socket.destroy())
  socket.write('PING\r\n')
  for await (const answer of socket) return answer === '+PONG\r\n'
  return false
}

const workersMax = 8
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % workersMax
/** Ports that were given out lately. A process that got one long ago listens on it by now, or has ended. */
const given = new Set<number>()
const givenMax = 500

/**
 * A port that nobody listens on and that was not given out lately. It is below the range of ephemeral ports, so that no
 * outgoing connection takes it before the process that it is meant for. Test workers do not know of each other, so each
 * takes every eighth port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(23_000 / workersMax, 32_000 / workersMax) * workersMax + worker
    if (given.has(port)) continue
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => probe.close(resolve))
    // Another call may have given it out while we probed it.
    if (given.has(port)) continue
    if (given.size === givenMax) given.clear()
    given.add(port)
    return port
  }
}
