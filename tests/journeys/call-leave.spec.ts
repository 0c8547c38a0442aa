import type { Page } from '@playwright/test'
import { expect, test } from '../support/journeys/journey.ts'
import { roomOf } from '../support/calls/room-of.ts'
import { join, keepConnections, tile, twoInCall } from '../support/journeys/two-in-call.ts'

test('leaving the page leaves the call, staying when the browser asks does not, and a person without devices is in the call too [P7 P8] @any-width', async ({
  page,
  signIn,
  make,
  database,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { second, browser, sessionId } = await twoInCall({ page, coach, make, database, playwright })

  // The browser asks whether to leave, and the person stays.
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

  // Leaving the page leaves the call. A person who sends nothing is in the call as well, until they press Back.
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

/** The tokens with which this page has connected to the call, without the device check's own connections. */
async function connectsOf(page: Page, grants: readonly string[]): Promise<string[]> {
  const urls = await page.evaluate(() => window.kept.sockets.map(({ url }) => url))
  return urls.flatMap((url) => grants.filter((grant) => url.includes(grant)))
}

test('the device check fetches the join grant without entering the room, and Join Session uses that grant [J11] @any-width', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: new Date(Date.now() + 5 * 60_000).toISOString() })
  await page.addInitScript(keepConnections)
  const grants: string[] = []
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/sessions/join/')) grants.push((await answer.json()).response.twilio_token)
  })
  await page.goto(`/session/${session.id}/join`)
  await expect(page.getByText('We hear you')).toBeVisible()
  await expect.poll(() => grants.length).toBe(1)
  const { room, media } = await roomOf(database, session.id)
  expect(await media.listParticipants(room)).toEqual([])
  await join(page)
  expect(grants).toHaveLength(1)
  expect(await connectsOf(page, grants)).toEqual(grants)
  const stays = await database.db
    .selectFrom('presence')
    .select('person_id')
    .where('session_id', '=', session.id)
    .execute()
  expect(stays.filter(({ person_id }) => person_id !== coach.id)).toEqual([])
})

test('a join grant that could not be fetched ahead is fetched at the click, with one silent retry [J11] @any-width', async ({
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
    if (asked <= 2) await route.abort()
    else await route.continue()
  })
  await page.goto(`/session/${session.id}/join`)
  await expect(page.getByText('We hear you')).toBeVisible()
  await expect.poll(() => asked).toBe(1)
  await join(page)
  expect(asked).toBe(3)
  await expect(page.getByText('Error joining session')).toHaveCount(0)
})

test('a person who is removed after the join grant was fetched cannot join with it [J8 J11] @any-width', async ({
  page,
  signIn,
  make,
  database,
  quietConsole,
}) => {
  quietConsole.allow(/WebSocket connection to .* failed/)
  const { id: organization_id } = await make.organization()
  const leader = await make.person({ level: 'Coach', organization_id })
  const other = await signIn('Coach', { organization_id })
  const session = await make.session({
    coach: leader,
    participants: [other],
    start: new Date(Date.now() + 5 * 60_000).toISOString(),
  })
  const asked = page.waitForResponse(`**/api/sessions/join/${session.id}*`)
  await page.goto(`/session/${session.id}/join`)
  expect((await asked).status()).toBe(200)
  await expect(page.getByText('We hear you')).toBeVisible()
  await database.db
    .insertInto('admissions')
    .values({
      session_id: session.id,
      person_id: other.id,
      browser: '',
      state: 'removed',
      asked_at: new Date(),
      seen_at: new Date(),
    })
    .execute()
  const askedAgain = page.waitForResponse(`**/api/sessions/join/${session.id}*`)
  await page.getByRole('button', { name: 'Join Session' }).click()
  expect((await askedAgain).status()).toBe(403)
  await expect(page.getByText('Error joining session')).toBeVisible()
  const { room, media } = await roomOf(database, session.id)
  expect(await media.listParticipants(room)).toEqual([])
})
