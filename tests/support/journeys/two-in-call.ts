import type { Browser, BrowserContext, LaunchOptions, Page, PlaywrightWorkerArgs } from '@playwright/test'
import type { Database } from '@parley/api/platform/database/database.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { callLaunch } from '../browsers/browser-launch.ts'
import { matchWholeTexts } from './exact-text.ts'
import { journeyOrigin } from './journey-places.ts'
import { acceptTerms, enterWith, expect } from './journey.ts'
import type { makers, TestPerson } from '../make.ts'

interface TwoInCallOptions {
  page: Page
  coach: TestPerson
  make: ReturnType<typeof makers>
  database: Database
  playwright: PlaywrightWorkerArgs['playwright']
  /** Launch options for the second browser. */
  launch?: LaunchOptions
  /** Prepares the second page before it is opened. */
  prepare?: (second: Page) => Promise<void>
  /** Runs while the second page shows the device check. */
  atCheck?: (second: Page) => Promise<void>
}

export interface TwoInCall {
  /** The other person's page, in its own browser. */
  second: Page
  context: BrowserContext
  browser: Browser
  sessionId: string
}

/** Brings two people of a session into its call, each in their own browser: Dana on `page`, Tomás on the other. */
export async function twoInCall({
  page,
  coach,
  make,
  database,
  playwright,
  launch = callLaunch,
  prepare,
  atCheck,
}: TwoInCallOptions): Promise<TwoInCall> {
  const other = await make.person({
    level: 'Coach',
    organization_id: coach.organization_id,
    first_name: 'Tomás',
    last_name: 'Aguilar',
  })
  await acceptTerms(database, other.id)
  const session = await make.session({
    coach,
    participants: [other],
    start: new Date(Date.now() + 5 * 60_000).toISOString(),
    title: 'Rehearsal',
  })
  await page.goto(`/session/${session.id}/join`)
  await join(page)
  const browser = await playwright.chromium.launch(launch)
  const context = await browser.newContext({ baseURL: journeyOrigin, viewport: { width: 1280, height: 720 } })
  const second = await context.newPage()
  matchWholeTexts(second)
  await second.addInitScript(keepConnections)
  await prepare?.(second)
  await enterWith(second, other.token)
  await second.goto(`/session/${session.id}/join`)
  await atCheck?.(second)
  await join(second)
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible()
  await expect(tile(second, 'Dana Whitfield')).toBeVisible()
  return { second, context, browser, sessionId: session.id }
}

/** Waits out the camera's debounce first, within which several presses count as one. */
export async function pressCameraOn(page: Page): Promise<void> {
  const on = page.getByRole('button', { name: 'Turn camera on, Camera off' })
  await expect(on).toBeVisible()
  const since = await page.evaluate(() => performance.now())
  await page.waitForFunction(([from, ms]) => performance.now() - from > ms, [
    since,
    constants.videoToggleDebounceMs,
  ] as const)
  await on.click()
}
export async function turnCameraOn(page: Page): Promise<void> {
  await pressCameraOn(page)
  await expect(page.getByRole('button', { name: 'Turn camera off, Camera on' })).toBeVisible()
}

export async function join(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Join Session' }).click()
  await expect(page.getByRole('button', { name: 'Leave the call' })).toBeVisible()
}

/** Ignores the marks of a weak connection, which a small machine has at times. */
export const tile = (page: Page, name: string) =>
  page.getByRole('figure', { name: new RegExp(`^${name}(, weak connection)?(, Parley may stutter)?$`) })

interface Kept {
  /** Without network: no new connection succeeds. */
  isCut: boolean
  connections: RTCPeerConnection[]
  sockets: WebSocket[]
  /** All tracks that were captured; the live ones are in use. */
  captured: MediaStreamTrack[]
  /** The audio elements, which need not be attached to the document. */
  sounds: HTMLAudioElement[]
}
declare global {
  interface Window {
    kept: Kept
  }
}

/** Runs in the browser before the page. Keeps all that it opens, so that a journey can cut and inspect it. */
export function keepConnections(): void {
  const kept: Kept = { isCut: false, connections: [], sockets: [], captured: [], sounds: [] }
  window.kept = kept
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...given)
      kept.connections.push(this)
    }
  }
  window.WebSocket = class extends WebSocket {
    constructor(...[url, protocols]: ConstructorParameters<typeof WebSocket>) {
      super(kept.isCut ? new URL('/nowhere', url) : url, protocols)
      kept.sockets.push(this)
    }
  }
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const made = create(name, options)
    if (made instanceof HTMLAudioElement) kept.sounds.push(made)
    return made
  }
  const devices = navigator.mediaDevices
  for (const name of ['getUserMedia', 'getDisplayMedia'] as const) {
    const capture = devices[name].bind(devices)
    devices[name] = async (constraints) => {
      const stream = await capture(constraints)
      kept.captured.push(...stream.getTracks())
      return stream
    }
  }
}

/** Closes all connections of a call at once, as if the network were lost. */
const cut = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const each of window.kept.connections) each.close()
    for (const each of window.kept.sockets) each.close()
  })

/** Loses the network until `plugIn`. */
export async function cutOff(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.kept.isCut = true
  })
  await cut(page)
}
export const plugIn = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    window.kept.isCut = false
    return dispatchEvent(new Event('online'))
  })

/** Loses the network for a moment and waits until a connection is back. The interruption is too short to be seen. */
export async function cutAndBack(page: Page): Promise<void> {
  await cut(page)
  await expect
    .poll(
      () =>
        page.evaluate(
          () => window.kept.connections.filter((each) => each.connectionState === 'connected').length,
        ),
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)
}
