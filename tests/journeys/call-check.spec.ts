import type { Browser, Page } from '@playwright/test'
import type { Database } from '@parley/api/platform/database/database.ts'
import { browserLaunch, twoCamerasLaunch } from '../support/browsers/browser-launch.ts'
import { matchWholeTexts } from '../support/journeys/exact-text.ts'
import { journeyOrigin } from '../support/journeys/journey-places.ts'
import { acceptTerms, enterWith, expect, test } from '../support/journeys/journey.ts'
import type { makers } from '../support/make.ts'
import { join, keepConnections } from '../support/journeys/two-in-call.ts'

const soon = () => new Date(Date.now() + 5 * 60_000).toISOString()
const without = (...flags: string[]) => ({
  ...browserLaunch,
  args: browserLaunch.args.filter((each) => !flags.some((flag) => each.startsWith(flag))),
})

/** A coach with a call that is about to begin, for tests that launch their own browsers. */
async function ownSession(make: ReturnType<typeof makers>, database: Database) {
  const { id: organization_id } = await make.organization({ display_name: 'Harbor' })
  const coach = await make.person({ level: 'Coach', organization_id })
  await acceptTerms(database, coach.id)
  return { coach, session: await make.session({ coach, start: soon() }) }
}

async function pageIn(browser: Browser, token: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: journeyOrigin, viewport: { width: 1920, height: 1080 } })
  matchWholeTexts(page)
  await page.addInitScript(keepConnections)
  await enterWith(page, token)
  return page
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${field}$`) }).click()
  await page.getByRole('option', { name: option }).click()
}

const live = (page: Page) =>
  page.evaluate(() =>
    window.kept.captured.filter(({ readyState }) => readyState === 'live').map(({ label }) => label),
  )

test('the call uses the chosen devices, the next call remembers them, and the default takes the place of one that is gone [DEVICE-02 DEVICE-04 DEVICE-05 DEVICE-07 DEVICE-11 DEVICE-12 DEVICE-13 D5 D6 D11] @any-width', async ({
  make,
  database,
  playwright,
}) => {
  test.slow()
  const { coach, session } = await ownSession(make, database)
  const browser = await playwright.chromium.launch(twoCamerasLaunch)
  const page = await pageIn(browser, coach.token)
  await page.goto(`/session/${session.id}/join`)
  await expect(page.getByText('We hear you')).toBeVisible()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBe(1280)
  const width = await page
    .getByRole('main')
    .locator('> *')
    .first()
    .evaluate((element) => element.clientWidth)
  expect(width).toBeLessThanOrEqual(1080)
  expect(width).toBeGreaterThan(1000)

  await choose(page, 'Camera', 'fake_device_1')
  await choose(page, 'Microphone', 'Fake Audio Input 1')
  await choose(page, 'Speaker', 'Fake Audio Output 2')
  await expect.poll(() => live(page)).toEqual(['fake_device_1', 'Fake Audio Input 1'])
  await join(page)
  expect(await live(page)).toEqual(['fake_device_1', 'Fake Audio Input 1'])
  // Rejoin without loading a new page, because this browser gives devices new ids on every page load.
  await page.getByRole('button', { name: 'Leave the call' }).click()
  await page.getByRole('link', { name: 'Rejoin' }).click()
  await expect(page.getByText('We hear you')).toBeVisible()
  await expect
    .poll(async () => (await live(page)).toSorted())
    .toEqual(['Fake Audio Input 1', 'fake_device_1'])
  await expect(page.getByRole('button', { name: /Fake Audio Output 2 Speaker$/ })).toBeVisible()
  const kept = await page.evaluate(() =>
    ['microphone', 'camera', 'speaker'].filter((name) => localStorage.getItem(`parley.${name}`) !== null),
  )
  expect(kept).toEqual(['microphone', 'camera', 'speaker'])

  // The remembered device is gone.
  await page.evaluate(() => localStorage.setItem('parley.microphone', 'unplugged'))
  await page.reload()
  await expect(page.getByText('We hear you')).toBeVisible()
  await expect(page.getByRole('button', { name: /Fake Default Audio Input Microphone$/ })).toBeVisible()

  // A new device is plugged in and becomes the system's default.
  await expect.poll(async () => (await live(page)).length).toBe(2)
  const before = await page.evaluate(() => window.kept.captured.length)
  await page.evaluate(() => {
    const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices)
    navigator.mediaDevices.enumerateDevices = async () =>
      (await list()).map((each) =>
        each.deviceId === 'default' && each.kind === 'audioinput'
          ? { ...each.toJSON(), label: 'Default - Headset' }
          : each,
      )
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  })
  await expect(page.getByRole('button', { name: /^Default - Headset/ })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.kept.captured.length)).toBe(before + 1)
  expect((await live(page)).length).toBe(2)
  await browser.close()
})

test('a person without any device joins to listen; denied devices are explained, and work as soon as they are granted [D3 D13 B2] @any-width', async ({
  make,
  database,
  playwright,
}) => {
  test.slow()
  const { coach, session } = await ownSession(make, database)
  const bare = await playwright.chromium.launch(without('--use-fake-device-for-media-stream'))
  const alone = await pageIn(bare, coach.token)
  await alone.goto(`/session/${session.id}/join`)
  await expect(alone.getByText('No camera found').first()).toBeVisible()
  await expect(alone.getByText('No microphone found').first()).toBeVisible()
  await expect(alone.getByText(/is blocked/)).toHaveCount(0)
  // The browser lists no speakers until a microphone is on, so the page offers no choice.
  await expect(alone.getByText('Sound plays on the speaker your system has chosen.')).toBeVisible()
  await expect(alone.getByRole('button', { name: /Speaker$/ })).toHaveCount(0)
  await expect(alone.getByText('You will join to listen and write.')).toBeVisible()
  await join(alone)
  await expect(alone.getByRole('button', { name: 'No microphone: choose one' })).toBeVisible()
  await bare.close()

  // This browser cannot show a permission prompt, so requests are refused here until the permission is granted.
  const strict = await playwright.chromium.launch(browserLaunch)
  const denied = await pageIn(strict, coach.token)
  await denied.addInitScript(() => {
    const { mediaDevices, permissions } = navigator
    const capture = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      const { state } = await permissions.query({ name: constraints?.video ? 'camera' : 'microphone' })
      if (state !== 'granted') throw new DOMException('Permission denied', 'NotAllowedError')
      return capture(constraints)
    }
  })
  await denied.goto(`/session/${session.id}/join`)
  await expect(
    denied.getByText(
      'Press the settings icon at the left of the address bar, switch both on, then try again. You can also join to listen and write.',
    ),
  ).toBeVisible()
  await denied.context().grantPermissions(['camera', 'microphone'], { origin: journeyOrigin })
  await expect(denied.getByText('We hear you')).toBeVisible()
  await expect(denied.getByRole('button', { name: 'Turn camera off, Camera on' })).toBeVisible()
  await strict.close()
})

test('a browser without WebRTC shows one sentence and nothing else [DEVICE-09] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: soon() })
  await page.addInitScript(() => {
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(window, name)
  })
  await page.goto(`/session/${session.id}/join`)
  await expect(page.getByRole('main')).toHaveText('This browser is not supported.')
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})
