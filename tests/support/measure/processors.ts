import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * The first and the last processor that we may run on; the same one if there is only one. The measured server runs on the
 * first, ours and the bare one in turn, and the load generator on the last.
 */
export const cores = twoCores()

function twoCores(): { stack: number; load: number } {
  const allowed = /^Cpus_allowed_list:\s*(.+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  const ends = allowed.split(/[,-]/).map(Number)
  return { stack: ends[0] ?? 0, load: ends.at(-1) ?? 0 }
}

/** Moves a running process with all its threads to the processor of the measured server. */
export async function pinToStack(pid: number): Promise<void> {
  await promisify(execFile)('taskset', ['-a', '-c', '-p', String(cores.stack), String(pid)])
}

/** User and system time of these processes since their start. The kernel counts in hundredths of a second. */
export async function processorMs(processes: readonly { pid: number }[]): Promise<number> {
  let ticks = 0
  for (const { pid } of processes) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks * 10
}
