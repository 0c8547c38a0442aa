import type { Page } from '@playwright/test'
import { expect, test } from '../support/journeys/journey.ts'
import { join, keepConnections, turnCameraOn } from '../support/journeys/two-in-call.ts'

declare global {
  interface Window {
    /** The error that the browser throws instead of capturing, by kind. */
    refusals: Partial<Record<'audio' | 'video', string>>
    /** Whether the microphone delivers only silence. */
    isSilent: boolean
  }
}

/** Runs in the browser before the page: the journey sets how the browser answers requests for devices. */
function answerFor(refusals: Window['refusals'], isSilent = false): void {
  window.refusals = refusals
  window.isSilent = isSilent
  const { mediaDevices } = navigator
  const capture = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (constraints) => {
    const kind = constraints?.video ? 'video' : 'audio'
    const refusal = window.refusals[kind]
    if (refusal !== undefined) throw new DOMException('no', refusal)
    if (kind === 'audio' && window.isSilent) return new AudioContext().createMediaStreamDestination().stream
    return capture(constraints)
  }
}

/** The number of cameras in use. */
const lights = (page: Page) =>
  page.evaluate(
    () =>
      window.kept.captured.filter(({ kind, readyState }) => kind === 'video' && readyState === 'live').length,
  )
const soon = () => new Date(Date.now() + 5 * 60_000).toISOString()

test('a camera or microphone that another program holds is reported as in use and works after Try again, without a reload; each works without the other [D1 D2] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: soon() })
  await page.addInitScript(answerFor, { video: 'NotReadableError' })
  await page.goto(`/session/${session.id}/join`)
  const main = page.getByRole('main')
  await expect(main.getByText('Another app is using your camera')).toBeVisible()
  await expect(
    main.getByText(
      'Close other apps and tabs that show video, then try again. If it stays busy, restart the browser.',
    ),
  ).toBeVisible()
  // The page requests the microphone separately, and it works.
  await expect(main.getByText('We hear you')).toBeVisible()
  await page.evaluate(() => (window.refusals = {}))
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('button', { name: 'Turn camera off, Camera on' })).toBeVisible()

  await page.addInitScript(answerFor, { audio: 'NotReadableError' })
  await page.reload()
  await expect(main.getByText('Another app is using your microphone.')).toBeVisible()
  await expect(main).toContainText(
    'Close other apps and tabs that listen, then try again. If it stays busy, restart the browser.',
  )
  await expect(main.getByRole('button', { name: 'Turn camera off, Camera on' })).toBeVisible()
  await page.evaluate(() => (window.refusals = {}))
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText('We hear you')).toBeVisible()

  for (const [refusals, works] of [
    [{ video: 'NotAllowedError' }, 'We hear you'],
    [{ audio: 'NotAllowedError' }, 'Camera on'],
  ] as const) {
    await page.addInitScript(answerFor, refusals)
    await page.reload()
    await expect(main.getByText(/^Your (?:camera|microphone) is blocked/)).toHaveCount(1)
    await expect(main.getByText(works)).toBeVisible()
  }
})

test('a microphone counts as working only once it was heard, and silence is reported of the microphone, not of the camera [D4] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: soon() })
  await page.addInitScript(answerFor, {})
  await page.addInitScript(() => (window.isSilent = true))
  await page.goto(`/session/${session.id}/join`)
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Mute, Mic on' })).toBeVisible()
  await expect(
    main.getByText("We can't hear you. Is the microphone off, or another one chosen?"),
  ).toBeVisible()
  await expect(main.getByText('We hear you')).toHaveCount(0)
  await expect(main.getByText(/camera/i).filter({ hasText: /nothing|blocked|found/ })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Turn camera off, Camera on' })).toBeVisible()
})

test('the camera is released when it is turned off, on Close, on Leave, and when its picture cannot be sent [D14] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: soon() })
  await page.addInitScript(keepConnections)
  await page.goto(`/session/${session.id}/join`)
  await expect.poll(() => lights(page)).toBe(1)
  await page.getByRole('button', { name: 'Turn camera off, Camera on' }).click()
  await expect.poll(() => lights(page)).toBe(0)
  await page.getByRole('button', { name: 'Turn camera on, Camera off' }).click()
  await expect.poll(() => lights(page)).toBe(1)
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Session Management' })).toBeVisible()
  await expect.poll(() => lights(page)).toBe(0)

  await page.goBack()
  await expect.poll(() => lights(page)).toBe(1)
  await join(page)
  expect(await lights(page)).toBe(1)
  await page.getByRole('button', { name: 'Turn camera off, Camera on' }).click()
  await expect.poll(() => lights(page)).toBe(0)
  await turnCameraOn(page)
  await expect.poll(() => lights(page)).toBe(1)
  await page.getByRole('button', { name: 'Leave the call' }).click()
  await expect(page).toHaveURL(/completionpage$/)
  await expect.poll(() => lights(page)).toBe(0)

  // The browser captures the picture but cannot send it.
  await page.getByRole('link', { name: 'Rejoin' }).click()
  await expect.poll(() => lights(page)).toBe(1)
  await page.evaluate(() => {
    const { prototype } = RTCPeerConnection
    const add = Reflect.get(prototype, 'addTransceiver') as (...given: unknown[]) => unknown
    Object.assign(prototype, {
      addTransceiver(this: RTCPeerConnection, ...given: unknown[]) {
        const [track] = given
        if (track instanceof MediaStreamTrack && track.kind === 'video')
          throw new DOMException('no', 'OperationError')
        return Reflect.apply(add, this, given)
      },
    })
  })
  await join(page)
  await expect(page.getByRole('button', { name: 'Turn camera on, Camera off' })).toBeVisible()
  await expect.poll(() => lights(page)).toBe(0)
})
