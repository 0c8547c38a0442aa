import type { Page } from '@playwright/test'
import type { Makers, TestPerson } from '../support/make.ts'
import { acceptTerms, expect, expectAccessible, password, test } from '../support/journeys/journey.ts'

// Pages on the stage, where calls run: only the person can close them.

const heading = 'Choose your video and audio options'

const question = (page: Page) =>
  page.getByRole('dialog', { name: /You have been signed out|Your session has expired/ })

/** Opens a call's page and marks its heading, so that a new render or a reload is noticed. Returns its path. */
async function openMarked(page: Page, make: Makers, coach: TestPerson): Promise<string> {
  const session = await make.session({ coach, start: new Date(Date.now() + 5 * 60_000).toISOString() })
  const path = `/session/${session.id}/join`
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).evaluate((drawn) => drawn.setAttribute('data-mark', ''))
  return path
}

const expectUntouched = async (page: Page, path: string) => {
  await expect(page.locator('h1[data-mark]')).toHaveText(heading)
  await expect(page).toHaveURL(path)
}

async function endSignIn(page: Page, { token }: TestPerson): Promise<void> {
  const answer = await page.request.post('/api/auth/logout', {
    headers: { authorization: `Bearer ${token}` },
    data: {},
  })
  expect(answer.status()).toBe(200)
}

async function signInOver(page: Page, username?: string): Promise<void> {
  if (username !== undefined) await question(page).getByLabel('Username').fill(username)
  await question(page).getByLabel('Password', { exact: true }).fill(password)
  await question(page).getByRole('button', { name: 'Sign In' }).click()
}

/** Turns a page into that of another release, with another name of the entry script. */
const renamed = (html: string): string => html.replaceAll('/assets/', '/assets/new-')

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('parley.token'))

test('when a sign-in ends elsewhere, the open page asks for a new one and the same person goes on @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach')
  await make.passwordFor(coach.id)
  const path = await openMarked(page, make, coach)
  await page.getByRole('link', { name: 'Close' }).focus()
  await endSignIn(page, coach)
  await expect(question(page)).toBeVisible()
  await expect(question(page).getByLabel('Username')).toHaveValue(coach.username)
  await expect(question(page).getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  expect(await storedToken(page)).toBeNull()
  await expectUntouched(page, path)

  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'You have been signed out' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await signInOver(page)
  await expect(question(page)).toHaveCount(0)
  await expectUntouched(page, path)
  expect(await storedToken(page)).toMatch(/^[\w-]{43}$/)
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Session Management' })).toBeVisible()
})

test(
  'input typed in a form survives the end of the sign-in, and is saved after the next one',
  { tag: '@any-width' },
  async ({ page, signIn, make }) => {
    const coach = await signIn('Coach')
    await make.passwordFor(coach.id)
    await page.goto('/clients?add=true')
    const form = page.getByRole('dialog', { name: 'Add Client' })
    await form.getByLabel('First name').fill('Liesbeth')
    await endSignIn(page, coach)
    await signInOver(page)
    await expect(question(page)).toHaveCount(0)
    await expect(form.getByLabel('First name')).toHaveValue('Liesbeth')
    await form.getByLabel('Last name').fill('Okonkwo')
    const username = `liesbeth-${coach.username}`.slice(0, 60)
    await form.getByLabel('Username').fill(username)
    await form.getByLabel('Email').fill(`${username}@clients.test`)
    await form.getByRole('button', { name: 'Add Client' }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText('Liesbeth Okonkwo').first()).toBeVisible()
  },
)

test(
  'an expired sign-in is announced over the open page, and leaving the page leads to /login',
  { tag: '@any-width' },
  async ({ page, signIn, make, database, quietConsole }) => {
    // Without the live channel the page notices by polling every 15 s who is signed in.
    quietConsole.allow(/Failed to load resource/)
    await page.route('**/api/live', (route) => route.abort())
    const coach = await signIn('Coach')
    const path = await openMarked(page, make, coach)
    const past = new Date(Date.now() - 13 * 3_600_000)
    await database.db
      .updateTable('sign_in_tokens')
      .set({ issued_at: past, last_used_at: past })
      .where('person_id', '=', coach.id)
      .execute()
    await expect(page.getByRole('dialog', { name: 'Your session has expired' })).toBeVisible({
      timeout: 30_000,
    })
    await expectUntouched(page, path)
    await page.getByRole('button', { name: 'Leave this page' }).click()
    await expect(page).toHaveURL(`/login?to=${encodeURIComponent(path)}`)
    await expect(page.getByText('Your session has expired')).toBeVisible()
  },
)

test(
  'going back while the page asks for a new sign-in leads to /login, as on any other page',
  { tag: '@any-width' },
  async ({ page, signIn, make }) => {
    const coach = await signIn('Coach')
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await openMarked(page, make, coach)
    await endSignIn(page, coach)
    await expect(question(page)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/login?to=%2Fdashboard')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login?to=%2Fdashboard')
  },
)

