import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { clamd } from './clamd.ts'
import type { Engine, EngineMaker } from './runner/engine.ts'
import { openFolder } from './runner/install.ts'
import { front } from './front.ts'
import { livekit, livekit2 } from './livekit.ts'
import { mail } from './mail.ts'
import { herePlaces, type Places } from './places.ts'
import { portHolder } from './runner/port-holders.ts'
import { postgres } from './postgres.ts'
import {
  isAlive,
  logOf,
  logTail,
  runningPid,
  startedPorts,
  startProcess,
  stopProcess,
} from './runner/processes.ts'
import { readCommand, Refusal, refuse, refuseUnknown } from '../read-command.ts'
import { redis } from './redis.ts'
import { s3 } from './s3.ts'
import { streams } from './streams.ts'
import { stripe } from './stripe.ts'

const makers = {
  postgres,
  redis,
  mail,
  s3,
  stripe,
  clamd,
  livekit,
  livekit2,
  streams,
  front,
} satisfies Record<string, EngineMaker>

export type EngineName = keyof typeof makers

export type EngineStatus = {
  name: string
  state: 'answering' | 'silent' | 'stopped' | 'port-held'
  ports: number[]
  log: string
  pid?: number
  holder?: string
}

const all = Object.keys(makers) as EngineName[] // Object.keys loses the type of the names.
/** The product runs without these: the second media node, the virus scanner and the stream host start only on request. */
const onDemand: readonly EngineName[] = ['livekit2', 'clamd', 'streams']
const usual = all.filter((name) => !onDemand.includes(name))
// initdb took 12 s on a busy machine; after it an engine answers within seconds.
const answerMs = 60_000
const lockMs = 120_000
const leavingMs = 5000
const pollMs = 25

/** Installs, starts and waits for the named engines. Running engines are left alone. */
export async function up(names: readonly EngineName[] = usual, places: Places = herePlaces()) {
  const engines = names.map((name) => makers[name](places))
  await openFolder(places.stateDir)
  await using _ = await lock(places.stateDir)
  // A failed engine does not stop the others, and the lock is held until the last one is done.
  const bringAllUp = (some: readonly Engine[]) =>
    Promise.allSettled(some.map((engine) => bringUp(places.stateDir, engine)))
  const last = engines.filter((engine) => engine.comesLast)
  const [first] = await Promise.all([
    bringAllUp(engines.filter((engine) => !engine.comesLast)),
    // The last engines are installed in parallel, which takes minutes the first time.
    Promise.allSettled(last.map((engine) => engine.install())),
  ])
  const outcomes = [...first, ...(await bringAllUp(last))]
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [messageOf(outcome.reason)] : [],
  )
  if (failures.length > 0) throw new Refusal(failures.join('\n'))
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

/** Stops the named engines, each only if this work tree started it. Returns the names of those that it stopped. */
export async function down(names: readonly EngineName[] = all, places: Places = herePlaces()) {
  await openFolder(places.stateDir)
  await using _ = await lock(places.stateDir)
  const ended = await Promise.all(
    names.map(async (name) => ((await stopProcess(places.stateDir, makers[name](places))) ? [name] : [])),
  )
  return ended.flat()
}

/** The status of the named engines. Changes nothing. */
export async function status(names: readonly EngineName[] = usual, places: Places = herePlaces()) {
  return Promise.all(names.map((name) => statusOf(places.stateDir, makers[name](places))))
}

async function bringUp(stateDir: string, engine: Engine): Promise<{ name: string; wasRunning: boolean }> {
  const running = await runningPid(stateDir, engine)
  if (running !== undefined) {
    const ports = (await startedPorts(stateDir, engine.name)) ?? engine.ports
    if (ports.join() !== engine.ports.join())
      throw new Error(
        `${engine.name} runs on port ${ports.join()}, not ${engine.ports.join()}: take it down first.`,
      )
    await untilItAnswers(stateDir, engine, running)
    return { name: engine.name, wasRunning: true }
  }
  await refuseHeldPorts(stateDir, engine)
  await engine.install()
  const pid = await startProcess(stateDir, engine)
  await untilItAnswers(stateDir, engine, pid)
  return { name: engine.name, wasRunning: false }
}

async function refuseHeldPorts(stateDir: string, engine: Engine) {
  // The children of a killed engine hold its port until they notice.
  const mayBeOwn = (await startedPorts(stateDir, engine.name)) !== undefined
  const deadline = performance.now() + (mayBeOwn ? leavingMs : 0)
  for (const port of engine.ports) {
    let holder = await portHolder(port)
    while (holder !== undefined && performance.now() < deadline) {
      await wait(pollMs)
      holder = await portHolder(port)
    }
    if (holder)
      throw new Error(
        `Port ${port} of ${engine.name} is held by ${holder}. End it, or set PARLEY_PORT_BASE (PARLEY_PORT for the portal's).`,
      )
  }
}

