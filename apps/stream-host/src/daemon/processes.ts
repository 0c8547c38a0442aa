import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'

/** A process that can be told from another one that got the same number later. */
export interface Started {
  pid: number
  /** In ticks since the machine started. */
  since: string
}

interface Running {
  command: readonly string[]
  env: Record<string, string>
  folder: string
  /** Everything it says. */
  log: string
}

/** Starts something that outlives this process, at the head of a group of its own. */
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

/** Ends it with everything that is in its group. */
export function end(started: Started): void {
  if (!isAlive(started)) return
  try {
    process.kill(-started.pid, 'SIGKILL')
  } catch {
    // It has ended in between.
  }
}

/** Ends whatever runs as a user that belongs to one instance alone. Answers how many there were. */
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
