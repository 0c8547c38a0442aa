import { readdir, readFile } from 'node:fs/promises'
import { join as pathOf } from 'node:path'
import { applicationOn } from '../support/application-page.ts'
import { invited } from '../support/guest-in-call.ts'
import { expect, test } from '../support/journey.ts'
import { useStreamHost } from '../support/journey-streams.ts'
import { join } from '../support/two-in-call.ts'

const host = useStreamHost()

test('after a reload and after the death of its gateway it is there again as it was [STREAM-40 STREAM-18 STREAM-20 STREAM-22]', async ({
  page,
  signIn,
  make,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { session } = await invited(page, make, coach)
  await page.goto(`/session/${session.id}/join`)
  await join(page)
  await page.getByRole('button', { name: /Launch Parley/ }).click()
  const application = applicationOn(page)
  const shows = (colours: string) => expect.poll(application.colours, { timeout: 60_000 }).toBe(colours)
  await shows('red red')
  await application.press()
  await shows('green red')

  await page.reload()
  await join(page)
  await shows('green red')

  const instance = (await readdir(host().folder)).find((name) => name.startsWith(session.id)) ?? ''
  const state = JSON.parse(await readFile(pathOf(host().folder, instance, 'state.json'), 'utf8'))
  process.kill(state.processes.gateway.pid, 'SIGKILL')
  await expect(page.getByText('Stream connection failed, please try again.')).toBeVisible()
  await expect(page.getByText('Retrying Parley').first()).toBeVisible()
  await shows('green red')
  await application.press()
  await shows('blue red')
})
