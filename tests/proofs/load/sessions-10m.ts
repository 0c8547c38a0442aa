import { medianOf, percentileOf } from '../../support/measure/statistics.ts'
import { added, ratiosOf, type RoundSums } from './list-sizes.ts'
import { openFigures, type Figures, type ProofOptions } from '../proof.ts'
import type { Kind } from './sessions-requests.ts'
import { viewerNames } from './sessions-requests.ts'
import { makeSized, openSized, type Sized } from './sized-worlds.ts'

export const about =
  'With 10 million sessions every list, search, set of options, month and booking costs what it costs with 10 thousand.'

const sizes = {
  full: {
    worlds: [10_000, 1_000_000, 10_000_000],
    pages: [1, 10, 100],
    warmUps: 2,
    rounds: 40,
    bookings: 60,
  },
  // Checks only that the proof works and that every statement has its index; its times mean nothing.
  short: { worlds: [1000, 3000], pages: [2], warmUps: 0, rounds: 1, bookings: 3 },
}
/** A request may always take this long, however fast it was at the smallest size. */
const enoughMs: Record<Kind, number> = { list: 20, search: 50, options: 20, calendar: 20 }
const growthMax = 1.5
const bareMin = 0.9

export async function prove({ size, say, keeps = false }: ProofOptions) {
  const figures = openFigures(say)
  const { worlds, pages } = sizes[size]
  await using stack = new AsyncDisposableStack()
  const sized: Sized[] = []
  for (const sessions of worlds) {
    const label = `${sessions.toLocaleString('en')} sessions`
    say(`${label}:`)
    const made = await makeSized(sessions, { say: size === 'full' ? say : () => {}, keeps })
    sized.push(stack.use(await openSized(made, label, pages)))
  }
  await judgeAll(sized, size, figures, say)
  return figures.all
}

export async function judgeAll(
  sized: readonly Sized[],
  size: ProofOptions['size'],
  figures: Figures,
  say: ProofOptions['say'],
): Promise<void> {
  const isFull = size === 'full'
  for (const world of sized) await checkPlans(world, figures)
  for (const world of sized)
    figures.exactly(`kept count of all ${world.label}`, await world.keptCount(), await world.trueCount())
  judge(await measure(sized, sizes[size]), figures, say, isFull)
  await judgeBookings(sized, sizes[size].bookings, figures, isFull)
}

/** Checks that no request has a statement that scans all sessions although an index could be used. */
async function checkPlans(world: Sized, figures: Figures): Promise<void> {
  const whole = await world.wholeReads()
  figures.exactly(`statements that read all sessions, of ${world.label}`, whole.join('; ') || 'none', 'none')
}

interface Measured {
  viewer: string
  kind: Kind
  name: string
  /** One for each size. */
  p95: number[]
  /** Times at the largest size, by round. */
  times: RoundSums
}

/** Alternates between the sizes for every request, so that other load on the machine affects all sizes alike. */
async function measure(
  sized: readonly Sized[],
  { rounds, warmUps }: (typeof sizes)['full'],
): Promise<Measured[]> {
  const largest = lastOf(sized)
  const measured: Measured[] = []
  for (const [i, request] of largest.requests.entries()) {
    const times: number[][] = sized.map(() => [])
    const bare: number[] = []
    for (let round = -warmUps; round < rounds; round += 1)
      for (const [at, world] of sized.entries()) {
        const ours = await world.ask(i)
        const plain = world === largest ? await world.askBare(i) : undefined
        if (round < 0) continue
        times[at]?.push(ours)
        if (plain !== undefined) bare.push(plain)
      }
    for (const world of sized) await world.forgetLimits()
    measured.push({
      viewer: request.viewer,
      kind: request.kind,
      name: request.name,
      p95: times.map((some) => percentileOf(some, 0.95)),
      times: { ours: lastOf(times), bare },
    })
  }
  return measured
}

function judge(
  measured: readonly Measured[],
  figures: Figures,
  say: ProofOptions['say'],
  isFull: boolean,
): void {
  for (const viewer of viewerNames)
    for (const kind of ['list', 'search', 'options', 'calendar'] as const) {
      const some = measured.filter((one) => one.viewer === viewer && one.kind === kind)
      const slow = some.filter((one) => lastOf(one.p95) > limitOf(one))
      say(`${viewer}, ${kind}: p95 in ms by size, limit`)
      for (const one of isFull ? some : [])
        say(
          `    ${one.name.padEnd(34)} ${one.p95.map(shown).join(' ')}  ${shown(limitOf(one))}${slow.includes(one) ? '  OVER' : ''}`,
        )
      if (isFull)
        figures.atMost(`${viewer}, ${kind}: of ${some.length} requests over the limit`, slow.length, 0)
      const name = `${viewer}, ${kind}: of the bare route's speed`
      if (isFull) figures.ratioAtLeast(name, ratiosOf(some.map((one) => one.times).reduce(added)), bareMin)
      else
        figures.exactly(
          `${viewer}, ${kind}: measured`,
          some.every((one) => one.times.bare.every((ms) => ms > 0)) ? 'all' : 'not all',
          'all',
        )
    }
}

const limitOf = ({ kind, p95 }: Measured): number => Math.max(growthMax * (p95[0] ?? 0), enoughMs[kind])

async function judgeBookings(sized: readonly Sized[], n: number, figures: Figures, isFull: boolean) {
  const times: number[][] = sized.map(() => [])
  for (let i = -3; i < n; i += 1)
    for (const [at, world] of sized.entries()) {
      const time = await world.book(i + 3)
      if (i >= 0) times[at]?.push(time)
    }
  const medians = times.map(medianOf)
  const growth = lastOf(medians) / (medians[0] ?? 1)
  const name = `a booking, median of ${n}: ${medians.map((ms) => `${ms.toFixed(1)} ms`).join(', ')}; growth`
  if (isFull) figures.atMost(name, growth, growthMax, ' times')
  else
    figures.exactly(
      'bookings made at every size',
      times.map((some) => some.length).join(' '),
      sized.map(() => n).join(' '),
    )
}

const shown = (ms: number): string => ms.toFixed(1).padStart(8)

function lastOf<T>(values: readonly T[]): T {
  const last = values.at(-1)
  if (last === undefined) throw new Error('nothing was measured')
  return last
}
