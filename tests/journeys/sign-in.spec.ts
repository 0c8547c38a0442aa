import {
  acceptTerms,
  enterWith,
  expect,
  expectAccessible,
  holdAnswer,
  isPhone,
  password,
  test,
} from '../support/journeys/journey.ts'
import { demoPassword } from '../../scripts/database/demo.ts'

test.describe('the sign-in screen', () => {
  test('the sign-in page opens without a token, with its fields, button and link [ROUTE-17 AUTH-01 AUTH-02]', async ({
    page,
  }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: "Can't log in?" }).click()
    await expect(page).toHaveURL('/forgot-password')
  })

  test(
    'the sign-in screen names what is missing and refuses an email address [AUTH-03 AUTH-04 AUTH-05]',
    { tag: '@any-width' },
    async ({ page }) => {
      await page.goto('/login')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByText('Username is required')).toBeVisible()
      await expect(page.getByText('Password is required')).toBeVisible()
      await page.getByLabel('Username').fill('dana@example.com')
      await expect(page.getByText('Please log in with your username, not email.')).toBeVisible()
      await expectAccessible(page)
    },
  )

  test("the sign-in screen shows 'Problem logging in' and the server's message for a refused sign-in [AUTH-06] @any-width", async ({
    page,
  }) => {
    await page.goto('/login')
    await page.getByLabel('Username').fill('nobody-of-this-name')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign In' }).click()
    const toast = page
      .getByRole('alertdialog')
      .or(page.getByRole('alert'))
      .filter({ hasText: 'Problem logging in' })
    await expect(toast.first()).toContainText('Username or password is not right.')
    await expectAccessible(page)
  })

  test(
    "a client is told 'You do not have the correct role.' and stays out [AUTH-06 AUTH-07]",
    { tag: '@any-width' },
    async ({ page }) => {
      await page.goto('/login')
      await page.getByLabel('Username').fill('client')
      await page.getByLabel('Password', { exact: true }).fill(demoPassword)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByText('You do not have the correct role.')).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('parley.token'))).toBeNull()
    },
  )

  for (const [level, widths] of [
    ['Coach', ''],
    ['OrgAdmin', ' @any-width'],
    ['Admin', ' @any-width'],
    ['Super', ' @any-width'],
  ] as const)
    test(`${level} signs in, reads the terms once and lands on the dashboard [AUTH-09 AUTH-20 AUTH-36 ROUTE-01]${widths}`, async ({
      page,
      make,
    }) => {
      const { id: organization_id } = await make.organization()
      const person = await make.person({ level, organization_id })
      await make.passwordFor(person.id)
      await page.goto('/login')
      await page.getByLabel('Username').fill(person.username.toUpperCase())
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByRole('heading', { name: 'Terms of use' })).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Accept' }).click()
      await expect(page.getByRole('heading', { name: 'Terms of use' })).toHaveCount(0)
      await expect(page).toHaveURL('/dashboard')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('parley.token'))).toMatch(/^[\w-]{43}$/)

      await page.goto('/')
      await expect(page).toHaveURL('/dashboard')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('button', { name: /Accept/ })).toHaveCount(0)
    })

  test('a late profile answer from before Accept does not bring the terms back @any-width', async ({
    page,
    make,
    quietConsole,
  }) => {
    quietConsole.allow(/net::ERR_FAILED/)
    const person = await make.person({ level: 'Coach', organization_id: (await make.organization()).id })
    await make.passwordFor(person.id)
    // Without live notices the page polls for the signed-in person.
    await page.route('**/api/live', (route) => route.abort())
    await page.clock.install()
    await page.goto('/login')
    await page.getByLabel('Username').fill(person.username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { name: 'Terms of use' })).toBeVisible()
    const late = await holdAnswer(page, '**/api/profiles/me')
    await page.clock.fastForward(20_000)
    await late.isHeld
    await page.getByRole('button', { name: 'Accept' }).click()
    await late.isLeft()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })

  test(
    'a login answer without token or profile, or with a client as profile, lets nobody in [AUTH-08 AUTH-10]',
    { tag: '@any-width' },
    async ({ page, make }) => {
      const { id: organization_id } = await make.organization()
      const person = await make.person({ level: 'Coach', organization_id })
      await make.passwordFor(person.id)
      const spoil = async (
        change: (answer: { token?: string; profile?: { privs: number } }) => object,
        text: string,
      ) => {
        await page.route('**/api/auth/login', async (route) => {
          const reply = await route.fetch()
          const { response } = await reply.json()
          await route.fulfill({ response: reply, json: { response: change(response) } })
        })
        await page.goto('/login')
        await page.getByLabel('Username').fill(person.username)
        await page.getByLabel('Password', { exact: true }).fill(password)
        await page.getByRole('button', { name: 'Sign In' }).click()
        await expect(page.getByText(text)).toBeVisible()
        expect(await page.evaluate(() => localStorage.getItem('parley.token'))).toBeNull()
        await page.unroute('**/api/auth/login')
      }
      await spoil(({ profile }) => ({ profile }), 'Please refresh the page and try again.')
      await spoil(({ token }) => ({ token }), 'Please refresh the page and try again.')
      await spoil(
        ({ token, profile }) => ({ token, profile: { ...profile, privs: 0 } }),
        'You do not have the correct role.',
      )
    },
  )
})

