import { readFile } from 'node:fs/promises'

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
