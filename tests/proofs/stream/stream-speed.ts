import { setTimeout as pause } from 'node:timers/promises'
import { medianOf, percentileOf } from '../../support/measure/statistics.ts'
import { startStreamHost } from '../../support/stream/stream-host.ts'
import { launchViewer, openStreamViewer, type StreamViewer } from '../../support/stream/stream-viewer.ts'
import { practice } from '../../../scripts/engines/streams.ts'
import { buildPracticeIfStale } from '../../../scripts/practice-build.ts'
import { openBareStream } from './bare-stream.ts'
import { openFigures, type Figures, type ProofOptions } from '../proof.ts'

export const about =
  'The streamed application shows 30 pictures a second and answers a click within 60 ms, hardly later than its encoder and its transport alone.'

/** Its short form measures no speed. */
export const isNightly = true

const sizes = {
  full: { rounds: 5, presses: 20, watchMs: 10_000 },
  short: { rounds: 1, presses: 3, watchMs: 1000 },
}
type Size = (typeof sizes)['full']

export async function prove({ size, say }: ProofOptions) {
  const figures = openFigures(say)
  const given = sizes[size]
  const isTimed = size === 'full'
  await using stack = new AsyncDisposableStack()
  const browser = await launchViewer()
  stack.defer(() => browser.close())

  say('One viewer, an application that is hardly there, beside the same with nothing of ours around it:')
  await proveOne(stack, browser, given, isTimed, figures)
  if (!isTimed) return figures.all
  buildPracticeIfStale()
  say('Three instances with two viewers each:')
  figures.atLeast('pictures a second of the slowest of six', await slowestOfSix(browser, 'patch'), 25)
  const beside = await slowestOfSix(browser, 'practice')
  say(`  beside it: with the practice scene the slowest of six has ${beside.toFixed(1)} a second`)
  return figures.all
}

type Browser = Awaited<ReturnType<typeof launchViewer>>

async function proveOne(
  stack: AsyncDisposableStack,
  browser: Browser,
  { rounds, presses, watchMs }: Size,
  isTimed: boolean,
  figures: Figures,
): Promise<void> {
  const host = stack.use(await startStreamHost({ slots: 1 }))
  const bare = stack.use(await openBareStream())
  const [ours, theirs] = [await openStreamViewer(browser, host), await openStreamViewer(browser, bare)]
  const instance = await host.start('patch', { holder: 'dana' })
  const first = await ours.come(instance, 'dana')
  await theirs.come('', '')
  const { fps } = await ours.watch(watchMs)
  const times: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] }
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // Alternate, so that other load on the machine affects both.
    const [a, b] = [await pressed(ours, presses), await pressed(theirs, presses)]
    times.ours.push(...a)
    times.theirs.push(...b)
    ratios.push(medianOf(a) / medianOf(b))
  }
  if (!isTimed) {
    figures.atLeast('pictures a second', fps, 1)
    figures.exactly('presses that were seen', times.ours.length, rounds * presses)
    return
  }
  figures.atLeast('pictures a second', fps, 29)
  figures.atMost('from an answer to the first picture', first, 5000, ' ms')
  figures.atMost('from a press to its change, p50', percentileOf(times.ours, 0.5), 60, ' ms')
  figures.atMost('the same, p95', percentileOf(times.ours, 0.95), 120, ' ms')
  figures.atMost('the same with nothing of ours, p50', percentileOf(times.theirs, 0.5), 60, ' ms')
  figures.atMost('ours beside it, in the middle of the rounds', medianOf(ratios), 1.3)
}

async function pressed(viewer: StreamViewer, presses: number): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < presses; i += 1) {
    // Vary the pause, so that presses are not synchronized with the pictures.
    await pause(80 + ((i * 37) % 60))
    times.push(await viewer.press())
  }
  return times
}

async function slowestOfSix(browser: Browser, application: 'patch' | 'practice'): Promise<number> {
  await using host = await startStreamHost({
    slots: 3,
    ...(application === 'practice' && { applications: { practice } }),
  })
  const instances = [
    await host.start(application),
    await host.start(application),
    await host.start(application),
  ]
  const viewers: StreamViewer[] = []
  for (const instance of instances)
    for (const person of ['dana', 'tomas']) {
      const viewer = await openStreamViewer(browser, host)
      await viewer.come(instance, person)
      viewers.push(viewer)
    }
  const seen = await Promise.all(viewers.map((viewer) => viewer.decoded(10_000)))
  await Promise.all(viewers.map((viewer) => viewer.close()))
  return Math.min(...seen)
}