test(
  'accepted terms are not shown again until there is a new version [AUTH-37]',
  { tag: '@any-width' },
  async ({ page, signIn, database }) => {
    const person = await signIn('Coach')
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('button', { name: /Accept/ })).toHaveCount(0)
    // After a new version, a person has accepted only an older one.
    const owner = await make()
    await owner.query('update eula_acceptances set version = $1 where person_id = $2', ['1999-01', person.id])
    await owner.end()
    await page.reload()
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    const rows = await database.db
      .selectFrom('eula_acceptances')
      .select('version')
      .where('person_id', '=', person.id)
      .execute()
    expect(rows).toHaveLength(2)

    async function make() {
      const { default: pg } = await import('pg')
      const { journeyDatabase } = await import('../support/journeys/journey-places.ts')
      const client = new pg.Client({ connectionString: journeyDatabase.ownerUrl })
      await client.connect()
      return client
    }
  },
)

test(
  "'Logout' ends the token on the server and leads to /login [AUTH-21]",
  { tag: '@any-width' },
  async ({ page, signIn, request }) => {
    const person = await signIn('Coach')
    await page.goto('/dashboard')
    if (isPhone(page)) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
    } else {
      await page.getByRole('button', { name: 'Robin Ames' }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
    }
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate(() => localStorage.getItem('parley.token'))).toBeNull()
    const me = await request.get('/api/profiles/me', { headers: { authorization: `Bearer ${person.token}` } })
    expect(me.status()).toBe(401)
  },
)

test(
  'a sign-out in one tab reaches the other at once',
  { tag: '@any-width' },
  async ({ page, context, signIn }) => {
    await signIn('Coach')
    await page.goto('/dashboard')
    const other = await context.newPage()
    await other.goto('/clients')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(async () => {
      const token = localStorage.getItem('parley.token')
      await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    })
    await expect(page).toHaveURL(/\/login/)
    await expect(other).toHaveURL(/\/login/)
  },
)

test(
  'only one of several tabs holds the event stream, and another takes over when it closes [WIRE-42]',
  { tag: '@any-width' },
  async ({ context, page, signIn }) => {
    let open = 0
    await context.route('**/api/live', async (route) => {
      open += 1
      await route.continue()
    })
    await signIn('Coach')
    await page.goto('/dashboard')
    await expect.poll(() => open).toBe(1)
    const second = await context.newPage()
    await second.goto('/dashboard')
    await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
    // By the time this request is answered, the second tab would have requested a stream of its own.
    await second.evaluate(() => fetch('/api/health'))
    expect(open).toBe(1)
    await page.close()
    await expect.poll(() => open).toBe(2)
  },
)

test(
  'the holiday banner is shown from Dec 23, 2024 until Jan 3, 2025 in New York, and not before or after [BANNER-01]',
  { tag: '@any-width' },
  async ({ page }) => {
    const banner = page.getByText(
      'Holiday support hours. Support is closed from Dec 23, 2024 to Jan 2, 2025. Calls are not affected.',
    )
    for (const [instant, isThere] of [
      ['2024-12-23T04:59:59Z', false],
      ['2024-12-23T05:00:00Z', true],
      ['2025-01-03T04:59:59Z', true],
      ['2025-01-03T05:00:00Z', false],
    ] as const) {
      await page.clock.setFixedTime(new Date(instant))
      const answered = page.waitForResponse('**/api/content/announcements')
      await page.goto('/login')
      await answered
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
      await expect(banner).toHaveCount(isThere ? 1 : 0)
      await expectAccessible(page)
    }
  },
)

test('a person sets a password by link and signs in with it @any-width', async ({ page, make, database }) => {
  const { makePasswordLink } = await import('@parley/api/features/identity/identity.ts')
  const { system } = await import('@parley/api/platform/audit/audit.ts')
  const { id: organization_id } = await make.organization()
  const person = await make.person({ level: 'Coach', organization_id })
  await acceptTerms(database, person.id)
  const link = await database.db
    .transaction()
    .execute((tx) => makePasswordLink(tx, system, person, Date.now()))
  await page.goto(`/set-password/${link}`)
  await expect(page.getByText(person.username)).toBeVisible()
  expect(page.url()).not.toContain(link)
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill('too short')
  await page.getByRole('button', { name: /Save password|Set password/ }).click()
  await expect(page.getByText('Use at least 12 characters.').first()).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('quiet morning harbour')
  await page.getByRole('button', { name: /Save password|Set password/ }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('Username')).toHaveValue(person.username)
  await page.getByLabel('Password', { exact: true }).fill('quiet morning harbour')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test(
  'every API request carries the stored token and the JSON content type [WIRE-02]',
  { tag: '@any-width' },
  async ({ page, signIn }) => {
    const person = await signIn('Coach')
    const asked: { url: string; headers: Record<string, string> }[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push({ url: request.url(), headers: request.headers() })
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(asked.length).toBeGreaterThan(0)
    for (const { headers } of asked) {
      expect(headers.authorization).toBe(`Bearer ${person.token}`)
      expect(headers['content-type']).toBe('application/json')
    }
  },
)

test(
  'a stored token that the server does not know leads to /login without a message [GUARD-09 GUARD-10]',
  { tag: '@any-width' },
  async ({ page }) => {
    await enterWith(page, 'a'.repeat(43))
    await page.goto('/sessions')
    await expect(page).toHaveURL('/login?to=%2Fsessions')
    await expect(page.getByText(/Your session has expired|Please log in again/)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('parley.token'))).toBeNull()
  },
)
