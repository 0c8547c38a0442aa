import { expect, expectAccessible, isPhone, test } from '../support/journeys/journey.ts'

test('[ROUTE-07] [HELP-01] [HELP-02] a coach finds an answer by search, and copies the link of one for clients', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('Coach')
  await page.goto('/help')
  const heading = page.getByRole('heading', { level: 1, name: 'Help & FAQs' })
  await (isPhone(page) ? expect(heading).toBeAttached() : expect(heading).toBeVisible())
  await expect(page).toHaveTitle('Help & FAQs · Parley')
  await expect(page.getByRole('tab')).toHaveText(['Coach', 'Client'])
  await expect(page.getByRole('heading', { level: 2, name: 'Camera and sound' })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Search help').fill('echo')
  await expect(page.getByRole('heading', { level: 2, name: 'All answers' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('echo')
  await expect(page).toHaveURL('/help?search=echo')
  await page.reload()
  await expect(page.getByLabel('Search help')).toHaveValue('echo')
  await page.getByLabel('Search help').fill('')

  await page.getByRole('tab', { name: 'Client' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Before the call' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Camera and sound' })).toBeHidden()
  await page.getByRole('button', { name: 'Copy' }).first().click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/\/help\/client\?topic=[a-z-]+$/)
  const address = await copied()
  await page.evaluate(() => localStorage.clear())
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Help for clients' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 }).first().getByRole('button')).toHaveAttribute(
    'aria-expanded',
    'true',
  )
})

test('[HELP-05] a visitor who is not signed in reads the help for clients and no other @any-width', async ({
  page,
}) => {
  await page.goto('/help/client')
  await expect(page.getByRole('heading', { level: 1, name: 'Help for clients' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Before the call' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/help')
  await expect(page).toHaveURL('/login?to=%2Fhelp')
})
