import { buildWebIfStale } from '../../../scripts/web-build.ts'
import { eventually } from '../../support/eventually.ts'
import { openFigures, type ProofOptions } from '../proof.ts'
import { openStreamCall } from './stream-world.ts'

export const about =
  'When an instance takes only one browser, as at Amazon, the person in control connects to it and relays the picture to the others through the call, and a hand-over makes a new connection.'

export const isNightly = true

export async function prove({ say }: ProofOptions) {
  const figures = openFigures(say)
  buildWebIfStale()
  await using call = await openStreamCall({ settings: { STREAM_VIEWERS: 'one' } })
  const { dana, tomas, people } = call
  const connected = async (name: 'dana' | 'tomas') => {
    const found = await eventually(call.viewers, ([one]) => one === people[name], 30_000)
    figures.exactly(`connected while ${name} has control`, found.join(' '), people[name])
  }
  await call.launch()
  await call.bothSee('red red')
  await connected('dana')
  await dana.application.press()
  await call.bothSee('green red')
  // The application gets the first Escape like any other key; the page handles the second.
  await dana.page.keyboard.press('Escape')
  await dana.page.keyboard.press('Escape')
  await call.bothSee('green green')

  await dana.page.getByRole('button', { name: /^Hand (?:control )?to Tomás$/ }).click()
  await connected('tomas')
  await call.bothSee('green green')
  await tomas.application.press()
  figures.atMost('seen by both after the hand-over', (await call.bothSee('blue green')) / 1000, 10, ' s')
  return figures.all
}
