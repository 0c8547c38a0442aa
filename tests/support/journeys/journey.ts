import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { openDatabase, type Database } from '@parley/api/platform/database/database.ts'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import { matchWholeTexts } from './exact-text.ts'
import { worldPatienceMs } from '../database.ts'
import { journeyDatabase } from './journey-places.ts'
import { makers, password, type TestPerson } from '../make.ts'
import { acceptTerms } from '../worlds/terms.ts'

interface Fixtures {
  /** Signs the page in as a new person of that level, who has accepted the terms. */
  signIn: (
    level: LevelName,
    more?: { organization_id?: string; first_name?: string; last_name?: string },
  ) => Promise<TestPerson>
  /** Fails the journey on every console error, including violations of the content security policy. */
  quietConsole: { allow: (pattern: RegExp) => void }
}

interface WorkerFixtures {
  database: Database
  make: ReturnType<typeof makers>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  database: [
    // Playwright reads a fixture's dependencies from its parameter's pattern, so an empty pattern is required.
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

/** Harmless errors that LiveKit's client logs when somebody leaves while their data is still arriving. */
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

/** Stores a token where the web keeps it, before any page of the portal runs. */
export async function enterWith(page: Page, token: string): Promise<void> {
  // An empty page on the portal's origin, because a real one would cost every journey a third of a second.
  const anteroom = '/enter'
  await page.route(anteroom, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(anteroom)
  await page.evaluate((value) => localStorage.setItem('parley.token', value), token)
  await page.unroute(anteroom)
}

/**
 * Makes a change just before the next such request reaches the server, as if somebody else were a moment faster. Changing
 * it before the press would be a race with the page, which refetches on its own and may already show the change.
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
  /** Resolves once the page has aborted the request, long before its own timeout. */
  isLeft: () => Promise<void>
}

/** Holds back the next answer of a path for good, to see that the page aborts a request that it no longer needs. */
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

/** Expects no violation of axe's rules, which cover WCAG 2.2 AA and its best practices; or of `rules` only. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  await motionEnded(page)
  // Leave out React Aria's live announcer: its text stays for seconds after the element it names has gone. Legacy mode
  // opens no second page to collect findings in frames, and there are no frames. Report only violations: describing the
  // passes as well takes as long as the search itself.
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
 * Waits for animations: a dialog that slides in is off the screen, text that fades in has too little contrast, and on a
 * phone a dialog with a field is masked until the keyboard has had time to open.
 */
export async function motionEnded(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[style*="mask-image"]') &&
      document.getAnimations().every((one) => {
        const end = Number(one.effect?.getComputedTiming().endTime ?? 0)
        // A longer animation is a timer, such as the countdown line of a toast that closes after 30 seconds.
        return one.playState !== 'running' || end > 5000
      }),
  )
}

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 640

const toastWith = (page: Page, title: string) => page.getByRole('alertdialog').filter({ hasText: title })

/**
 * Keeps a toast open: unless it is an error it closes after a while, but not while the pointer is on it. The pointer moves
 * away first, because a toast that opens under it does not notice it.
 */
export async function holdToast(page: Page, title: string): Promise<void> {
  await page.mouse.move(0, 0)
  await toastWith(page, title).hover()
}

/** Closes an error toast, which stays until then. */
export const closeToast = (page: Page, title: string): Promise<void> =>
  toastWith(page, title).getByRole('button', { name: 'Close' }).click()
