import { readFileSync } from 'node:fs'

const lookMs = 1000
const spanMs = 10_000

/** Processor time of the whole machine since boot: the total, and the part that the hypervisor gave to others. */
interface Look {
  at: number
  all: number
  stolen: number
}

export interface StolenTime {
  /** The share of processor time stolen between two moments, 0 to 1, in the worst ten seconds. */
  worstShareBetween: (from: number, until: number) => number
  stop: () => void
}

/** A virtual machine with shared processors stalls for seconds at a time, and time-dependent tests fail without a fault. */
export function watchStolenTime(clock: () => number, read = readStat): StolenTime {
  const looks: Look[] = []
  const look = () => void looks.push({ at: clock(), ...read() })
  look()
  const timer = setInterval(look, lookMs)
  return {
    worstShareBetween: (from, until) => worstShareBetween(looks, from, until),
    stop: () => {
      clearInterval(timer)
      look()
    },
  }
}

/** A test of several minutes can fail because of one stall, which the average would hide. */
export function worstShareBetween(looks: readonly Look[], from: number, until: number): number {
  const starts = [from, ...looks.map(({ at }) => at).filter((at) => at > from && at + spanMs <= until)]
  return Math.max(...starts.map((start) => shareBetween(looks, start, Math.min(start + spanMs, until))))
}

/** The share between the last sample before `from` and the first one after `until`. */
export function shareBetween(looks: readonly Look[], from: number, until: number): number {
  const first = looks.findLast(({ at }) => at <= from) ?? looks.at(0)
  const last = looks.find(({ at }) => at >= until) ?? looks.at(-1)
  if (!first || !last || last.all === first.all) return 0
  return (last.stolen - first.stolen) / (last.all - first.all)
}

/** See proc_stat(5): the eighth figure is stolen time. Those after it are already included in others. */
export function parseStat(text: string): Omit<Look, 'at'> {
  const [, ...figures] = (text.split('\n', 1)[0] ?? '').trim().split(/\s+/)
  const counted = figures.slice(0, 8).map(Number)
  return { all: counted.reduce((sum, each) => sum + each, 0), stolen: counted[7] ?? 0 }
}

/** Without /proc/stat, no time counts as stolen. */
function readStat(): Omit<Look, 'at'> {
  try {
    return parseStat(readFileSync('/proc/stat', 'utf8'))
  } catch {
    return { all: 0, stolen: 0 }
  }
}
