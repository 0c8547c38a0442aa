import { medianOf } from '../support/median.ts'
import { medianInterval, type MedianInterval } from '../support/median-interval.ts'

export interface Ratio extends MedianInterval {
  ours: number
  bare: number
}

type Measure = () => Promise<number>

/**
 * Measures ours and the bare one by turns, so that whatever else the machine does meets both, and compares within each
 * round. Who goes first changes from round to round. Many short rounds say more than few long ones: what disturbs is
 * then in some of them alone.
 */
export async function interleaved(ours: Measure, bare: Measure, rounds: number): Promise<Ratio> {
  const pairs: { ours: number; bare: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) pairs.push({ ours: await ours(), bare: await bare() })
    else pairs.push({ bare: await bare(), ours: await ours() })
  }
  return {
    ...medianInterval(pairs.map((pair) => pair.ours / pair.bare)),
    ours: medianOf(pairs.map((pair) => pair.ours)),
    bare: medianOf(pairs.map((pair) => pair.bare)),
  }
}
