import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { linkIn, mailTo } from '../support/mail/mail.ts'
import { inHours } from '../support/journeys/moments.ts'

/** A time so close that the page must notice it passing. */
const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000)
const day = 24 * 3600

test.use({ timezoneId: 'America/Mexico_City' })

/** A client who is invited to a call tomorrow, and the link in the invitation. */
async function invited(page: Page, make: Parameters<Parameters<typeof test>[2]>[0]['make']) {
  const organization = await make.organization({ display_name: 'Northlight Coaching' })
  const organization_id = organization.id
  const coach = await make.person({ level: 'Coach', organization_id, first_name: 'Dana' })
  const client = await make.person({
    level: 'Client',
    organization_id,
    coach_id: coach.id,
    first_name: 'Tomás',
    time_zone: 'Europe/Berlin',
  })
  const headers = { authorization: `Bearer ${coach.token}` }
  const booked = await page.request.post('/api/sessions/create', {
    headers,
    data: {
      title: 'Anger at work',
      start_time: inHours(48),
      end_time: inHours(49),
      coach_id: coach.id,
      user_id: client.id,
    },
  })
  const { id } = (await booked.json()).response as { id: string }
  const [mail] = await mailTo(client.email)
  const act = (path: string, data: object = {}) =>
    page.request.post(`/api/sessions${path}`, { headers, data })
  return { organization, session: { id }, secret: linkIn(mail, 'join'), act }
}

test('when a client opens the mailed link, the secret leaves the address, and the page shows who expects them, the time and the contact [ROUTE-21 GUEST-09 S10]', async ({
  page,
  make,
  database: { db },
}) => {
  const { organization, secret } = await invited(page, make)
  await db
    .updateTable('organizations')
    .set({ contact: '+1 212 555 0142' })
    .where('id', '=', organization.id)
    .execute()
  await page.goto(`/join/${secret}`)
  await expect(page.getByRole('heading', { name: 'Hello Tomás.' })).toBeVisible()
  await expect(page).toHaveURL('/join')
  await expect(page.getByRole('heading', { name: "You're early" })).toBeVisible()
  await expect(
    page.getByText('Dana from Northlight Coaching is expecting you for a coaching call.'),
  ).toBeVisible()
  await expect(page.getByText('your time, Mexico City (CST)')).toBeVisible()
  await expect(page.getByText(/^This device is set to Mexico City. Your profile says Berlin: /)).toBeVisible()
  await expect(page.getByRole('link', { name: '+1 212 555 0142' })).toHaveAttribute(
    'href',
    'tel:+12125550142',
  )
  const google = await page.getByRole('link', { name: 'Google' }).getAttribute('href')
  expect(google).toContain('Coaching+Call+with+Dana')
  expect(google).not.toMatch(/join|Anger/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Calendar file' }).click()
  expect((await download).suggestedFilename()).toMatch(/^coaching-call-\d{4}-\d\d-\d\d\.ics$/)
  // No link leads into the portal.
  await expect(page.locator('a[href^="/"]')).toHaveCount(0)
  await expectAccessible(page)

  // A reload of the tab works without the secret in the address.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Hello Tomás.' })).toBeVisible()
  await expect(page).toHaveURL('/join')
})

test('the guest page opens and closes with the clock, and shows a new time and a cancellation without a reload [GUEST-05 GUEST-06 GUEST-07 GUEST-25] @any-width', async ({
  page,
  make,
  database: { db },
}) => {
  test.slow()
  const { session, secret, act } = await invited(page, make)
  const setTimes = (start: Date, end: Date) =>
    db
      .updateTable('sessions')
      .set({ start_time: start, end_time: end })
      .where('id', '=', session.id)
      .execute()
  // The page opens 24 hours before the start.
  await setTimes(inSeconds(day + 30), inSeconds(day + 3600))
  await page.goto(`/join/${secret}`)
  await expect(page.getByRole('heading', { name: "You're early" })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Before we begin' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Your link is open now.')

  // The coach moves it.
  await act(`/update/${session.id}`, { start_time: inHours(30), end_time: inHours(31) })
  await expect(page.getByText(/^The time has changed\. It was /)).toBeVisible({ timeout: 40_000 })

  // The call is over 15 minutes after its end.
  await setTimes(inSeconds(-3600), inSeconds(-15 * 60 + 6))
  await expect(page.getByRole('heading', { name: 'This call has ended.' })).toBeVisible({ timeout: 40_000 })
  await expectAccessible(page)

  await setTimes(new Date(inHours(30)), new Date(inHours(31)))
  await expect(page.getByRole('heading', { name: "You're early" })).toBeVisible({ timeout: 40_000 })
  await act(`/cancel/${session.id}`)
  await expect(page.getByRole('heading', { name: 'This call was cancelled.' })).toBeVisible({
    timeout: 40_000,
  })
  await expect(page.getByRole('status')).toContainText('This call was cancelled.')
})

test('without a network the guest page keeps its content and recovers without a reload, and a dead link says whom to ask [GUEST-26] @any-width', async ({
  page,
  context,
  make,
  database: { db },
  quietConsole,
}) => {
  quietConsole.allow(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/)
  const { session, secret } = await invited(page, make)
  await page.goto(`/join/${secret}`)
  const hello = page.getByRole('heading', { name: 'Hello Tomás.' })
  await expect(hello).toBeVisible()
  const top = async () => (await page.getByRole('main').boundingBox())?.y
  const place = await top()
  await context.setOffline(true)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.locator('header + p')).toHaveText('No connection. Trying again…')
  await expect(hello).toBeVisible()
  expect(await top(), 'nothing moves under a finger').toBe(place)
  await context.setOffline(false)
  await expect(page.locator('header + p')).toHaveCount(0)

  await db.updateTable('guest_links').set({ number: 2 }).where('session_id', '=', session.id).execute()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This link no longer works.' })).toBeVisible()
  await expect(page.getByText(/ask the coach or organization that invited you\.$/)).toBeVisible()
  await page.goto(`/join/${randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'This link no longer works.' })).toBeVisible()
  await expectAccessible(page)

  // Another tab has no link.
  const other = await context.newPage()
  await other.goto('/join')
  await expect(other.getByRole('heading', { name: 'Please open the link in your email.' })).toBeVisible()
})

test('without JavaScript the guest page shows its frame and says that it needs JavaScript @any-width', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  const answer = await page.goto('/join/some-secret')
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow')
  await expect(page.getByRole('heading', { name: 'Your personal invitation' })).toBeVisible()
  await expect(page.getByText(/^This page needs JavaScript\./)).toBeVisible()
  await expect(page.getByText('One moment…')).toBeHidden()
  await context.close()
})

test('the guest page does not scroll sideways from 320 to 1440 pixels, even with a very long name @any-width', async ({
  page,
  make,
  database: { db },
}) => {
  const { organization, secret } = await invited(page, make)
  await db
    .updateTable('organizations')
    .set({ display_name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3), contact: '' })
    .where('id', '=', organization.id)
    .execute()
  await page.goto(`/join/${secret}`)
  await expect(page.getByRole('heading', { name: 'Hello Tomás.' })).toBeVisible()
  for (const width of [320, 390, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([width, overflow]).toEqual([width, 0])
  }
})
