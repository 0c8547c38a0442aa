import type { Page } from '@playwright/test'
import type { Look } from '../../apps/web/src/features/calls/blur/sample-person.ts'
import { callLaunch } from '../support/browsers/browser-launch.ts'
import { agreeAndJoin, decide, invited, openLink } from '../support/journeys/guest-in-call.ts'
import { expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { journeyOrigin } from '../support/journeys/journey-places.ts'
import { sampleCamera } from '../support/browsers/sample-camera.ts'
import { smallCamera } from '../support/browsers/small-camera.ts'
import { cutAndBack, join, keepConnections, tile, turnCameraOn } from '../support/journeys/two-in-call.ts'

declare global {
  interface Window {
    /** The video that is sampled as the person's own: here their tile, at the other end that of the other person. */
    ownPicture: string
    /** Samples of the sent picture and of the person's own tile. */
    looks: { sent: Look[]; own: Look[] }
    isHidden: boolean
    /** How often the camera was captured. */
    captures: number
  }
}

/** Runs in the browser before the page: the camera shows a person in a room, and the test can make the tab hidden. */
function takeSample(): void {
  const { mediaDevices } = navigator
  const capture = mediaDevices.getUserMedia.bind(mediaDevices)
  window.captures = 0
  window.ownPicture = 'figure[aria-label^="You"] video'
  mediaDevices.getUserMedia = async (constraints) => {
    if (!constraints?.video) return capture(constraints)
    window.captures += 1
    return new MediaStream([window.samplePerson(640, 360, 10)])
  }
  window.isHidden = false
  Object.defineProperty(document, 'visibilityState', {
    get: () => (window.isHidden ? 'hidden' : 'visible'),
  })
}

/** Runs in the browser: samples the sent picture and the person's own tile many times a second. */
function watchSent(): void {
  const video = Object.assign(document.createElement('video'), { muted: true })
  let shown: MediaStreamTrack | undefined
  window.looks = { sent: [], own: [] }
  setInterval(() => {
    const sent = window.kept.connections
      .filter(({ connectionState }) => connectionState === 'connected')
      .flatMap((connection) => connection.getSenders())
      .map(({ track }) => track)
      .find((track) => track?.kind === 'video')
    if (sent && sent !== shown) {
      shown = sent
      video.srcObject = new MediaStream([sent])
      void video.play()
    }
    const own = document.querySelector<HTMLVideoElement>(window.ownPicture)
    const [ofSent, ofOwn] = [window.lookAt(video), own ? window.lookAt(own) : undefined]
    if (ofSent) window.looks.sent.push(ofSent)
    if (ofOwn) window.looks.own.push(ofOwn)
  }, 50)
}

const latest = (page: Page) => page.evaluate(() => window.looks.sent.at(-1))
const latestOwn = (page: Page) => page.evaluate(() => window.looks.own.at(-1))
/** The distinct samples since the last call. */
const seenSince = (page: Page) =>
  page.evaluate(() => ({
    sent: [...new Set(window.looks.sent.splice(0))],
    own: [...new Set(window.looks.own.splice(0))],
  }))
const more = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name }).click()
}
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    window.isHidden = value
  }, isHidden)

test('blur starts off; once it is on, no plain picture is sent through camera changes and a cut; and on a slow computer it turns itself off [M4] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  test.slow()
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: new Date(Date.now() + 5 * 60_000).toISOString() })
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.addInitScript(sampleCamera)
  await page.addInitScript(keepConnections)
  await page.addInitScript(takeSample)
  await page.goto(`/session/${session.id}/join`)
  await join(page)
  await page.evaluate(watchSent)
  await expect.poll(() => latest(page)).toBe('plain')
  expect(files.filter((path) => /blur|wasm|tflite/.test(path))).toEqual([])

  // The page does not measure the blur's speed while hidden, so the blur stays on even on a slow machine.
  await setHidden(page, true)
  await more(page, 'Blur background')
  await expect.poll(() => latest(page)).toBe('blurred')
  await expect(page.getByText('Blur is starting. Until then your background is visible.')).toHaveCount(0)
  await expect.poll(() => latestOwn(page)).toBe('blurred')
  await seenSince(page)

  await page.keyboard.press('o')
  await page.getByRole('button', { name: /Camera$/ }).click()
  await page.getByRole('option', { name: smallCamera() }).click()
  await expect.poll(() => page.evaluate(() => window.captures)).toBe(2)
  const switched = await seenSince(page)
  await expect.poll(() => latestOwn(page)).toBe('blurred')
  await page.getByRole('button', { name: 'Turn camera off, Camera on' }).click()
  await turnCameraOn(page)
  await expect.poll(() => page.evaluate(() => window.captures)).toBe(3)
  await expect(tile(page, 'You').locator('video')).toBeVisible()
  await expect.poll(() => latestOwn(page)).toBe('blurred')
  await cutAndBack(page)
  await expect(tile(page, 'You').locator('video')).toBeVisible()
  const { sent, own } = await seenSince(page)
  expect([...switched.sent, ...switched.own, ...sent, ...own]).not.toContain('plain')
  await expect.poll(() => latest(page)).toBe('blurred')
  expect((await seenSince(page)).sent).not.toContain('plain')

  await more(page, 'Turn blur off')
  await expect.poll(() => latest(page)).toBe('plain')
  // The person's own tile may blink, as with a camera change, but the sent picture may not.
  expect((await seenSince(page)).sent).not.toContain('black')

  await setHidden(page, false)
  const browser = await page.context().newCDPSession(page)
  await more(page, 'Blur background')
  await expect.poll(() => latest(page)).toBe('blurred')
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await expect(page.getByText('Blur was turned off: this computer is too slow for it.')).toBeVisible()
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect.poll(() => latest(page)).toBe('plain')
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'Blur background' })).toBeVisible()
})

