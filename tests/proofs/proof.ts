import { describeInterval, medianInterval, reaches } from '../support/median-interval.ts'

/** One thing that was measured, beside what it may be. */
export interface Figure {
  name: string
  text: string
  isGood: boolean
}

export interface ProofOptions {
  /** 'full' is what the claim says; 'short' is the same in small, for every run of the tests. */
  size: 'full' | 'short'
  /** Decides every choice that the proof makes by chance. */
  seed: number
  say: (line: string) => void
  /** Large worlds are made once and kept for the next time. */
  keeps?: boolean
  /** Of a proof that goes over files: those alone with this in their path. Of one in rounds: so many. Of one over engines: their names. */
  only?: string
}

export interface Proof {
  /** One sentence: what holds. */
  about: string
  /** What of docs/promises.tsv its short form keeps. */
  promises?: readonly string[]
  /** Given in full every night (`.ci/nightly`), and not with the tests of every change. */
  isNightly?: true
  /** What it measures would be other work's, if there were any: its short form runs alone. */
  isByTheClock?: true
  /** Unless a seed is given, the commit's hash is it: the same commit makes the same choices, and nobody picks them. */
  isSeededByCommit?: boolean
  prove: (options: ProofOptions) => Promise<Figure[]>
}

export type Figures = ReturnType<typeof openFigures>

/** Collects figures and tells each as it comes. */
export function openFigures(say: ProofOptions['say']) {
  const all: Figure[] = []
  const add = (name: string, text: string, isGood: boolean) => {
    all.push({ name, text, isGood })
    say(`  ${isGood ? 'good' : 'BAD '}  ${name}: ${text}`)
  }
  return {
    all,
    atMost: (name: string, value: number, limit: number, unit = '') =>
      add(name, `${shown(value)}${unit}, at most ${limit}${unit}`, value <= limit),
    atLeast: (name: string, value: number, least: number, unit = '') =>
      add(name, `${value.toFixed(2)}${unit}, at least ${least.toFixed(2)}${unit}`, value >= least),
    /** How our speed compares with the bare route's, round by round. */
    ratioAtLeast: (name: string, ratios: readonly number[], least: number) => {
      const found = medianInterval(ratios)
      add(name, `${describeInterval(found)}, at least ${least.toFixed(2)}`, reaches(found, least))
    },
    between: (name: string, value: number, [least, most]: readonly [number, number]) =>
      add(
        name,
        `${value}, ${least === most ? least : `${least} to ${most}`} allowed`,
        least <= value && value <= most,
      ),
    exactly: (name: string, value: number | string, expected: number | string) =>
      add(name, value === expected ? String(value) : `${value}, not ${expected}`, value === expected),
  }
}

const shown = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1))

/** The largest of some times; a proof that measured nothing has proved nothing. */
export function worstOf(times: readonly number[]): number {
  if (times.length === 0) throw new Error('nothing was measured')
  return Math.max(...times)
}
