import type { Page } from '@playwright/test'
import { dayIn, monthRange, resolveClockTime } from '@parley/contract/rules/time/clock-times.ts'
import { closeToast, expect, expectAccessible, isPhone, test } from '../support/journeys/journey.ts'
import { inDays, inHours, inMinutes, noonZone } from '../support/journeys/moments.ts'
import type { TestPerson } from '../support/make.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** API requests by another person while the page is open. */
const elsewhere = (page: Page, { token }: TestPerson) => ({
  post: (path: string, data: object = {}) =>
    page.request.post(`/api${path}`, { headers: { authorization: `Bearer ${token}` }, data }),
})

test("a coach's dashboard shows the call to join, the next calls four to a page, and the last two [ROUTE-02 DASH-01 DASH-02 DASH-06 DASH-07 DASH-11 DASH-12 DASH-13 DASH-14 MAIL-10 WIRE-27 WIRE-30]", async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const place = { organization_id: coach.organization_id, coach_id: coach.id }
  const client = await make.person({
    level: 'Client',
    ...place,
    first_name: 'Margarethe',
    last_name: 'Öztürk-Lindqvist',
    time_zone: 'Europe/Berlin',
  })
  const active = await make.session({ coach, client, start: inMinutes(11), title: 'Values in practice' })
  for (const [i, hours] of [3, 6, 9, 12, 30].entries())
    await make.session({ coach, client, start: inHours(hours), title: `Call ${i + 1}` })
  await make.session({ coach, client, start: inHours(49), title: 'Beyond two days' })
  await make.session({ coach, client, start: inHours(-26), title: 'Quarterly review', status: 'Completed' })
  await make.session({ coach, client, start: inHours(-28), title: 'Nobody came', status: 'NoShow' })
  await make.session({ coach, client, start: inHours(-50), title: 'First conversation', status: 'Completed' })
  await make.session({ coach, client, start: inHours(-70), title: 'Long ago', status: 'Completed' })

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const mine = section(page, 'My Appointments')
  await expect(mine.getByText(/^Starts in 1[01] min$/)).toBeVisible()
  await expect(mine).toContainText('Margarethe Öztürk-Lindqvist')
  // The card shows both people's times, each with its zone.
  await expect(mine).toContainText(/for Margarethe in Berlin \((CET|CEST)\)/)
  await expect(mine).toContainText(/(EST|EDT)/)

  const upcoming = section(page, 'Upcoming Coaching Calls')
  await expect(upcoming.getByRole('article')).toHaveCount(4)
  await expect(upcoming.getByRole('article').first()).toContainText('Call 1')
  await expect(upcoming).not.toContainText('Beyond two days')
  await upcoming.getByRole('button', { name: 'Next page' }).click()
  await expect(upcoming.getByRole('article')).toHaveCount(1)
  await expect(upcoming).toContainText('Call 5')
  await upcoming.getByRole('button', { name: 'Add to Calendar, Call 5' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['.ics file', 'Google', 'Outlook'])
  await page.keyboard.press('Escape')

  const recent = section(page, 'Recent')
  await expect(recent.getByRole('article')).toHaveCount(2)
  await expect(recent).toContainText('Quarterly review')
  await expect(recent).not.toContainText('Nobody came')
  await expect(recent).not.toContainText('Long ago')
  // A compact card has one line, and is less than half as high as a large one.
  const heightOf = async (card: ReturnType<Page['locator']>) => (await card.boundingBox())?.height ?? 0
  expect(await heightOf(recent.getByRole('article').first())).toBeLessThan(
    (await heightOf(mine.getByRole('article'))) / 2,
  )
  await expectAccessible(page)

  if (!isPhone(page)) {
    const table = page.getByRole('table', { name: 'Sessions in scope' })
    await expect(table.getByRole('row').nth(1)).toContainText(
      /[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M (EST|EDT)/,
    )
  }
  await mine.getByRole('link', { name: 'Join Call' }).click()
  await expect(page).toHaveURL(`/session/${active.id}/preview`)
  await expect(page.getByRole('heading', { level: 1, name: 'Values in practice' })).toBeVisible()
})

test(
  'the dashboard requests only owned sessions, in its fixed ranges [DASH-04 DASH-05 DASH-10 CALENDAR-10]',
  { tag: '@any-width' },
  async ({ page, signIn }) => {
    await signIn('Admin')
    const asked: URL[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.startsWith('/api/sessions')) asked.push(url)
    })
    await page.goto('/dashboard')
    await expect(page.getByText("You're all caught up!")).toBeVisible()
    await expect(section(page, 'This week').getByText('Minutes coached', { exact: true })).toBeVisible()
    const now = Date.now()
    const listed = asked
      .filter((url) => url.pathname === '/api/sessions')
      .map(({ searchParams }) => ({
        order: searchParams.get('order'),
        limit: searchParams.get('limit'),
        owned: searchParams.get('owned'),
        // In hours from now.
        range: (JSON.parse(searchParams.get('start_time_range') ?? '[]') as string[]).map(
          (at) => Math.round(((Date.parse(at) - now) / 3_600_000) * 20) / 20 + 0,
        ),
      }))
    const plain = { limit: '10', owned: 'true' }
    expect(listed).toContainEqual({ ...plain, order: '["start_time","ASC"]', range: [-1.25, 48] })
    expect(listed).toContainEqual({ ...plain, order: '["start_time","DESC"]', range: [-168, 0] })
    const [calendar] = asked.filter((url) => url.pathname === '/api/sessions/calendar')
    expect([...(calendar?.searchParams.keys() ?? [])].toSorted()).toEqual(['owned', 'start_time_range'])
    expect(calendar?.searchParams.get('owned')).toBe('true')
  },
)

