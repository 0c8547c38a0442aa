import type { Page } from '@playwright/test'
import { callLaunch } from '../support/browsers/browser-launch.ts'
import { eventually } from '../support/eventually.ts'
import { acceptTerms, enterWith, expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { journeyOrigin } from '../support/journeys/journey-places.ts'
import { tile, turnCameraOn } from '../support/journeys/two-in-call.ts'

const soon = () => new Date(Date.now() + 5 * 60_000).toISOString()
const join = (page: Page) => page.getByRole('button', { name: 'Join Session' }).click()

/** How many frames a picture shows in a second. */
const framesIn = (page: Page, name: string) =>
  tile(page, name)
    .locator('video')
    .evaluate(async (video: HTMLVideoElement) => {
      const shown = () => video.getVideoPlaybackQuality().totalVideoFrames
      const before = shown()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return shown() - before
    })

test('two people of a session check their devices, join, see each other, mute and leave [ROUTE-14 PREVIEW-01 PREVIEW-02 DEVICE-01 DEVICE-03 DEVICE-08 CALL-04 CALL-16 CALL-11 LEAVE-07] @any-width', async ({
  page,
  signIn,
  make,
  database,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const other = await make.person({
    level: 'Coach',
    organization_id: coach.organization_id,
    first_name: 'Tomás',
    last_name: 'Aguilar',
  })
  await acceptTerms(database, other.id)
  const session = await make.session({ coach, participants: [other], start: soon(), title: 'Rehearsal' })

  // The device check requests the grant, and the click waits for it.
  const { promise: isLetIn, resolve: letIn } = Promise.withResolvers<void>()
  await page.route('**/api/sessions/join/*', async (route) => {
    await isLetIn
    await route.continue()
  })
  await page.goto(`/session/${session.id}/preview`)
  await page.getByRole('link', { name: 'Join Call' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Choose your video and audio options' }),
  ).toBeVisible()
  await expect(page.getByText('We hear you')).toBeVisible()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0)
  // The check tries every network path that a call may take; here none is blocked.
  await expect(page.getByText(/^Connection is (?:good|usable|weak)$/)).toBeVisible()
  await expect(page.getByText(/^\d+ ms round trip, (?:no|\d+%) loss/)).toBeVisible()
  await expectAccessible(page)
  const pressed = page.getByRole('button', { name: /^Join Session/ })
  await expect(pressed).not.toHaveAttribute('data-pending')
  await join(page)
  await expect(pressed).toHaveAttribute('data-pending', 'true')
  letIn()
  await expect(page.getByText('Waiting for Client')).toBeVisible()
  await expect(page).toHaveURL(`/session/${session.id}/join`)
  await expect(page.getByRole('button', { name: 'Mute, Mic on' })).toBeFocused()
  await expectAccessible(page)

  const browser = await playwright.chromium.launch(callLaunch)
  const second = await browser.newPage({ baseURL: journeyOrigin })
  await enterWith(second, other.token)
  await second.goto(`/session/${session.id}/join`)
  await join(second)
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible()
  await expect(tile(second, 'Dana Whitfield')).toBeVisible()
  await expect(page.getByText('Waiting for Client')).toHaveCount(0)
  await expect.poll(() => framesIn(page, 'Tomás Aguilar')).toBeGreaterThan(5)
  await expect.poll(() => framesIn(second, 'Dana Whitfield')).toBeGreaterThan(5)

  await second.getByRole('button', { name: 'Mute, Mic on' }).click()
  await expect(tile(page, 'Tomás Aguilar, muted')).toBeVisible()
  // A double click counts as one click.
  await second.getByRole('button', { name: 'Turn camera off, Camera on' }).evaluate((camera: HTMLElement) => {
    camera.click()
    camera.click()
  })
  await expect(tile(page, 'Tomás Aguilar, muted, camera off')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Turn camera on, Camera off' })).toBeVisible()
  await turnCameraOn(second)
  await expect(tile(page, 'Tomás Aguilar, muted')).toBeVisible()

  await page.getByRole('button', { name: 'Leave the call' }).click()
  await expect(page).toHaveURL(`/session/${session.id}/completionpage`)
  await expect(second.getByText('Waiting for the others')).toBeVisible()
  const stays = () =>
    database.db
      .selectFrom('presence')
      .select(['person_id', 'joined_at', 'left_at'])
      .where('session_id', '=', session.id)
      .execute()
  const left = await eventually(stays, (rows) => rows.some(({ left_at }) => left_at !== null))
  expect(left.find(({ left_at }) => left_at !== null)?.person_id).toBe(coach.id)
  expect(left).toHaveLength(2)
  await browser.close()
})

test("'Close' on the device check leads to the sessions and releases the camera [DEVICE-06]", async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: soon() })
  await page.goto(`/session/${session.id}/join`)
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0)
  await expectAccessible(page)
  const track = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => {
    const [first] = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks() : []
    return first
  })
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Session Management' })).toBeVisible()
  await expect.poll(() => track.evaluate((one) => one?.readyState)).toBe('ended')
})

test('joining a session that was just cancelled shows an error, and the button can be clicked again [PREVIEW-03 PREVIEW-04] @any-width', async ({
  page,
  signIn,
  make,
  database,
  quietConsole,
}) => {
  quietConsole.allow(/WebSocket connection to .* failed/)
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: soon() })
  const asked = page.waitForResponse(`**/api/sessions/join/${session.id}*`)
  await page.goto(`/session/${session.id}/join`)
  await expect(page.getByText('We hear you')).toBeVisible()
  // The grant that was fetched before must no longer work.
  expect((await asked).status()).toBe(200)
  await database.db
    .updateTable('sessions')
    .set({ status: 'Cancelled' })
    .where('id', '=', session.id)
    .execute()
  await join(page)
  await expect(page.getByText('Error joining session')).toBeVisible()
  await expect(page.getByText('Please refresh the page and try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join Session' })).toBeEnabled()
})
