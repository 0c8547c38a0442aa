import type { Page } from '@playwright/test'
import { expect, expectAccessible, isPhone, test } from '../support/journeys/journey.ts'
import { inDays } from '../support/journeys/moments.ts'

async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (isPhone(page)) await page.getByRole('button', { name: 'Search or jump to' }).click()
  else await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toBeVisible()
}

const typed = (page: Page) => page.getByRole('dialog').getByLabel('Search or jump to', { exact: true }).last()

test('a coach finds their own clients, pages and actions in the palette, and no other clients [LIST-41] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach')
  const place = { organization_id: coach.organization_id, last_name: coach.username }
  await make.person({ level: 'Client', ...place, coach_id: coach.id, first_name: 'Margarethe' })
  await make.person({ level: 'Client', ...place, first_name: 'Margot' })
  await page.goto('/dashboard')
  await openPalette(page)
  await expectAccessible(page)
  await expect(page.getByRole('menuitem', { name: 'Clients' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /Coaches|Add Coach|Import|Organizations/ })).toHaveCount(0)
  await page.keyboard.type('marg')
  const name = `Margarethe ${coach.username}`
  await expect(page.getByRole('menuitem')).toHaveText([
    new RegExp(`${name}.* now`),
    `Schedule a session with ${name}Open`,
    `Send session links to ${name}Do it`,
  ])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/clients\/[^?]+$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  // An act for a found person opens its form with that person already chosen.
  await openPalette(page)
  await page.keyboard.type('marg')
  await page.getByRole('menuitem', { name: `Schedule a session with ${name}` }).click()
  const form = page.getByRole('dialog', { name: 'Schedule Session' })
  await expect(form.getByRole('button', { name: /^Client/ })).toContainText(name)
})

test(
  'an Admin finds pages of the user menu in the palette, such as Mails',
  { tag: '@any-width' },
  async ({ page, signIn }) => {
    await signIn('Admin')
    await page.goto('/help')
    await openPalette(page)
    await page.keyboard.type('mail')
    await page.getByRole('menuitem', { name: 'Emails' }).click()
    await expect(page).toHaveURL('/mails')
    await expect(page.getByRole('heading', { level: 1, name: 'Emails' })).toBeVisible()
  },
)

test(
  'an Admin finds an organization and a coach by name in the palette',
  { tag: '@any-width' },
  async ({ page, signIn, make }) => {
    const admin = await signIn('Admin')
    const name = `Kauri ${admin.username}`
    const { id: organization_id } = await make.organization({ display_name: name })
    await make.person({
      level: 'Coach',
      organization_id,
      first_name: 'Wren',
      last_name: `of ${admin.username}`,
    })
    await page.goto('/dashboard')
    await openPalette(page)
    await page.keyboard.type(`kauri ${admin.username}`)
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
    await expect(page).toHaveURL(`/organization/${organization_id}`)
    await openPalette(page)
    await page.keyboard.type(`wren of ${admin.username}`)
    await expect(page.getByRole('menuitem', { name: /^Wren/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/coaches\/[^?]+$/)
    await expect(page.getByRole('heading', { level: 1, name: `Wren of ${admin.username}` })).toBeFocused()
  },
)

test('actions run from the palette, and ? lists the shortcuts unless single keys are off', async ({
  page,
  signIn,
}) => {
  await signIn('OrgAdmin')
  await page.goto('/dashboard')
  await openPalette(page)
  await page.keyboard.type('dark')
  await page.getByRole('menuitem', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await openPalette(page)
  await expectAccessible(page)
  await page.keyboard.type('no such thing')
  await expect(page.getByText('Nothing found for “no such thing”')).toBeVisible()
  await typed(page).fill('add co')
  await page.getByRole('menuitem', { name: 'Add Coach' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Coach' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The element that opened it is gone, so the page's heading takes the focus.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toBeVisible()
  await expectAccessible(page)
  await expect(list.getByText('Search or jump to')).toBeVisible()
  // The list depends on the current page: this one has rows to walk through.
  await expect(list.getByText('Go from row to row')).toBeVisible()
  await list.getByRole('link', { name: 'Change this in Profile' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(list).toHaveCount(0)
  await page.getByText('Single-key shortcuts').click()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await expect(list).toHaveCount(0)
})

test('the palette lists upcoming sessions first, soonest first, and then past ones, latest first [LIST-36 LIST-41] @any-width', async ({
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
  for (const [days, title] of [
    [-9, 'Quince long ago'],
    [-2, 'Quince lately'],
    [30, 'Quince far away'],
    [3, 'Quince soon'],
  ] as const) {
    const status = days < 0 ? { status: 'Completed' as const } : {}
    await make.session({ coach, client, start: inDays(days), title, ...status })
  }
  await page.goto('/dashboard')
  await openPalette(page)
  await page.keyboard.type('quince')
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Quince soon.*ScheduledOpen *$/,
    /^Quince far away.*ScheduledOpen *$/,
    /^Quince lately.*CompletedOpen *$/,
    /^Quince long ago.*CompletedOpen *$/,
  ])
})

test('what a person types after Ctrl+K is in the palette once it has loaded @any-width', async ({
  page,
  signIn,
}) => {
  await signIn('Coach')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/palette-dialog-*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+K')
  // None of these keys may trigger a shortcut of the page.
  await page.keyboard.type('daxk?')
  for (const key of ['Backspace', 'Backspace', 'Backspace', 'r', 'k']) await page.keyboard.press(key)
  resolve()
  await expect(typed(page)).toHaveValue('dark')
  await page.keyboard.type(' t')
  await expect(typed(page)).toHaveValue('dark t')
  await expect(page.getByRole('menuitem', { name: 'Dark theme' })).toBeVisible()
})

test('a person found after the sessions is still listed first, and Enter opens their page [LIST-41] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach')
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
    first_name: 'Quillon',
  })
  await make.session({ coach, client, start: inDays(3), title: 'Long' })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/api\/profiles\?.*search=/, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await openPalette(page)
  const sessions = page.waitForResponse(/\/api\/sessions\?.*when=past/)
  await page.keyboard.type('quillon')
  await sessions
  resolve()
  const person = page.getByRole('menuitem', { name: /^Quillon/ })
  await expect(person).toHaveAttribute('data-focused', 'true')
  await expect(page.getByRole('menuitem').first()).toHaveText(/^Quillon/)
  await expect(page.getByRole('menuitem', { name: /^Long/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/clients/${client.id}`)
})
