import type { Page } from '@playwright/test'
import { agreeAndJoin, connectionTried, invited, openLink } from '../support/journeys/guest-in-call.ts'
import { expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { journeyOrigin } from '../support/journeys/journey-places.ts'

// How a coach who is on another page or tab learns that a client is waiting.

interface Signs {
  /** The times of the knocks; one knock sound is two taps. */
  knocks: number[]
  notices: string[]
  isAway: boolean
}
declare global {
  interface Window {
    signs: Signs
  }
}

/** Runs before the page: records its sounds and notifications, and lets the test put it behind another tab. */
const watchSigns = (page: Page) =>
  page.addInitScript(() => {
    const signs: Signs = { knocks: [], notices: [], isAway: false }
    window.signs = signs
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        signs.knocks.push(Date.now())
      }
    }
    // A headless browser allows no notifications, so replace them with ones that are recorded.
    const Told = class extends EventTarget {
      static readonly permission = 'granted'
      constructor(title: string, options?: NotificationOptions) {
        super()
        signs.notices.push(`${title}: ${options?.body}`)
      }
    }
    Object.defineProperty(window, 'Notification', { value: Told })
    Object.defineProperty(document, 'visibilityState', {
      get: () => (window.signs.isAway ? 'hidden' : 'visible'),
    })
  })
const signsOf = (page: Page) => page.evaluate(() => window.signs)
const putAway = (page: Page, isAway: boolean) =>
  page.evaluate((value) => {
    window.signs.isAway = value
    document.dispatchEvent(new Event('visibilitychange'))
  }, isAway)
const knock = (page: Page, name = 'Tomás Aguilar is waiting') => page.getByRole('region', { name })
const told = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** Runs in the browser before the page. */
function playNoVideo(): void {
  RTCRtpReceiver.getCapabilities = () => ({ codecs: [], headerExtensions: [] })
}

test('a knock sounds repeatedly, shows in the title and as a notification of a hidden tab, and is answered while sharing a screen; the session list and the sidebar show who waits [J2 CALL-36 CALL-56]', async ({
  page,
  browser,
  signIn,
  make,
}) => {
  test.slow()
  await watchSigns(page)
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { session, link } = await invited(page, make, coach)
  await page.goto('/sessions')
  await expect(page.getByText('Difficult conversations', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Waiting', { exact: true })).toHaveCount(0)
  await putAway(page, true)

  const guests = await browser.newContext({ baseURL: journeyOrigin })
  await guests.addInitScript(playNoVideo)
  const guest = await openLink(guests, link)
  const pressedAt = guest
    .waitForRequest((asked) => asked.method() === 'POST' && asked.url().endsWith('/api/guest/admission'))
    .then(() => Date.now())
  await agreeAndJoin(guest)
  await expect(knock(page).getByRole('listitem').filter({ hasText: "Can't show Parley" })).toBeVisible()
  // Within a second if an API call takes up to 40 ms; on a busy machine, proportionally longer.
  const [heardAt = Infinity] = (await signsOf(page)).knocks
  const callMs = await page.evaluate(async () => {
    const since = performance.now()
    await fetch('/api/announcements')
    return performance.now() - since
  })
  expect(heardAt - (await pressedAt)).toBeLessThan(Math.max(1000, 25 * callMs))
  await expect(told(page, 'Tomás Aguilar is waiting')).toHaveCount(1)
  await expect(page).toHaveTitle('(1) Session Management · Parley')
  await expect
    .poll(async () => (await signsOf(page)).notices)
    .toEqual(['Tomás Aguilar is waiting: Difficult conversations'])
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join Call, Tomás Aguilar is waiting' })).toHaveAttribute(
    'href',
    `/session/${session.id}/join`,
  )
  await putAway(page, false)
  await expectAccessible(page)
  await expect.poll(async () => (await signsOf(page)).knocks.length).toBeGreaterThanOrEqual(2)
  const { knocks } = await signsOf(page)
  const secondsBetween = ((knocks[1] ?? 0) - (knocks[0] ?? 0)) / 1000
  expect(secondsBetween).toBeGreaterThan(15)
  expect(secondsBetween).toBeLessThan(35)

  // The sidebar leads into the call, where the coach admits the client while sharing a screen.
  const asked = page.waitForRequest(`**/api/sessions/join/${session.id}?*`)
  await page.getByRole('link', { name: 'Join Call, Tomás Aguilar is waiting' }).click()
  await expect(page).toHaveURL(`/session/${session.id}/join`)
  await connectionTried(page)
  await page.getByRole('button', { name: 'Join Session' }).click()
  expect(new URL((await asked).url()).searchParams.get('application')).toMatch(/^(?:good|weak)$/)
  await page.getByRole('button', { name: /^Share screen/ }).click()
  await expect(page.getByText('You are sharing your screen.')).toBeVisible()
  await expect(knock(page)).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) Difficult conversations/)
  await page.getByRole('button', { name: 'Admit: Tomás Aguilar' }).click()
  await expect(knock(page)).toHaveCount(0)
  await expect(page).not.toHaveTitle(/^\(1\)/)
  await expect(page.getByRole('figure', { name: /^Tomás Aguilar/ })).toBeVisible()
  await guests.close()
})