test(
  'another person who signs in over the page starts on the dashboard and sees nothing of the first',
  { tag: '@any-width' },
  async ({ page, signIn, make, database }) => {
    const coach = await signIn('Coach', { first_name: 'Ottilie', last_name: 'Brandt' })
    const other = await make.person({
      level: 'Coach',
      organization_id: (await make.organization()).id,
      first_name: 'Piet',
      last_name: 'Vos',
    })
    await make.passwordFor(other.id)
    await acceptTerms(database, other.id)
    await openMarked(page, make, coach)
    await endSignIn(page, coach)
    await expect(question(page)).toBeVisible()
    await signInOver(page, other.username)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('button', { name: 'Piet Vos' })).toBeVisible()
    await expect(page.getByText(/Ottilie/)).toHaveCount(0)
  },
)

test(
  'a sign-in in another tab closes the question for the same person, and the page for another person',
  { tag: '@any-width' },
  async ({ page, context, signIn, make, quietConsole }) => {
    // The test of the network may still be on its way when the sign-in ends, or when the page goes.
    quietConsole.allow(/WebSocket connection to .*\/rtc\//)
    const coach = await signIn('Coach')
    const tokenOf = async (id: string) => {
      await make.passwordFor(id)
      const { username } = id === coach.id ? coach : other
      const answer = await page.request.post('/api/auth/login', { data: { username, password } })
      return String((await answer.json()).response.token)
    }
    const other = await make.person({ level: 'Coach', organization_id: coach.organization_id })
    const path = await openMarked(page, make, coach)
    const tab = await context.newPage()
    await tab.goto('/terms')
    const store = (token: string) =>
      tab.evaluate((value) => localStorage.setItem('parley.token', value), token)

    await endSignIn(page, coach)
    await expect(question(page)).toBeVisible()
    await store(await tokenOf(coach.id))
    await expect(question(page)).toHaveCount(0)
    await expectUntouched(page, path)

    await store(await tokenOf(other.id))
    await expect(page).not.toHaveURL(path)
    await expect(page.locator('h1[data-mark]')).toHaveCount(0)
  },
)

test(
  'a newly required second factor is asked for only once the page of the call is left',
  { tag: '@any-width' },
  async ({ page, signIn, make }) => {
    const coach = await signIn('Coach')
    const admin = await make.person({ level: 'Admin' })
    const path = await openMarked(page, make, coach)
    const asked = page.waitForResponse(
      async (answer) =>
        answer.url().endsWith('/api/profiles/me') &&
        (await answer.json()).response.second_factor?.isRequired === true,
    )
    const headers = { authorization: `Bearer ${admin.token}` }
    const address = `/api/organizations/${coach.organization_id}`
    const { response } = await (await page.request.get(address, { headers })).json()
    const answer = await page.request.post(`/api/organizations/update/${coach.organization_id}`, {
      headers,
      data: { two_factor_required: true, version: response.version },
    })
    expect(answer.status()).toBe(200)
    await asked
    await expectUntouched(page, path)
    await page.getByRole('link', { name: 'Close' }).click()
    await expect(page.getByRole('heading', { name: 'Set up two-factor sign-in' })).toBeVisible()
  },
)

test(
  'a file that a new release has removed does not reload the page of a call',
  { tag: '@any-width' },
  async ({ page, signIn, make, quietConsole }) => {
    quietConsole.allow(/Failed to load|Failed to fetch dynamically imported module/)
    const coach = await signIn('Coach')
    const path = await openMarked(page, make, coach)
    let refused = 0
    await page.route('**/assets/sessions-*.js', (route) => {
      refused += 1
      return route.fulfill({ status: 404, body: '' })
    })
    await page.route(path, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: renamed(await answer.text()),
      })
    })
    const askedForRelease = page.waitForResponse(`**${path}`)
    // Hovering over a link starts to load its target.
    await page.getByRole('link', { name: 'Close' }).hover()
    await askedForRelease
    expect(refused).toBeGreaterThan(1)
    await expectUntouched(page, path)
  },
)

test(
  'a file that a new release has removed reloads any other page, but only once',
  { tag: '@any-width' },
  async ({ page, signIn, quietConsole }) => {
    quietConsole.allow(/Failed to load|Failed to fetch dynamically imported module/)
    await signIn('Coach')
    await page.route('**/assets/sessions-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/profile')
    let loads = 0
    // The page fetches its own address to find the newest release, and the address may have changed by then.
    await page.route(/\/(profile|sessions)$/, async (route) => {
      if (route.request().resourceType() === 'document') {
        loads += 1
        return route.continue()
      }
      const answer = await route.fetch()
      return route.fulfill({ response: answer, body: renamed(await answer.text()) })
    })
    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
    // The file stays missing, so the second time the page shows an error instead of reloading for ever.
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    expect(loads).toBe(1)
  },
)

test('a part of a page that cannot be loaded says so in its place, and Try again loads it @any-width', async ({
  page,
  signIn,
  quietConsole,
}) => {
  quietConsole.allow(/Failed to load|Failed to fetch dynamically imported module/)
  await signIn('Coach')
  await page.goto('/sessions')
  await page.route('**/assets/schedule-session-*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'Schedule Session' }).first().click()
  const failure = page.getByRole('alertdialog', { name: 'Something went wrong' })
  await expect(failure).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Session Management')
  await page.unroute('**/assets/schedule-session-*.js')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Schedule Session' })).toBeVisible()
})
