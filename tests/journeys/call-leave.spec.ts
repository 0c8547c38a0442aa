import { expect, test } from '../support/journey.ts'
import { join, tile, twoInCall } from '../support/two-in-call.ts'

test('a second tab offers to move the call; leaving the page ends it, and staying does not [J7 P7 P8] @any-width', async ({
  page,
  signIn,
  make,
  database,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { second, context, browser, sessionId } = await twoInCall({ page, coach, make, database, playwright })

  // Asked whether to leave, and staying.
  await second.evaluate(() =>
    addEventListener('beforeunload', (event) => event.preventDefault(), { once: true }),
  )
  const asked = second.waitForEvent('dialog')
  await second.getByRole('button', { name: 'Open voice' }).click()
  await second.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await second.getByRole('button', { name: 'Mute, Mic on' }).click()
  await expect(tile(page, 'Tomás Aguilar, muted')).toBeVisible()
  await second.getByRole('button', { name: 'Unmute, Muted' }).click()
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible()

  const third = await context.newPage()
  await third.goto(`/session/${sessionId}/join`)
  await expect(
    third.getByRole('heading', { level: 1, name: 'You are in this call in another tab' }),
  ).toBeVisible()
  // Until somebody says so nothing is moved.
  await expect(second.getByRole('button', { name: 'Mute, Mic on' })).toBeVisible()
  await third.getByRole('button', { name: 'Move the call here' }).click()
  await expect(tile(third, 'Dana Whitfield')).toBeVisible()
  await expect(second.getByText('The call goes on in another tab.')).toBeVisible()
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible()
  // The first one does not come back by itself.
  await expect(third.getByRole('button', { name: 'Mute, Mic on' })).toBeVisible()

  // Another browser with the same name takes the place; the one before says so and stays away.
  const other = await browser.newContext({ storageState: await context.storageState() })
  const fourth = await other.newPage()
  await fourth.goto(third.url())
  await join(fourth)
  await expect(third.getByText('You joined on another device. This one has left.')).toBeVisible()
  await expect(tile(fourth, 'Dana Whitfield')).toBeVisible()

  // Gone with the page, and with Back.
  await fourth.goto(`/session/${sessionId}/preview`)
  await expect(page.getByText('Waiting for Client')).toBeVisible()
  await fourth.getByRole('link', { name: 'Join Call' }).click()
  await join(fourth)
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible()
  await fourth.goBack()
  await expect(fourth).toHaveURL(/\/preview$/)
  await expect(page.getByText('Waiting for Client')).toBeVisible()
  await browser.close()
})

test('the way in is fetched at the click, with one silent try more [J11] @any-width', async ({
  page,
  signIn,
  make,
  quietConsole,
}) => {
  quietConsole.allow(/net::ERR_FAILED/)
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: new Date(Date.now() + 5 * 60_000).toISOString() })
  let asked = 0
  await page.route('**/api/sessions/join/*', async (route) => {
    asked += 1
    if (asked === 1) await route.abort()
    else await route.continue()
  })
  await page.goto(`/session/${session.id}/join`)
  await expect(page.getByText('We hear you')).toBeVisible()
  expect(asked).toBe(0)
  await join(page)
  expect(asked).toBe(2)
  await expect(page.getByText('Error joining session')).toHaveCount(0)
})
