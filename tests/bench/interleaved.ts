import { medianInterval, medianOf, type MedianInterval } from '../support/measure/statistics.ts'

export interface Ratio extends MedianInterval {
  ours: number
  bare: number
}

type Measure = () => Promise<number>

/**
 * Measures our server and the bare one in turn, so that other load on the machine affects both, and compares them within
 * each round. The order changes every round. Many short rounds tell more than a few long ones, because a disturbance then
 * spoils only some of them.
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
