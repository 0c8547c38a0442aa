import { percentileOf } from '../../support/measure/statistics.ts'
import type { Beside } from './beside-bare.ts'
import type { Figures } from '../proof.ts'

/** How much slower a call may be in the large world than in the small one, unless it stays under its own limit. */
const growthMax = 1.5
const bareShareMin = 0.9

/** A call. Calls of one group are compared with the bare route together. */
interface Judged {
  group: string
  name: string
  /** The 95th percentile may always be this long, at any size. */
  limitMs: number
}

interface Worlds {
  small: Beside
  large: Beside
}

/** Times each call in turn in both worlds and through the bare route, and reports what is too slow. */
export async function compareSizes(
  calls: readonly Judged[],
  { small, large }: Worlds,
  rounds: number,
  figures: Figures,
): Promise<void> {
  const sums = new Map<string, RoundSums>()
  for (const [i, { group, name, limitMs }] of calls.entries()) {
    const times = { small: [] as number[], large: [] as number[], bare: [] as number[] }
    for (let round = -3; round < rounds; round += 1) {
      // Alternate which of the two goes first.
      const isOursFirst = round % 2 === 0
      const first = isOursFirst ? await large.ask(i) : await large.askBare(i)
      const second = isOursFirst ? await large.askBare(i) : await large.ask(i)
      const [ours, bare] = isOursFirst ? [first, second] : [second, first]
      const taken = { small: await small.ask(i), large: ours, bare }
      // The first rounds warm up connections and query plans.
      if (round >= 0) for (const key of ['small', 'large', 'bare'] as const) times[key].push(taken[key])
    }
    await small.forgetLimits()
    await large.forgetLimits()
    const p95Small = percentileOf(times.small, 0.95)
    const limit = Math.round(Math.max(growthMax * p95Small, limitMs))
    const label = `${name}, p95 (small world ${p95Small.toFixed(1)} ms)`
    figures.atMost(label, percentileOf(times.large, 0.95), limit, ' ms')
    sums.set(group, added(sums.get(group), { ours: times.large, bare: times.bare }))
  }
  for (const [group, sum] of sums)
    figures.ratioAtLeast(`${group}, of the bare route's speed`, ratiosOf(sum), bareShareMin)
}

/** Times in the order of the rounds. */
export interface RoundSums {
  ours: readonly number[]
  bare: readonly number[]
}

/** Adds up the times of a group's calls, round by round. */
export const added = (sum: RoundSums | undefined, times: RoundSums): RoundSums => ({
  ours: times.ours.map((time, round) => time + (sum?.ours[round] ?? 0)),
  bare: times.bare.map((time, round) => time + (sum?.bare[round] ?? 0)),
})

export const ratiosOf = ({ ours, bare }: RoundSums): number[] =>
  ours.map((time, round) => (bare[round] ?? 0) / time)

/** The short form: worlds this small say nothing about speed, so it only checks that every call is answered. */
export async function answerAll(
  calls: readonly Judged[],
  { small, large }: Worlds,
  figures: Figures,
): Promise<void> {
  const times: number[] = []
  for (const i of calls.keys()) times.push(await small.ask(i), await large.ask(i), await large.askBare(i))
  const answered = times.filter((time) => time > 0).length
  figures.exactly('answers in both worlds and by the bare route', answered, 3 * calls.length)
}
