import { describeInterval, medianInterval, reaches } from '../support/measure/statistics.ts'

/** One measurement, with its allowed value in `text`. */
export interface Figure {
  name: string
  text: string
  isGood: boolean
}

export interface ProofOptions {
  /** 'full' proves the whole claim; 'short' is a small version for every test run. */
  size: 'full' | 'short'
  /** The seed of all random choices in the proof. */
  seed: number
  say: (line: string) => void
  /** Keeps large worlds for the next run instead of making them again. */
  keeps?: boolean
  /** Narrows a proof: over files, to paths that contain this; over rounds, to this many; over engines, to these names. */
  only?: string
}

export interface Proof {
  /** The claim in one sentence. */
  about: string
  /** The ids in docs/promises.tsv that the short form proves. */
  promises?: readonly string[]
  /** Runs in full every night (`.ci/nightly`) and not with the tests of every change. */
  isNightly?: true
  /** It measures time, which other work would distort, so its short form runs alone. */
  isByTheClock?: true
  /** Uses the commit's hash as the default seed: the same commit makes the same choices, and nobody picks them. */
  isSeededByCommit?: boolean
  prove: (options: ProofOptions) => Promise<Figure[]>
}

export type Figures = ReturnType<typeof openFigures>

/** Collects figures and prints each as it is added. */
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
    /** Compares our speed with the bare route's, round by round. */
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

/** The largest of the times. Throws if there are none, because a proof that measured nothing proves nothing. */
export function worstOf(times: readonly number[]): number {
  if (times.length === 0) throw new Error('nothing was measured')
  return Math.max(...times)
}
