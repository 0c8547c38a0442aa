import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { cutAndBack, join, tile, twoInCall } from '../support/journeys/two-in-call.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name })
const widthOf = (page: Page, name: string) =>
  tile(page, name)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.videoWidth)

/** The layers in which the browser encodes the shared screen, the smallest first. Low bandwidth may stop one of them. */
const screenLayers = (page: Page) =>
  page.evaluate(() => {
    const live = window.kept.connections.filter((each) => each.connectionState === 'connected')
    const screen = live
      .flatMap((each) => each.getSenders())
      .find(({ track }) => track?.label.startsWith('screen'))
    return screen?.getParameters().encodings.map((each) => ({
      isSmaller: (each.scaleResolutionDownBy ?? 1) > 1,
      pictures: each.maxFramerate,
    }))
  })

test('the other person sees a shared screen at full width, it survives a cut, and nobody can share a second one [CALL-06 CALL-07 CALL-10 CALL-12 CALL-13 M1 M2] @any-width', async ({
  page,
  signIn,
  make,
  database,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { second, browser } = await twoInCall({ page, coach, make, database, playwright })
  for (const name of ['Mute, Mic on', 'Turn camera off, Camera on', 'Share screen', 'Leave the call'])
    await expect(button(page, name)).toBeVisible()
  await button(page, 'Open chat').click()
  await expect(page.getByRole('tab')).toHaveText(['Chat', 'Voice'])
  await button(page, 'Close panel').click()

  await button(second, 'Share screen').click()
  await expect(second.getByText('You are sharing your screen.')).toBeVisible()
  await expect(page.getByText('Tomás Aguilar is sharing a screen')).toBeVisible()
  await expect.poll(() => widthOf(page, 'Screen of Tomás Aguilar')).toBe(1920)
  const captured = await second.evaluate(() =>
    window.kept.captured
      .find(({ readyState, label }) => readyState === 'live' && label.startsWith('screen'))
      ?.getSettings(),
  )
  expect(captured).toMatchObject({ width: 1920, height: 1080, frameRate: 10 })
  await expectAccessible(page)
  const closed = page.getByRole('button', { name: /^Share screen\./ })
  await expect(closed).toHaveAttribute('aria-disabled', 'true')
  await closed.focus()
  await expect(page.getByRole('tooltip')).toHaveText('Cannot share screen when another user is sharing')

  expect(await screenLayers(second)).toEqual([
    { isSmaller: false, pictures: 3 },
    { isSmaller: false, pictures: 10 },
  ])

  // A person who joins late gets the full width at once.
  await page.reload()
  await join(page)
  await expect(tile(page, 'Screen of Tomás Aguilar')).toBeVisible()
  await expect.poll(() => widthOf(page, 'Screen of Tomás Aguilar'), { timeout: 5000 }).toBe(1920)

  // A short cut does not end it, and the notice about sharing is shown only while the screen is sent.
  await cutAndBack(second)
  await expect(second.getByText('You are sharing your screen.')).toBeVisible()
  await expect.poll(() => widthOf(page, 'Screen of Tomás Aguilar')).toBe(1920)

  // Sharing is stopped with the browser's own bar.
  await second.evaluate(() => {
    const screen = window.kept.captured.find(
      ({ readyState, label }) => readyState === 'live' && label.startsWith('screen'),
    )
    screen?.stop()
    screen?.dispatchEvent(new Event('ended'))
  })
  await expect(second.getByText('You are sharing your screen.')).toHaveCount(0)
  await expect(tile(page, 'Screen of Tomás Aguilar')).toHaveCount(0)
  await expect(button(page, 'Share screen')).toBeVisible()
  await browser.close()
})

test('a browser that cannot share a screen says so, and a person who chooses no screen sees no message [CALL-14 CALL-15] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: new Date(Date.now() + 5 * 60_000).toISOString() })
  for (const name of ['AbortError', 'NotAllowedError']) {
    await page.goto(`/session/${session.id}/join`)
    await page.evaluate((refused) => {
      navigator.mediaDevices.getDisplayMedia = () => Promise.reject(new DOMException('no', refused))
    }, name)
    await join(page)
    await button(page, 'Share screen').click()
    await button(page, 'Open voice').click()
    await expect(page.getByRole('tab', { name: 'Voice' })).toBeVisible()
    await expect(button(page, 'Share screen')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    await button(page, 'Leave the call').click()
  }
  await page.addInitScript(() => {
    delete (MediaDevices.prototype as Partial<MediaDevices>).getDisplayMedia
  })
  await page.goto(`/session/${session.id}/join`)
  await join(page)
  const closed = page.getByRole('button', { name: /^Share screen\./ })
  await expect(closed).toHaveAttribute('aria-disabled', 'true')
  await closed.focus()
  await expect(page.getByRole('tooltip')).toHaveText('Screen sharing is not supported with this browser')
})
