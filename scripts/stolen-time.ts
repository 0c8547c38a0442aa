import { readFileSync } from 'node:fs'

const lookMs = 1000
const spanMs = 10_000

/** Processor time of the whole machine since it began: all of it, and what others on the same host were given instead. */
interface Look {
  at: number
  all: number
  stolen: number
}

export interface StolenTime {
  /** The share of the processors' time that others were given between two moments, 0 to 1: of its worst ten seconds. */
  worstShareBetween: (from: number, until: number) => number
  stop: () => void
}

/** A machine that shares its processors stands still for seconds at a time: what is bound to time then fails for nothing. */
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

/** What takes minutes can fail of one stall: its average would hide that. */
export function worstShareBetween(looks: readonly Look[], from: number, until: number): number {
  const starts = [from, ...looks.map(({ at }) => at).filter((at) => at > from && at + spanMs <= until)]
  return Math.max(...starts.map((start) => shareBetween(looks, start, Math.min(start + spanMs, until))))
}

/** From the last look before to the first one after. */
export function shareBetween(looks: readonly Look[], from: number, until: number): number {
  const first = looks.findLast(({ at }) => at <= from) ?? looks.at(0)
  const last = looks.find(({ at }) => at >= until) ?? looks.at(-1)
  if (!first || !last || last.all === first.all) return 0
  return (last.stolen - first.stolen) / (last.all - first.all)
}

/** See proc_stat(5): the eighth figure is stolen time; those after it are counted in others. */
export function parseStat(text: string): Omit<Look, 'at'> {
  const [, ...figures] = (text.split('\n', 1)[0] ?? '').trim().split(/\s+/)
  const counted = figures.slice(0, 8).map(Number)
  return { all: counted.reduce((sum, each) => sum + each, 0), stolen: counted[7] ?? 0 }
}

/** Where there is no such file, nothing is known to be stolen. */
function readStat(): Omit<Look, 'at'> {
  try {
    return parseStat(readFileSync('/proc/stat', 'utf8'))
  } catch {
    return { all: 0, stolen: 0 }
  }
}
