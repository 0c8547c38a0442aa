import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { openDatabase, type Database } from '@parley/api/platform/database.ts'
import type { LevelName } from '@parley/contract/rules/levels.ts'
import { matchWholeTexts } from './exact-text.ts'
import { worldPatienceMs } from './database.ts'
import { journeyDatabase } from './journey-places.ts'
import { makers, password, type TestPerson } from './make.ts'
import { acceptTerms } from './terms.ts'

interface Fixtures {
  /** A signed-in page of a fresh person of that level, who has accepted the terms. */
  signIn: (
    level: LevelName,
    more?: { organization_id?: string; first_name?: string; last_name?: string },
  ) => Promise<TestPerson>
  /** Fails the journey on anything that the browser's console calls an error, the content policy's refusals among it. */
  quietConsole: { allow: (pattern: RegExp) => void }
}

interface WorkerFixtures {
  database: Database
  make: ReturnType<typeof makers>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  database: [
    // Playwright reads a fixture's needs from its parameter's pattern, so the empty one must stand.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const database = openDatabase(journeyDatabase.appUrl, 3, (error) => console.error(error), {
        patienceMs: worldPatienceMs,
      })
      await give(database)
      await database.close()
    },
    { scope: 'worker' },
  ],
  make: [
    async ({ database }, give) => {
      await give(makers(database.db, Date.now))
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, give) => {
    matchWholeTexts(page)
    await give(page)
  },
  signIn: async ({ page, make, database }, give) => {
    await give(async (level, more = {}) => {
      const organization_id =
        more.organization_id ?? (await make.organization({ display_name: 'Harbor Coaching' })).id
      const person = await make.person({ level, ...more, organization_id })
      await acceptTerms(database, person.id)
      await enterWith(page, person.token)
      return person
    })
  },
  quietConsole: [
    async ({ page }, give) => {
      const allowed: RegExp[] = [
        /Failed to load resource: the server responded with a status of 4\d\d/,
        ...saidByMediaClient,
      ]
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !allowed.some((one) => one.test(message.text())))
          errors.push(message.text())
      })
      page.on('pageerror', (error) => {
        if (!allowed.some((one) => one.test(error.message))) errors.push(error.message)
      })
      await give({ allow: (pattern) => void allowed.push(pattern) })
      expect(errors, 'the console stays free of errors').toEqual([])
    },
    { auto: true },
  ],
})

/** What the media server's client says of whoever goes while something of them is still coming. Nothing is amiss. */
const saidByMediaClient = [
  /^Tried to add a track for a participant, that's not present/,
  /^DataChannel error on/,
  /^publisher data channel '\w+' closed unexpectedly/,
  /^cannot send signal request before connected, type: leave/,
  /^error reading from signal stream .*WS closed unexpectedly/s,
  /^WebSocket is already in CLOSING or CLOSED state\./,
  /^WebSocket connection to '[^']*\/rtc[^']*' failed: WebSocket is closed before the connection is established/,
  /^error trying to re-publish tracks after reconnection .*Cancelled publication by calling unpublish/s,
]

export { acceptTerms, expect, password }

/** Puts a token where the web keeps it, before any page of the portal runs. */
export async function enterWith(page: Page, token: string): Promise<void> {
  // An empty page of the portal's origin: a real one would cost every journey a third of a second.
  const anteroom = '/enter'
  await page.route(anteroom, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(anteroom)
  await page.evaluate((value) => localStorage.setItem('parley.token', value), token)
  await page.unroute(anteroom)
}

/**
 * Somebody else is a moment faster: what they change is there when the next such request comes to the server. To change it
 * before the press would be a race with the page, which asks again by itself and may have seen it.
 */
export async function justBefore(
  page: Page,
  method: string,
  url: string,
  change: () => Promise<unknown>,
): Promise<void> {
  let isDone = false
  await page.route(url, async (route) => {
    if (route.request().method() === method && !isDone) {
      isDone = true
      await change()
    }
    await route.continue()
  })
}

interface HeldAnswer {
  isHeld: Promise<void>
  /** Resolves once the page does not wait for it any more, long before it would have given it up by itself. */
  isLeft: () => Promise<void>
}

/** The next answer of a path does not come: a page that knows better by then has no use for it. */
export async function holdAnswer(page: Page, url: string): Promise<HeldAnswer> {
  const held = Promise.withResolvers<void>()
  let wasLeft = false
  await page.route(
    url,
    (route) => {
      page.on('requestfailed', (request) => (wasLeft ||= request === route.request()))
      held.resolve()
    },
    { times: 1 },
  )
  return {
    isHeld: held.promise,
    isLeft: () => expect.poll(() => wasLeft, { timeout: 10_000 }).toBe(true),
  }
}

/** No finding of axe, of any kind it knows for WCAG 2.2 AA and its best practices; or of these rules alone. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  await motionEnded(page)
  // What React Aria's live announcer speaks stays in the page for seconds after the thing it names has gone.
  // The legacy mode needs no second page to gather the findings of frames, of which there are none. To describe everything
  // that is good as well takes as long as to look for what is not.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .exclude('[data-live-announcer]')
    .options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([])
}

/**
 * A dialog that still slides in is off the screen, text that still fades has no contrast, and on a phone a dialog with a
 * field is masked until there was time for the keyboard to come.
 */
export async function motionEnded(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[style*="mask-image"]') &&
      document.getAnimations().every((one) => {
        const end = Number(one.effect?.getComputedTiming().endTime ?? 0)
        // What takes longer is a clock, such as the line under a word that goes after 30 seconds.
        return one.playState !== 'running' || end > 5000
      }),
  )
}

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 640

const toastWith = (page: Page, title: string) => page.getByRole('alertdialog').filter({ hasText: title })

/** What is no error goes by itself, but not while a pointer is on it. One that it came up under is not noticed. */
export async function holdToast(page: Page, title: string): Promise<void> {
  await page.mouse.move(0, 0)
  await toastWith(page, title).hover()
}

/** An error stays until it is closed. */
export const closeToast = (page: Page, title: string): Promise<void> =>
  toastWith(page, title).getByRole('button', { name: 'Close' }).click()
