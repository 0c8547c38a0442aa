import { medianOf } from '../support/median.ts'

export interface Ratio {
  ours: number
  bare: number
  median: number
  lowest: number
  highest: number
  rounds: number
}

type Measure = () => Promise<number>

/**
 * Measures ours and the bare one by turns, so that whatever else the machine does meets both, and compares within each
 * round. Who goes first changes from round to round.
 */
export async function interleaved(ours: Measure, bare: Measure, rounds: number): Promise<Ratio> {
  const pairs: { ours: number; bare: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) pairs.push({ ours: await ours(), bare: await bare() })
    else pairs.push({ bare: await bare(), ours: await ours() })
  }
  const ratios = pairs.map((pair) => pair.ours / pair.bare)
  return {
    ours: medianOf(pairs.map((pair) => pair.ours)),
    bare: medianOf(pairs.map((pair) => pair.bare)),
    median: medianOf(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    rounds,
  }
}

export const describeRatio = ({ median, lowest, highest, rounds }: Ratio): string =>
  `${median.toFixed(2)} (${lowest.toFixed(2)} to ${highest.toFixed(2)} in ${rounds} rounds)`
