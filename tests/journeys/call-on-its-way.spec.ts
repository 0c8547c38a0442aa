import type { Page } from '@playwright/test'
import { TrackSource } from 'livekit-server-sdk'
import type { Database } from '@parley/api/platform/database/database.ts'
import { expect, test } from '../support/journeys/journey.ts'
import type { makers, TestPerson } from '../support/make.ts'
import { roomOf } from '../support/calls/room-of.ts'
import { takeRequests } from '../support/browsers/send-requests.ts'
import { join, keepConnections, pressCameraOn, turnCameraOn } from '../support/journeys/two-in-call.ts'

/** Opens the device check of a session that begins soon; the test controls the page's captures and requests to send. */
async function openCheck(page: Page, make: ReturnType<typeof makers>, coach: TestPerson) {
  const session = await make.session({ coach, start: new Date(Date.now() + 5 * 60_000).toISOString() })
  await page.addInitScript(keepConnections)
  await page.addInitScript(takeRequests)
  await page.goto(`/session/${session.id}/join`)
  return session
}
const button = (page: Page, name: string) => page.getByRole('button', { name })
const hold = (page: Page) => page.evaluate(() => void (window.requests.isHolding = true))
const letGo = (page: Page) => page.evaluate(() => window.requests.letGo())
/** For each live capture of a kind, whether it is enabled, and so would be sent. */
const captured = (page: Page, kind: 'audio' | 'video') =>
  page.evaluate(
    (wanted) =>
      window.kept.captured
        .filter((track) => track.kind === wanted && track.readyState === 'live')
        .map(({ enabled }) => enabled),
    kind,
  )

/** The tracks that the media server has from the only person in the call. */
async function sentOf(database: Database, sessionId: string) {
  const { room, media } = await roomOf(database, sessionId)
  return async () => {
    const [own] = await media.listParticipants(room)
    return own?.tracks.map(({ source, muted }) => `${TrackSource[source]}${muted ? ', muted' : ''}`)
  }
}

test('a person who mutes while their microphone is being published is not heard, and the track is published muted [CALL-38] @any-width', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const coach = await signIn('Coach')
  const session = await openCheck(page, make, coach)
  await button(page, 'Turn camera off, Camera on').click()
  await button(page, 'Mute, Mic on').click()
  await expect(button(page, 'Unmute, Muted')).toBeVisible()
  await join(page)
  const sent = await sentOf(database, session.id)

  await hold(page)
  await button(page, 'Unmute, Muted').click()
  await expect.poll(() => captured(page, 'audio')).toEqual([true])
  await button(page, 'Mute, Mic starting').click()
  await expect(button(page, 'Unmute, Muted')).toBeVisible()
  // The capture is disabled even before there is a publication to mute.
  expect(await captured(page, 'audio')).toEqual([false])
  await letGo(page)
  await expect.poll(sent).toEqual(['MICROPHONE, muted'])

  await button(page, 'Unmute, Muted').click()
  await expect.poll(sent).toEqual(['MICROPHONE'])
  expect(await captured(page, 'audio')).toEqual([true])
})

test('a camera that another program took while it was off stays off with a message, and can be turned on once it is free [CALL-38] @any-width', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const coach = await signIn('Coach')
  const session = await openCheck(page, make, coach)
  await join(page)
  const sent = await sentOf(database, session.id)
  await expect.poll(sent).toContain('CAMERA')
  await button(page, 'Turn camera off, Camera on').click()
  await expect.poll(sent).toContain('CAMERA, muted')
  await page.evaluate(() => {
    const { mediaDevices } = navigator
    const capture = mediaDevices.getUserMedia.bind(mediaDevices)
    let isTaken = true
    addEventListener('given-back', () => (isTaken = false))
    mediaDevices.getUserMedia = (wanted) =>
      isTaken ? Promise.reject(new DOMException('in use', 'NotReadableError')) : capture(wanted)
  })
  await pressCameraOn(page)
  const told = page.getByText("Your camera couldn't be sent. Turn it on to try again.")
  await expect(told).toBeVisible()
  await expect(button(page, 'Turn camera on, Camera off')).toBeVisible()
  expect(await sent()).toContain('CAMERA, muted')

  await page.evaluate(() => dispatchEvent(new Event('given-back')))
  await turnCameraOn(page)
  await expect.poll(sent).toContain('CAMERA')
  await expect(told).toHaveCount(0)
})

test('a screen that is stopped while it is being published is not shared, and can be shared again [CALL-38] @any-width', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const coach = await signIn('Coach')
  const session = await openCheck(page, make, coach)
  await join(page)
  const sent = await sentOf(database, session.id)
  await expect.poll(async () => (await sent())?.length).toBe(2)
  const screens = () => captured(page, 'video').then((tracks) => tracks.length - 1)

  await hold(page)
  await button(page, 'Share screen').click()
  await expect.poll(screens).toBe(1)
  await button(page, 'Share screen').click()
  await expect.poll(screens).toBe(0)
  await letGo(page)
  await button(page, 'Share screen').click()
  await expect(page.getByText('You are sharing your screen.')).toBeVisible()
  await expect
    .poll(async () => (await sent())?.filter((each) => each.startsWith('SCREEN')))
    .toEqual(['SCREEN_SHARE'])
  await button(page, 'Stop sharing').first().click()
  await expect.poll(async () => (await sent())?.length).toBe(2)
})

test('a person who leaves during a reconnect is not in the call again, and a screen chosen after that is not shared [CALL-38] @any-width', async ({
  page,
  signIn,
  make,
  database,
}) => {
  test.slow()
  const coach = await signIn('Coach')
  // The first join request is the device check's.
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let joins = 0
  await page.route('**/api/sessions/join/*', async (route) => {
    joins += 1
    if (joins > 1) {
      asked.resolve()
      await answered.promise
    }
    await route.continue()
  })
  const session = await openCheck(page, make, coach)
  await expect(button(page, 'Turn camera off, Camera on')).toBeVisible()
  await page.evaluate(() => {
    window.requests.losing = 1
    const { mediaDevices } = navigator
    const capture = mediaDevices.getDisplayMedia.bind(mediaDevices)
    const chosen = new Promise((resolve) => addEventListener('chosen', resolve))
    mediaDevices.getDisplayMedia = async (wanted) => {
      await chosen
      return capture(wanted)
    }
  })
  // Its request to send is never answered, so the page joins again; the person leaves just then.
  await join(page)
  await asked.promise
  await button(page, 'Share screen').click()
  await button(page, 'Leave the call').click()
  await expect(page).toHaveURL(`/session/${session.id}/completionpage`)
  const sockets = () => page.evaluate(() => window.kept.sockets.length)
  const before = await sockets()
  const back = page.waitForResponse('**/api/sessions/join/*')
  answered.resolve()
  await (await back).finished()
  await page.evaluate(() => dispatchEvent(new Event('chosen')))
  // The screen is captured and stopped at once; a new connection would have been opened long before that.
  const screens = () =>
    page.evaluate(() =>
      window.kept.captured
        .filter(({ label }) => label.startsWith('screen'))
        .map(({ readyState }) => readyState),
    )
  await expect.poll(screens).toEqual(['ended'])
  expect(await sockets()).toBe(before)
  const { room, media } = await roomOf(database, session.id)
  expect(await media.listParticipants(room)).toEqual([])
})
