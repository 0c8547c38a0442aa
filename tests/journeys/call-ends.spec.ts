import { expect, test } from '../support/journeys/journey.ts'
import { roomOf } from '../support/calls/room-of.ts'
import { keepConnections, tile, twoInCall } from '../support/journeys/two-in-call.ts'

test('a person who was removed, and one whose room was deleted, reads so and does not reconnect automatically [R4] @any-width', async ({
  page,
  signIn,
  make,
  database,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  await page.addInitScript(keepConnections)
  const { second, browser, sessionId } = await twoInCall({ page, coach, make, database, playwright })
  const connections = (of: typeof page) => of.evaluate(() => window.kept.connections.length)

  await tile(page, 'Tomás Aguilar').hover()
  await page.getByRole('button', { name: /^Options for Tomás Aguilar/ }).click()
  await page.getByRole('menuitem', { name: 'Remove from call' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(
    second.getByRole('heading', { level: 1, name: 'You were removed from this call.' }),
  ).toBeVisible()

  const { room, media } = await roomOf(database, sessionId)
  await media.deleteRoom(room)
  await expect(page.getByRole('heading', { level: 1, name: 'This call has ended.' })).toBeVisible()

  // To prove that neither page reconnects, wait longer than any pause between two retries.
  const [own, other] = [await connections(page), await connections(second)]
  const since = Date.now()
  await page.waitForFunction((from) => Date.now() - from > 6000, since)
  expect([await connections(page), await connections(second)]).toEqual([own, other])
  await expect(
    second.getByRole('heading', { level: 1, name: 'You were removed from this call.' }),
  ).toBeVisible()
  await browser.close()
})
