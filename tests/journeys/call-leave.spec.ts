import { expect, test } from '../support/journey.ts'
import { join, tile, twoInCall } from '../support/two-in-call.ts'

test('leaving the page ends the call, and staying does not; who sends nothing is there too [P7 P8] @any-width', async ({
  page,
  signIn,
  make,
  database,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { second, browser, sessionId } = await twoInCall({ page, coach, make, database, playwright })

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

  // Gone with the page; and who sends nothing is there all the same, until Back.
  await second.goto(`/session/${sessionId}/preview`)
  await expect(page.getByText('Waiting for Client')).toBeVisible()
  await second.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotFoundError'))
  })
  await second.getByRole('link', { name: 'Join Call' }).click()
  await join(second)
  await expect(tile(page, 'Tomás Aguilar, muted, camera off')).toBeVisible()
  await second.goBack()
  await expect(second).toHaveURL(/\/preview$/)
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