test('with the waiting room off, the coach hears and reads that the client has come in, and has nothing to decide [GUEST-17]', async ({
  page,
  browser,
  signIn,
  make,
  database: { db },
}) => {
  test.slow()
  await watchSigns(page)
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  await db
    .updateTable('organizations')
    .set({ waiting_room: false })
    .where('id', '=', coach.organization_id ?? '')
    .execute()
  const { link } = await invited(page, make, coach)
  await page.goto('/clients')
  await expect(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
  expect((await signsOf(page)).knocks).toEqual([])
  const first = await browser.newContext({ baseURL: journeyOrigin })
  const guest = await openLink(first, link)
  await agreeAndJoin(guest)
  await expect(guest.getByText('Waiting for Dana')).toBeVisible()
  const entered = 'Tomás Aguilar has come in'
  await expect(knock(page, entered)).toBeVisible()
  await expect(told(page, entered)).toHaveCount(1)
  await expect(page).toHaveTitle('(1) Client Management · Parley')
  await expect.poll(async () => (await signsOf(page)).knocks.length).toBeGreaterThan(0)
  // The coach has nothing to decide.
  await expect(
    knock(page, entered).getByRole('button', { name: /Admit|Join and admit|Turn away/ }),
  ).toHaveCount(0)
  await expectAccessible(page)
  await first.close()
})

test('a waiting page says whether the coach knows yet, waits on after a reload, says when it is offline, and is off the list within 15 s of being closed [J4 CALL-56]', async ({
  page,
  browser,
  signIn,
  make,
  database: { db },
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { session, link } = await invited(page, make, coach)
  const context = await browser.newContext({ baseURL: journeyOrigin })
  const guest = await openLink(context, link)
  await agreeAndJoin(guest)
  // The coach has no page open, so nothing has been delivered yet.
  await expect(guest.getByText('We are telling Dana')).toBeVisible()
  await expect(guest.getByText(/was told at/)).toHaveCount(0)
  await page.goto('/clients')
  await expect(knock(page)).toBeVisible()
  const knows = guest.getByRole('heading', { level: 1, name: 'Dana knows you are here, Tomás.' })
  await expect(knows).toBeVisible()
  await guest.reload()
  await expect(knows).toBeVisible()
  await expect(knock(page)).toBeVisible()

  await context.setOffline(true)
  await expect(guest.getByText('No connection: Dana may not see you right now. Trying again…')).toBeVisible()
  await expect(knock(page)).toHaveCount(0)
  await context.setOffline(false)
  await expect(knock(page)).toBeVisible()
  await expect(
    guest.getByText('You will be let in when Dana is ready. There is nothing you need to do.'),
  ).toBeVisible()

  const headers = { authorization: `Bearer ${coach.token}` }
  const listed = async () =>
    ((await (await page.request.get('/api/calls/waiting', { headers })).json()) as { response: unknown[] })
      .response.length
  // A late poll would see the client gone late, so use the start of the last poll that still listed them.
  let thereAt = 0
  const stillListed = async () => {
    const askedAt = Date.now()
    const count = await listed()
    if (count > 0) thereAt = askedAt
    return count
  }
  await expect.poll(stillListed).toBe(1)
  await guest.close()
  await expect.poll(stillListed, { intervals: [200] }).toBe(0)
  const { seen_at } = await db
    .selectFrom('admissions')
    .select('seen_at')
    .where('session_id', '=', session.id)
    .executeTakeFirstOrThrow()
  expect(thereAt - seen_at.getTime()).toBeLessThanOrEqual(15_000)
  await expect(knock(page)).toHaveCount(0)
  await context.close()
})