test('a blur that cannot be loaded says so and is not offered again, and the picture stays plain [M4] @any-width', async ({
  page,
  signIn,
  make,
  quietConsole,
}) => {
  quietConsole.allow(/Failed to load resource/)
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: new Date(Date.now() + 5 * 60_000).toISOString() })
  await page.addInitScript(sampleCamera)
  await page.addInitScript(keepConnections)
  await page.addInitScript(takeSample)
  await page.goto(`/session/${session.id}/join`)
  await join(page)
  await page.evaluate(watchSent)
  await expect.poll(() => latest(page)).toBe('plain')
  await page.context().route('**/*.tflite', (route) => route.fulfill({ status: 404 }))
  await more(page, 'Blur background')
  await expect(page.getByText("Your background couldn't be blurred.")).toBeVisible()
  expect((await seenSince(page)).sent).toEqual(['plain'])
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'Audio only' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Blur background' })).toHaveCount(0)
})

test('blur that a client chose in the device check holds through camera changes and the waiting room, and the coach sees them blurred from the first picture on [DEVICE-22 M4] @any-width', async ({
  page,
  signIn,
  make,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { session, link } = await invited(page, make, coach)
  for (const script of [sampleCamera, keepConnections, takeSample]) await page.addInitScript(script)
  await page.goto(`/session/${session.id}/join`)
  await join(page)
  await page.evaluate(() => {
    window.ownPicture = 'figure[aria-label^="Tomás Aguilar"] video'
  })
  await page.evaluate(watchSent)

  const browser = await playwright.chromium.launch(callLaunch)
  const context = await browser.newContext({ baseURL: journeyOrigin, viewport: { width: 390, height: 844 } })
  for (const script of [sampleCamera, keepConnections, takeSample]) await context.addInitScript(script)
  const guest = await openLink(context, link)
  const files: string[] = []
  guest.on('request', (request) => files.push(new URL(request.url()).pathname))
  const isOn = guest.getByRole('button', { name: 'Turn blur off, Blur on' })
  await agreeAndJoin(guest, {
    atCheck: async () => {
      await setHidden(guest, true)
      await guest.evaluate(() => {
        // In the check and the waiting room it has no tile; in the call, other people's pictures have theirs.
        window.ownPicture = 'figure[aria-label^="You"] video, video:not(figure *)'
      })
      await guest.evaluate(watchSent)
      await expect.poll(() => latestOwn(guest)).toBe('plain')
      expect(files.filter((path) => /blur|wasm|tflite/.test(path))).toEqual([])
      await guest.getByRole('button', { name: 'Blur background, Blur off' }).press('Enter')
      await expect(isOn).toBeFocused()
      await expect.poll(() => latestOwn(guest)).toBe('blurred')
      await expectAccessible(guest)
      await seenSince(guest)
      await guest.getByRole('button', { name: 'Turn camera off, Camera on' }).click()
      await guest.getByRole('button', { name: 'Turn camera on, Camera off' }).click()
      await expect.poll(() => guest.evaluate(() => window.captures)).toBe(2)
      await expect.poll(() => latestOwn(guest)).toBe('blurred')
      await guest.getByRole('button', { name: /Camera$/ }).click()
      await guest.getByRole('option', { name: smallCamera() }).click()
      await expect.poll(() => guest.evaluate(() => window.captures)).toBe(3)
    },
  })
  await expect(
    guest.getByRole('heading', { level: 1, name: 'Dana knows you are here, Tomás.' }),
  ).toBeVisible()
  await expect(isOn).toBeVisible()
  await expect.poll(() => latestOwn(guest)).toBe('blurred')
  await decide(page, coach, true)
  await expect(tile(page, 'Tomás Aguilar').locator('video')).toBeVisible()
  await expect.poll(() => latestOwn(page)).toBe('blurred')
  await expect.poll(() => latest(guest)).toBe('blurred')
  const [there, here] = [await seenSince(page), await seenSince(guest)]
  expect([...here.sent, ...here.own]).not.toContain('plain')
  expect(there.own).not.toContain('plain')
  await guest.getByRole('button', { name: 'More' }).click()
  await expect(guest.getByRole('menuitem', { name: 'Turn blur off' })).toBeVisible()
  await guest.keyboard.press('Escape')

  // A new call starts without it.
  await guest.getByRole('button', { name: 'Leave the call' }).click()
  await guest.getByRole('button', { name: /^Rejoin until/ }).click()
  await expect.poll(() => latestOwn(page)).toBe('plain')
  await guest.getByRole('button', { name: 'More' }).click()
  await expect(guest.getByRole('menuitem', { name: 'Blur background' })).toBeVisible()
})
