import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'

/** A process, distinguishable from a later one with the same pid. */
export interface Started {
  pid: number
  /** Start time in ticks since boot. */
  since: string
}

interface Running {
  command: readonly string[]
  env: Record<string, string>
  folder: string
  /** The file for its output. */
  log: string
}

/** Starts a process that outlives this one, as the leader of its own process group. */
export function start({ command: [program = '', ...words], env, folder, log }: Running): Started {
  const said = openSync(log, 'a')
  try {
    const child = spawn(program, words, {
      env,
      cwd: folder,
      detached: true,
      stdio: ['ignore', said, said],
    })
    child.on('error', () => {})
    child.unref()
    const since = child.pid === undefined ? undefined : startOf(child.pid)
    if (child.pid === undefined || since === undefined) throw new Error(`${program} did not start`)
    return { pid: child.pid, since }
  } finally {
    closeSync(said)
  }
}

function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

export const isAlive = ({ pid, since }: Started): boolean => startOf(pid) === since

/** Kills a process with its whole group. */
export function end(started: Started): void {
  if (!isAlive(started)) return
  try {
    process.kill(-started.pid, 'SIGKILL')
  } catch {
    // It has ended in between.
  }
}

/** Kills every process of a user that belongs to one instance alone. Returns how many there were. */
export function endAllOf(uid: number): number {
  const theirs = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && ownerOf(name) === uid)
  for (const pid of theirs)
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended in between.
    }
  return theirs.length
}

function ownerOf(pid: string): number | undefined {
  try {
    return startOf(Number(pid)) === undefined ? undefined : statSync(`/proc/${pid}`).uid
  } catch {
    return undefined
  }
}
