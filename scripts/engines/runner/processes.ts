import { spawn } from 'node:child_process'
import { open, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Engine } from './engine.ts'

/** The record of a started engine, by which a later command recognizes it. */
type Started = { pid: number; executable: string; startTicks: string; ports: number[] }

const stopMs = 30_000
const pollMs = 25

const fileOf = (stateDir: string, name: string, kind: 'pid' | 'log' | 'json') =>
  join(stateDir, `${name}.${kind}`)

export const logOf = (stateDir: string, name: string) => fileOf(stateDir, name, 'log')

/** The engine's pid if it still runs and is certainly ours, not a reused pid. */
export async function runningPid(stateDir: string, engine: Engine): Promise<number | undefined> {
  const pid = Number(await readFile(fileOf(stateDir, engine.name, 'pid'), 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const now = await identityOf(pid)
  if (!now) return undefined
  const started = await readStarted(stateDir, engine.name)
  if (started?.pid === pid)
    return now.executable === started.executable && now.startTicks === started.startTicks ? pid : undefined
  return now.executable === (await engine.executable()) ? pid : undefined
}

/** The ports the running engine was started with. */
export const startedPorts = async (stateDir: string, name: string) =>
  (await readStarted(stateDir, name))?.ports

/** Starts the engine detached, so that it outlives the command that started it. */
export async function startProcess(stateDir: string, engine: Engine): Promise<number> {
  const { file, args, cwd, user } = await engine.command()
  const log = await open(logOf(stateDir, engine.name), 'a')
  try {
    const child = spawn(file, args, {
      cwd,
      ...user,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      // The caller's environment (NODE_OPTIONS of a test run, PGDATA …) must not affect an engine.
      env: { PATH: process.env.PATH, HOME: cwd, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    })
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    child.unref()
    const pid = child.pid
    if (pid === undefined) throw new Error(`${engine.name} has no process id.`)
    await writeWhole(fileOf(stateDir, engine.name, 'pid'), `${pid}\n`)
    const identity = await identityOf(pid)
    // Without an identity the process has exited already; waiting for its first answer reports that with its log.
    if (identity) await writeStarted(stateDir, engine.name, { pid, ...identity, ports: engine.ports })
    return pid
  } finally {
    await log.close()
  }
}

/** Stops the engine and waits until it has exited. Returns whether there was one to stop. */
export async function stopProcess(stateDir: string, engine: Engine): Promise<boolean> {
  const pid = await runningPid(stateDir, engine)
  if (pid === undefined) return false
  process.kill(pid, engine.stopSignal)
  if (!(await isGone(pid, stopMs))) {
    process.kill(pid, 'SIGKILL')
    if (!(await isGone(pid, stopMs))) throw new Error(`${engine.name} (process ${pid}) does not end.`)
  }
  await rm(fileOf(stateDir, engine.name, 'pid'), { force: true })
  await rm(fileOf(stateDir, engine.name, 'json'), { force: true })
  return true
}

/** The end of an engine's log, for the message about a start that failed. */
export async function logTail(stateDir: string, name: string) {
  const text = await readFile(logOf(stateDir, name), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-15).join('\n')
}

export async function isAlive(pid: number) {
  return (await identityOf(pid)) !== undefined
}

/** The running processes with this working folder. */
export async function processesIn(folder: string) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const folders = await Promise.all(
    pids.map(async (pid) => ({ pid, cwd: await readlink(`/proc/${pid}/cwd`).catch(() => '') })),
  )
  return folders.filter(({ cwd }) => cwd === folder).map(({ pid }) => pid)
}

async function isGone(pid: number, timeoutMs: number) {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    if (!(await isAlive(pid))) return true
    await wait(pollMs)
  }
  return false
}

/** Program and start time of a process. Together with the pid they identify it, even if the pid is reused. */
async function identityOf(pid: number) {
  const executable = await readlink(`/proc/${pid}/exe`).catch(() => undefined)
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (executable === undefined || stat === undefined) return undefined
  // The second field is the program's name in brackets and may contain anything, so count from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startTicks] = [fields[0], fields[19]]
  if (state === 'Z' || startTicks === undefined) return undefined
  // The kernel adds this after a package upgrade under a running engine.
  return { executable: executable.replace(/ \(deleted\)$/, ''), startTicks }
}

async function readStarted(stateDir: string, name: string): Promise<Started | undefined> {
  const text = await readFile(fileOf(stateDir, name, 'json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // Only writeStarted writes this file.
  return JSON.parse(text) as Started
}

const writeStarted = (stateDir: string, name: string, started: Started) =>
  writeWhole(fileOf(stateDir, name, 'json'), `${JSON.stringify(started)}\n`)

/** Writes atomically: `status` may read at any moment and must never find half a text. */
async function writeWhole(path: string, text: string) {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}
