import { setTimeout as pause } from 'node:timers/promises'
import { buildWebIfStale } from '../../../scripts/web-build.ts'
import { openNamespace } from '../../support/relays/namespace.ts'
import { openCall } from './call-in-browsers.ts'
import { openCallWorld } from './call-world.ts'
import { openFigures, worstOf, type ProofOptions } from '../proof.ts'

export const about =
  'When a second network interface comes and goes on the device of a person in a call, as when a laptop is plugged in, the call goes on, no chat message is lost or doubled, and no error is shown.'

/** It changes the machine's network, so no other browser test can run at the same time. */
export const isNightly = true

const rounds = 5
/** How long a change may interrupt picture and sound. */
const backMs = 10_000
const restMs = 3000
const askMs = 1500

export async function prove({ say }: ProofOptions) {
  const figures = openFigures(say)
  buildWebIfStale()
  await using line = await openNamespace()
  await using world = await openCallWorld({ line })
  await using call = await openCall(world, line)
  const [dana, tomas] = call.people
  const dropped: string[] = []
  tomas.page.on('requestfailed', (request) => dropped.push(request.failure()?.errorText ?? ''))
  let pages = 0
  tomas.page.on('framenavigated', () => (pages += 1))

  const times: number[] = []
  for (let round = 1; round <= rounds; round += 1)
    for (const change of [line.plug, line.unplug]) {
      const asking = tomas.page.evaluate(askOn, { atOnce: 10, forMs: askMs })
      const since = Date.now()
      await Promise.all([change(), call.write()])
      await asking
      await pause(restMs)
      const from = Date.now()
      const back = await Promise.all([dana, tomas].map((person) => call.untilBack(person, { since: from })))
      times.push(from - since + worstOf(back))
      say(
        `  round ${round}: both see and hear each other ${(worstOf(back) / 1000).toFixed(1)} s after the rest`,
      )
    }

  figures.atMost('picture and sound after a change, worst', worstOf(times) / 1000, backMs / 1000, ' s')
  figures.exactly('both have the words that were written, each once', await call.compareWords(), 'yes')
  figures.exactly('pages that were loaded meanwhile', pages, 0)
  figures.exactly('errors that are shown', await tomas.page.getByRole('alertdialog').count(), 0)
  figures.exactly(
    "the call's own controls are there",
    await tomas.page.getByRole('button', { name: 'Leave the call' }).count(),
    1,
  )
  const changes = dropped.filter((error) => error === 'net::ERR_NETWORK_CHANGED').length
  figures.atLeast('requests that the browser dropped for the change', changes, 1)
  return figures.all
}

/**
 * Sends requests without a pause, more at once than the browser has connections for. On a network change the browser drops
 * requests that wait for a connection; those being answered continue.
 */
async function askOn({ atOnce, forMs }: { atOnce: number; forMs: number }): Promise<void> {
  const until = performance.now() + forMs
  const ask = () => fetch('/api/health', { cache: 'no-store' }).then((reply) => reply.text(), String)
  const lane = async () => {
    while (performance.now() < until) await ask()
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