async function untilItAnswers(stateDir: string, engine: Engine, pid: number) {
  const deadline = performance.now() + answerMs
  for (;;) {
    const refusal = await engine.answers().then(
      () => undefined,
      (error: Error) => error,
    )
    if (!refusal) return
    const isLate = performance.now() > deadline
    if (isLate || !(await isAlive(pid))) {
      const what = isLate ? `does not answer (${refusal.message})` : 'ended at once'
      throw new Error(`${engine.name} ${what}. The end of its log:\n${await logTail(stateDir, engine.name)}`)
    }
    await wait(pollMs)
  }
}

async function statusOf(stateDir: string, engine: Engine): Promise<EngineStatus> {
  const facts = { name: engine.name, ports: engine.ports, log: logOf(stateDir, engine.name) }
  const pid = await runningPid(stateDir, engine)
  if (pid !== undefined) {
    const state = await engine.answers().then(
      () => 'answering' as const,
      () => 'silent' as const,
    )
    return { ...facts, state, pid, ports: (await startedPorts(stateDir, engine.name)) ?? engine.ports }
  }
  for (const port of engine.ports) {
    const holder = await portHolder(port)
    if (holder) return { ...facts, state: 'port-held', holder }
  }
  return { ...facts, state: 'stopped' }
}

const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason))

/**
 * Only one command at a time may work on a work tree's engines: two concurrent starts would both run initdb. The lock is an
 * abstract socket, which the kernel releases with its process, so that a lock is never stale.
 */
async function lock(stateDir: string): Promise<AsyncDisposable> {
  const deadline = performance.now() + lockMs
  for (;;) {
    const server = createServer()
    const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      server.once('error', resolve)
      server.listen(`\0parley-engines:${stateDir}`, () => resolve(undefined))
    })
    if (!error)
      return { [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) }
    if (error.code !== 'EADDRINUSE') throw error
    if (performance.now() > deadline)
      throw new Refusal(`Another command has held the engines of ${stateDir} for too long.`)
    await wait(pollMs)
  }
}

async function main() {
  const { values, words } = readCommand({
    usage: 'pnpm engines up|down|status [NAME …] [--json]',
    about: `Starts, stops and shows the engines that the product stands on, on 127.0.0.1 and in the background.

  up      installs and starts the engines that are not running, and waits until they answer
  down    stops what this work tree started, and nothing else
  status  shows what runs, and on which port; exits with 1 unless all of them answer

Engines: ${all.join(', ')}.
Without a name, \`down\` takes all; \`up\` and \`status\` take all but ${onDemand.join(', ')}.
PARLEY_PORT_BASE moves the ports of all engines, PARLEY_PORT that of the portal.`,
    hasWords: true,
    options: { json: { type: 'boolean', about: 'status as JSON' } },
    examples: ['pnpm engines up', 'pnpm engines up streams', 'pnpm engines status', 'pnpm engines down'],
  })
  const [verb, ...asked] = words
  if (verb === undefined) refuse('Say what to do: pnpm engines up, down or status. --help explains them.')
  refuseUnknown('action', [verb], ['up', 'down', 'status'])
  refuseUnknown('engine', asked, all)
  const named = all.filter((name) => asked.includes(name))
  const names = named.length > 0 ? named : verb === 'down' ? all : usual
  const since = performance.now()
  if (verb === 'up') {
    for (const { name, wasRunning } of await up(names))
      console.log(`${name}: ${wasRunning ? 'was up' : 'started'}`)
    console.log(`up after ${Math.round(performance.now() - since)} ms`)
  } else if (verb === 'down') {
    const ended = await down(names)
    for (const name of names) console.log(`${name}: ${ended.includes(name) ? 'ended' : 'was not running'}`)
  } else {
    const found = await status(names)
    if (values.json) console.log(JSON.stringify(found, null, 2))
    else for (const engine of found) console.log(describeStatus(engine))
    if (found.some((engine) => engine.state !== 'answering')) process.exitCode = 1
  }
}

const describeStatus = ({ name, state, ports, pid, holder }: EngineStatus) =>
  `${name}: ${state}, port ${ports.join(' and ')}${pid ? `, process ${pid}` : ''}${holder ? `, by ${holder}` : ''}`

if (import.meta.main) await main()
