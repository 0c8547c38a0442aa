import { expect, expectAccessible, test } from '../support/journeys/journey.ts'

test(
  "a visitor who asks for a guarded path is sent to /login with 'to' [GUARD-01]",
  { tag: '@any-width' },
  async ({ page }) => {
    for (const path of ['/dashboard', '/sessions', '/organization/1', '/no/such/page']) {
      await page.goto(path)
      await expect(page).toHaveURL(`/login?to=${encodeURIComponent(path)}`)
    }
  },
)

test(
  'after sign-in the visitor is on the requested path with its search and page [GUARD-02]',
  { tag: '@any-width' },
  async ({ page, make, database }) => {
    const { acceptTerms, password } = await import('../support/journeys/journey.ts')
    const { id: organization_id } = await make.organization()
    const person = await make.person({ level: 'Coach', organization_id })
    await make.passwordFor(person.id)
    await acceptTerms(database, person.id)
    const wanted = '/sessions?search=lund&page=2'
    await page.goto(wanted)
    await page.getByLabel('Username').fill(person.username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/sessions\?/)
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('search')).toBe('lund')
    expect(searchParams.get('page')).toBe('2')
  },
)

test(
  "a signed-in visitor of /login is sent to the path in 'to', else home, and never to another origin [GUARD-03 GUARD-04 GUARD-05]",
  { tag: '@any-width' },
  async ({ page, signIn }) => {
    await signIn('Coach')
    for (const [address, landing] of [
      ['/login?to=/sessions', '/sessions'],
      ['/login', '/dashboard'],
      ['/login?to=//evil.example', '/dashboard'],
      ['/login?to=/%5Cevil.example', '/dashboard'],
      ['/login?to=https://evil.example/', '/dashboard'],
    ] as const) {
      await page.goto(address)
      await expect(page).toHaveURL(landing)
    }
  },
)

test(
  "an expired token shows 'Your session has expired' with 'Please log in again.' [GUARD-10]",
  { tag: '@any-width' },
  async ({ page, signIn, database }) => {
    const person = await signIn('Coach')
    const past = new Date(Date.now() - 13 * 3_600_000)
    await database.db
      .updateTable('sign_in_tokens')
      .set({ issued_at: past, last_used_at: past })
      .where('person_id', '=', person.id)
      .execute()
    await page.goto('/sessions')
    await expect(page).toHaveURL('/login?to=%2Fsessions')
    await expect(page.getByText('Your session has expired', { exact: true })).toBeVisible()
    await expect(page.getByText('Please log in again.', { exact: true })).toBeVisible()
  },
)

test(
  'a lost or failed answer to the profile request leaves the token in place [GUARD-11 SHELL-09]',
  { tag: '@any-width' },
  async ({ page, signIn, quietConsole }) => {
    quietConsole.allow(/Failed to load resource|net::ERR|status of 5\d\d/)
    const person = await signIn('Coach')
    const away = { status: 503, json: { response: 'away', code: 'engine_away', requestId: 'x' } }
    for (const { isLost, texts } of [
      // Without a connection, the page does not suggest a reload.
      { isLost: true, texts: ['No connection', /^Can't reach Parley\./] },
      { isLost: false, texts: ['Something went wrong', 'Please refresh the page.'] },
    ]) {
      await page.route('**/api/profiles/me', (route) => (isLost ? route.abort() : route.fulfill(away)))
      await page.goto('/dashboard')
      for (const text of texts) await expect(page.getByText(text, { exact: true })).toBeVisible()
      await expect(page.getByText('Please refresh the page.')).toHaveCount(isLost ? 0 : 1)
      expect(await page.evaluate(() => localStorage.getItem('parley.token'))).toBe(person.token)
      await page.unroute('**/api/profiles/me')
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    }
  },
)

test('the not-found page has its texts and a link home [ROUTE-16 NOTFOUND-01 NOTFOUND-02 NOTFOUND-03 NOTFOUND-04] @any-width', async ({
  page,
  signIn,
}) => {
  await signIn('Coach')
  await page.goto('/no/such/page')
  await expect(page.getByText('404')).toBeVisible()
  await expect(page.getByText("Looks like you're lost")).toBeVisible()
  await expect(page.getByText("The page you're looking for is not available!")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go To Home' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('terms and privacy open without a token [ROUTE-22 ROUTE-23] @any-width', async ({ page }) => {
  await page.goto('/terms')
  await expect(page.getByRole('heading', { name: 'Terms of use' })).toBeVisible()
  await expect(page.getByText(/^Nothing is recorded\. /)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible()
  await expectAccessible(page)
})
