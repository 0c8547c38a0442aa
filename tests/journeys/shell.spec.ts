import { expect, expectAccessible, isPhone, test } from '../support/journeys/journey.ts'
import type { Page } from '@playwright/test'

const forAll = ['Dashboard', 'Sessions', 'Training', 'Clients', 'Update Notes']
const forAdmins = ['Dashboard', 'Sessions', 'Training', 'Clients', 'Coaches', 'Organizations', 'Update Notes']

async function sidebarEntries(page: Page): Promise<string[]> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Menu' }).click()
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(entries.first()).toBeVisible()
  return (await entries.allInnerTexts()).map((text) => text.trim())
}

for (const [level, entries, ids] of [
  ['Coach', forAll, 'SHELL-02'],
  ['OrgAdmin', forAdmins, 'SHELL-01'],
  ['Admin', forAdmins, 'SHELL-01'],
  ['Super', forAdmins, 'SHELL-01'],
] as const)
  test(`the sidebar of ${level} has exactly its entries [${ids}]`, async ({ page, signIn }) => {
    await signIn(level)
    await page.goto('/dashboard')
    expect(await sidebarEntries(page)).toEqual(entries)
  })

test('Logout and Help are in the sidebar on a small screen and not on a large one [SHELL-03 SHELL-04]', async ({
  page,
  signIn,
}) => {
  await signIn('Coach')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (isPhone(page)) await page.getByRole('button', { name: 'Menu' }).click()
  await expectAccessible(page)
  if (isPhone(page)) {
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('button', { name: 'Logout' })).toBeVisible()
    await drawer.getByRole('link', { name: 'Help' }).click()
  } else {
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText(/Logout|Help/)).toHaveCount(0)
    await page.getByRole('banner').getByRole('link', { name: 'Help' }).click()
  }
  await expect(page).toHaveURL('/help')
})

test('the user menu shows the full name and leads to the profile [SHELL-05 SHELL-07] @any-width', async ({
  page,
  signIn,
}) => {
  await signIn('Coach', { first_name: 'Margarethe', last_name: 'Öztürk-Lindqvist' })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Margarethe Öztürk-Lindqvist' }).click()
  await page.getByRole('menuitem', { name: 'Update Profile' }).click()
  await expect(page).toHaveURL('/profile')
})

test(
  'without a first name the user menu shows the username [SHELL-06]',
  { tag: '@any-width' },
  async ({ page, signIn }) => {
    const person = await signIn('Coach', { first_name: '' })
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: person.username })).toBeVisible()
  },
)

test(
  "with no user loaded the top bar has a 'Login' link [SHELL-08]",
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/terms')
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/login/)
  },
)

test(
  'an uncaught error reaches the console and our own API with its secrets masked, and no third party [SHELL-10]',
  { tag: '@any-width' },
  async ({ page, signIn, quietConsole }) => {
    quietConsole.allow(/boom/)
    await signIn('Coach')
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(page.url()).origin && request.url().startsWith('http'))
        elsewhere.push(request.url())
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const seen = page.waitForEvent('pageerror')
    const reported = page.waitForRequest('**/api/operations/web-errors')
    await page.evaluate(() =>
      setTimeout(() => {
        throw new Error('boom at /set-password/c2VjcmV0LXNlY3JldA')
      }),
    )
    expect((await seen).message).toContain('boom')
    const body = (await reported).postDataJSON()
    expect(body.message).toContain('boom at /set-password/')
    expect(JSON.stringify(body)).not.toContain('c2VjcmV0LXNlY3JldA')
    expect(elsewhere).toEqual([])
  },
)

test('every page fits the shell in light and dark, and on a phone has its title in the top bar [SHELL-14]', async ({
  page,
  signIn,
}) => {
  test.slow()
  await signIn('Admin')
  const pages = [
    ['/dashboard', 'Dashboard'],
    ['/sessions', 'Session Management'],
    ['/training', 'Training'],
    ['/clients', 'Client Management'],
    ['/coaches', 'Coach Management'],
    ['/organizations', 'Organization Management'],
    ['/help', 'Help & FAQs'],
    ['/profile', 'Profile'],
    ['/changes', 'Update Notes'],
    ['/clients/import', 'Import clients'],
  ] as const
  const bar = page.getByRole('banner')
  for (const [path, title] of pages) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const isInBar = isPhone(page) && path !== '/dashboard'
    await expect(bar.getByText(title).and(page.locator('p'))).toBeVisible({ visible: isInBar })
    const home = bar.getByRole('link', { name: 'Parley' })
    await expect(home).toBeVisible({ visible: isPhone(page) && !isInBar })
    await expectAccessible(page)
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isWide, `${path} scrolls sideways`).toBe(false)
    // The themes differ only in their colours, so check only the contrast again.
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    await expectAccessible(page, ['color-contrast'])
  }
})

test('pointing at a link requests the data of its page, and opening the page requests nothing twice @any-width', async ({
  page,
  signIn,
}) => {
  await signIn('Admin', { last_name: 'Pointer' })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname.slice('/api'.length))
  })
  const timesAsked = (path: string) => asked.filter((each) => each === path).length
  const openHelp = async () => {
    // Wait for the live channel: the page fetches again what it fetched before that.
    const isListening = page.waitForResponse('**/api/live')
    await page.goto('/help')
    await isListening
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await openHelp()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Organizations' }).hover()
  await expect.poll(() => timesAsked('/organizations')).toBe(1)
  await menu.getByRole('link', { name: 'Dashboard' }).hover()
  await expect.poll(() => timesAsked('/sessions/progress')).toBe(1)
  await menu.getByRole('link', { name: 'Organizations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Organization Management' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Organizations' })).toHaveAttribute('aria-busy', 'false')
  expect(timesAsked('/organizations')).toBe(1)
  for (const [name, path] of [
    ['Audit', '/audit'],
    ['Emails', '/mails'],
  ] as const) {
    await openHelp()
    asked.length = 0
    await page.getByRole('button', { name: 'Robin Pointer' }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page.getByRole('table', { name })).toHaveAttribute('aria-busy', 'false')
    expect(timesAsked(path)).toBe(1)
  }
})