test('with nothing to do, the dashboard says so and offers to schedule, hides Recent, and shows a dash for rates of no sessions [DASH-03 DASH-09 DASH-16 DASH-18]', async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach')
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
  })
  await make.session({ coach, client, start: inDays(4) })
  await page.goto('/dashboard')
  const mine = section(page, 'My Appointments')
  await expect(mine.getByRole('heading', { name: "You're all caught up!" })).toBeVisible()
  await expect(mine).toContainText(/Your next one is .+ at \d/)
  await expect(page.getByRole('heading', { name: /Recent/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /Needs a decision/ })).toHaveCount(0)
  const week = section(page, 'This week')
  await expect(week.getByText('–', { exact: true })).toHaveCount(2)
  await expect(week.getByText(/^Calls by week\./)).toBeAttached()
  await expectAccessible(page)
  await mine.getByRole('button', { name: /^Show / }).click()
  await expect(page.locator('[data-day]:focus')).toHaveAttribute('aria-label', /1 session$/)
  await mine.getByRole('button', { name: 'Schedule Session' }).click()
  await expect(page.getByRole('dialog', { name: 'Schedule Session' })).toBeVisible()
})

test(
  'the countdown follows the clock, and Join Call appears without a reload [DASH-12 PHASE-01]',
  { tag: '@any-width' },
  async ({ page, signIn, make }) => {
    const coach = await signIn('Coach')
    const client = await make.person({
      level: 'Client',
      organization_id: coach.organization_id,
      coach_id: coach.id,
    })
    const now = Date.now()
    await page.clock.install({ time: now })
    await make.session({ coach, client, start: new Date(now + 18 * 60_000).toISOString() })
    await page.goto('/dashboard')
    const mine = section(page, 'My Appointments')
    await expect(mine).toContainText('No call to join right now.')
    // The page renders only while its clock runs; from here on, only the test moves the clock.
    await page.clock.pauseAt(now + 2 * 60_000)
    await expect(mine).toContainText('No call to join right now.')
    await page.clock.fastForward(65_000)
    await expect(mine.getByText('Starts in 15 min', { exact: true }).first()).toBeVisible()
    await expect(mine.getByRole('link', { name: 'Join Call' })).toBeVisible()
    await page.clock.fastForward(60_000)
    await expect(mine.getByText('Starts in 14 min', { exact: true })).toBeVisible()
  },
)

