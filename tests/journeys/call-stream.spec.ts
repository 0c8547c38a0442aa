import { applicationOn, keepChannels } from '../support/application-page.ts'
import { callLaunch } from '../support/browser-launch.ts'
import { agreeAndJoin, decide, invited, openLink } from '../support/guest-in-call.ts'
import { expect, test } from '../support/journey.ts'
import { journeyOrigin } from '../support/journey-places.ts'
import { useStreamHost } from '../support/journey-streams.ts'
import { join } from '../support/two-in-call.ts'

useStreamHost()

test('the coach launches the application, both see it, each works it while they have control, and nobody else does [STREAM-01 STREAM-05 STREAM-07 STREAM-09]', async ({
  page,
  signIn,
  make,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { session, link } = await invited(page, make, coach)
  await page.addInitScript(keepChannels)
  await page.goto(`/session/${session.id}/join`)
  await join(page)
  const browser = await playwright.chromium.launch(callLaunch)
  const context = await browser.newContext({ baseURL: journeyOrigin, viewport: { width: 1280, height: 720 } })
  await context.addInitScript(keepChannels)
  const client = await openLink(context, link)
  await agreeAndJoin(client)
  await decide(page, coach, true)
  await expect(client.getByRole('button', { name: 'Leave the call' })).toBeVisible()
  await expect(client.getByRole('button', { name: /Launch Parley/ })).toHaveCount(0)

  const [dana, tomas] = [applicationOn(page), applicationOn(client)]
  const both = async () => `${await dana.colours()}, ${await tomas.colours()}`
  const shows = (colours: string) => expect.poll(both, { timeout: 60_000 }).toBe(`${colours}, ${colours}`)

  await page.getByRole('button', { name: /Launch Parley/ }).click()
  expect(await page.evaluate(() => sessionStorage.getItem('gameStarted'))).toBe(session.id)
  await expect(page.getByText('Loading Parley')).toBeVisible()
  await shows('red red')
  await expect(page.getByText('Loaded', { exact: true })).toBeVisible()
  await expect(page.getByText('You have control')).toBeVisible()
  await expect(client.getByText('Dana has control')).toBeVisible()

  // The first press brings mouse and keyboard there and counts like every other.
  await dana.press()
  await shows('green red')
  await page.keyboard.press('1')
  await shows('green green')
  expect(await tomas.sendByHand()).toBe(1)
  await tomas.press()
  await page.keyboard.press('2')
  await shows('green blue')

  // The first is a key like any other, the second is the page's.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await shows('green yellow')
  await page.getByRole('button', { name: 'Hand control to Tomás' }).click()
  await expect(client.getByText('You have control')).toBeVisible()
  await expect(page.getByText('Tomás has control')).toBeVisible()
  expect(await dana.sendByHand()).toBe(1)
  await tomas.press()
  await shows('blue yellow')
  await client.keyboard.press('3')
  await shows('blue red')

  await page.getByRole('button', { name: 'Take control back' }).click()
  await expect(client.getByText('Dana has control')).toBeVisible()
  expect(await tomas.sendByHand()).toBe(1)
  await dana.press()
  await shows('yellow red')
  await browser.close()
})