test("the calendar marks the days with sessions in the viewer's time zone and lists the sessions of each [CALENDAR-01 CALENDAR-02 CALENDAR-03 CALENDAR-04 CALENDAR-05 CALENDAR-06 WIRE-28]", async ({
  page,
  signIn,
  make,
}) => {
  const zone = 'Pacific/Auckland'
  const { id: organization_id } = await make.organization({ time_zone: zone })
  const coach = await signIn('Coach', { organization_id })
  const client = await make.person({
    level: 'Client',
    organization_id,
    coach_id: coach.id,
    first_name: 'Aroha',
    last_name: 'Ngata',
  })
  const today = dayIn(Date.now(), zone)
  const inMonth = (date: string) => `${today.slice(0, 8)}${date}`
  const other = Number(today.slice(8)) > 14 ? inMonth('05') : inMonth('24')
  // Half past midnight in Auckland is still the day before in New York, the browser's zone.
  const start = resolveClockTime(other, '00:30', zone).instant
  await make.session({
    coach,
    client,
    start: new Date(start).toISOString(),
    title: 'Night call',
    status: 'Completed',
  })
  const active = await make.session({ coach, client, start: inMinutes(-5), title: 'Running call' })
  await make.session({ coach, client, start: inMinutes(-500), title: 'Gone by', status: 'Cancelled' })
  // A session of other people is not marked.
  await make.session({
    coach: await make.person({ level: 'Coach', organization_id }),
    client: await make.person({ level: 'Client', organization_id }),
    start: new Date(start + 3 * 86_400_000).toISOString(),
  })

  await page.goto('/dashboard')
  const activeDay = dayIn(Date.parse(active.start_time.toISOString()), zone)
  const marked = page.locator('[data-day][aria-haspopup]')
  const expected = new Set([other, activeDay, dayIn(Date.parse(inMinutes(-500)), zone)])
  const days = () => marked.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-day')))
  await expect
    .poll(async () => new Set(await days()))
    .toEqual(new Set([...expected].filter((day) => day.startsWith(today.slice(0, 7)))))

  const dialog = page.getByRole('dialog')
  const plain = [inMonth('10'), inMonth('11'), inMonth('12')].find((day) => !expected.has(day)) ?? ''
  await page.locator(`[data-day="${plain}"]`).click()
  await expect(dialog).toHaveCount(0)
  await page.locator(`[data-day="${other}"]`).click()
  await expect(dialog).toContainText('Night call')
  await expect(dialog).toContainText(/12:30 – 1:30 AM (NZST|NZDT)/)
  await expect(dialog).toContainText('Coaching Call')
  await expect(dialog).toContainText('Aroha Ngata')
  await expect(dialog.getByRole('link', { name: /Details/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // Go by keyboard to the day of the call that can be joined.
  await page.locator('[data-day][tabindex="0"]').focus()
  for (let at = other; at !== activeDay;) {
    await page.keyboard.press(at < activeDay ? 'ArrowRight' : 'ArrowLeft')
    at = (await page.locator('[data-day]:focus').getAttribute('data-day')) ?? ''
  }
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Running call')
  await dialog.getByRole('link', { name: 'Details' }).click()
  await expect(page).toHaveURL(`/session/${active.id}/preview`)

  await page.goto('/dashboard')
  const [from, until] = monthRange(monthAfter(today), zone)
  const loaded = page.waitForRequest((request) => {
    const { pathname, searchParams } = new URL(request.url())
    return (
      pathname === '/api/sessions/calendar' &&
      searchParams.get('start_time_range') ===
        JSON.stringify([new Date(from).toISOString(), new Date(until).toISOString()])
    )
  })
  await page.getByRole('button', { name: 'Next month' }).click()
  await loaded
})

const monthAfter = (day: string): string => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

test("an OrgAdmin settles the sessions that need a decision, and sees the whole organization's sessions [STATUS-21 STATUS-22 DASH-04 DASH-15 DASH-20] @any-width", async ({
  page,
  signIn,
  make,
  database,
}) => {
  const admin = await signIn('OrgAdmin', { first_name: 'Helena', last_name: 'Brandvold' })
  const place = { organization_id: admin.organization_id }
  const coach = await make.person({ level: 'Coach', ...place, first_name: 'Ingrid', last_name: 'Solheim' })
  const client = await make.person({ level: 'Client', ...place, first_name: 'Tomás', last_name: 'Aguilar' })
  const ended = async (title: string, days: number) =>
    (await make.session({ coach, client, title, start: inDays(-days) })).id
  const [one, two, three] = [await ended('One', 2), await ended('Two', 3), await ended('Three', 4)]
  await make.session({ coach, client, start: inHours(5), title: 'Not mine' })

  await page.goto('/dashboard')
  const open = section(page, 'Needs a decision')
  await expect(open.getByRole('article')).toHaveCount(3)
  await expect(open.getByRole('article').first()).toContainText('Ingrid Solheim')
  await expect(section(page, 'My Appointments')).toContainText("You're all caught up!")
  await expect(section(page, 'Sessions')).toContainText('Not mine')
  const week = section(page, 'This week')
  await expect(week.getByText('Harbor Coaching', { exact: true })).toBeVisible()
  await expect(week.getByText(/^\d+ held or scheduled today, \d+ to come$/)).toBeVisible()
  await expect(week.getByRole('radio')).toHaveCount(0)
  await expectAccessible(page)

  // One click completes it. The card stays in its place, with Undo, until the toast closes.
  const complete = open.getByRole('button', { name: /^Complete, One/ })
  const first = open.getByRole('article').filter({ hasText: 'One' })
  await complete.click()
  await expect(first).toContainText('Completed')
  await expect(first.getByRole('link')).toBeFocused()
  await page
    .getByRole('alertdialog')
    .filter({ hasText: 'Session completed' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await complete.click()
  await expect(first).toContainText('Completed')
  await closeToast(page, 'Session completed')
  await expect(open.getByRole('article')).toHaveCount(2)
  await open.getByRole('button', { name: /^No Show, Two/ }).click()
  await closeToast(page, 'Marked as No Show')
  await expect(open.getByRole('article')).toHaveCount(1)
  await open.getByRole('button', { name: /^Cancel, Three/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Session' }).click()
  await closeToast(page, 'Session cancelled')
  await expect(open).toHaveCount(0)
  const rows = await database.db
    .selectFrom('sessions')
    .select(['id', 'status'])
    .where('id', 'in', [one, two, three])
    .execute()
  expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
    [one]: 'Completed',
    [two]: 'NoShow',
    [three]: 'Cancelled',
  })
})

test('a coach finds their unsettled session under Needs a decision, and the sidebar shows a new call of today without a reload [STATUS-21] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const { id: organization_id } = await make.organization({ time_zone: noonZone() })
  const coach = await signIn('Coach', { organization_id })
  const client = await make.person({
    level: 'Client',
    organization_id,
    coach_id: coach.id,
    first_name: 'Kwame',
    last_name: 'Boateng',
  })
  await make.session({ coach, client, start: inDays(-3), title: 'Left open' })
  await page.goto('/dashboard')
  await expect(section(page, 'Needs a decision')).toContainText('Left open')

  await page.goto('/profile')
  if (isPhone(page)) await page.getByRole('button', { name: 'Menu' }).click()
  const today = section(page, 'Today')
  await expect(today).toContainText('No calls today.')
  const booked = await elsewhere(page, coach).post('/sessions/create', {
    title: 'Booked just now',
    start_time: inHours(1),
    end_time: inHours(2),
    coach_id: coach.id,
    user_id: client.id,
  })
  expect(booked.status()).toBe(200)
  await expect(today.getByRole('link', { name: /Kwame Boateng.*\d+ (?:min|h)/ })).toBeVisible()
})

test('a part of the dashboard that could not be loaded says so and does not look empty @any-width', async ({
  page,
  signIn,
  quietConsole,
}) => {
  quietConsole.allow(/status of 500/)
  await signIn('Coach')
  const lists = /\/api\/sessions\?/
  await page.route(lists, (route) =>
    route.fulfill({ status: 500, json: { response: 'x', code: 'internal' } }),
  )
  await page.goto('/dashboard')
  for (const what of ['Your appointments', 'What needs a decision', 'Recent sessions'])
    await expect(page.getByText(`${what} couldn't be loaded.`, { exact: true })).toBeVisible()
  await expect(page.getByText("You're all caught up!")).toHaveCount(0)
  await expect(section(page, 'Needs a decision').getByRole('button', { name: 'Try again' })).toBeVisible()
  // The page also retries on its own.
  await page.unroute(lists)
  await expect(page.getByRole('heading', { name: 'Needs a decision' })).toHaveCount(0)
  await expect(page.getByText("You're all caught up!")).toBeVisible()
})

test('an Admin sees how many sessions are still scheduled today [DASH-23] @any-width', async ({
  page,
  signIn,
}) => {
  await signIn('Admin')
  await page.goto('/clients')
  if (isPhone(page)) await page.getByRole('button', { name: 'Menu' }).click()
  await expect(section(page, 'Right now')).toContainText(/Still scheduled today\d/)
})

test.describe('with a device in another zone', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test("times stay in the viewer's zone, and a hint says so [WIRE-28 WIRE-29] @any-width", async ({
    page,
    signIn,
  }) => {
    await signIn('Coach')
    await page.goto('/dashboard')
    const hint = page.getByText(/This device is set to Berlin \((CET|CEST)\)\./)
    await expect(isPhone(page) ? hint.last() : hint.first()).toBeAttached()
    await (isPhone(page)
      ? expect(page.getByText(/^Times are in E[SD]T/)).toBeVisible()
      : expect(page.getByText(/^Device \d/)).toBeVisible())
    await expect(
      page
        .getByText(/E[SD]T/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
  })
})
