import type { Page } from '@playwright/test'
import { acceptTerms, enterWith, expect, password, test } from '../support/journeys/journey.ts'

/** Delays the portal's script until the returned function is called, like a slow network. */
async function holdScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/entry-*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Waits for all styles and fonts. The layout is checked as well, because it is what starts the loading of fonts. */
const isDressed = (page: Page) =>
  page.waitForFunction(
    () =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet) &&
      document.body.offsetHeight > 0 &&
      document.fonts.status === 'loaded',
  )

test('the login form is there before its script, which then keeps the typed text, the focus and the layout [AUTH-39]', async ({
  page,
  make,
  database,
}) => {
  const { id: organization_id } = await make.organization()
  const person = await make.person({ level: 'Coach', organization_id })
  await make.passwordFor(person.id)
  await acceptTerms(database, person.id)
  const letGo = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const username = page.getByLabel('Username')
  const secret = page.getByLabel('Password', { exact: true })
  await isDressed(page)
  const placeBefore = await secret.boundingBox()
  await username.fill(person.username)
  await secret.fill('not all of')
  // The script must keep the same field elements, so that nothing a browser or a person put there is lost.
  const field = await secret.elementHandle()
  letGo()
  await expect(page.getByText(/^Times shown in /)).toBeVisible()
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true)
  await expect(username).toHaveValue(person.username)
  await expect(secret).toHaveValue('not all of')
  await expect(secret).toBeFocused()
  expect(await secret.boundingBox()).toEqual(placeBefore)
  await secret.fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a click on Sign In before the script has loaded takes effect once it has [AUTH-39] @any-width', async ({
  page,
  make,
  database,
}) => {
  const { id: organization_id } = await make.organization()
  const person = await make.person({ level: 'Coach', organization_id })
  await make.passwordFor(person.id)
  await acceptTerms(database, person.id)
  const letGo = await holdScript(page)
  await page.goto('/login?to=/profile', { waitUntil: 'commit' })
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  // The form has not navigated anywhere, least of all with the password in the address.
  await expect(page).toHaveURL('/login?to=/profile')
  letGo()
  await expect(page).toHaveURL('/profile')
})

test('a signed-in person does not see the login form on the way to the dashboard [AUTH-39] @any-width', async ({
  page,
  make,
  database,
}) => {
  const { id: organization_id } = await make.organization()
  const person = await make.person({ level: 'Coach', organization_id })
  await acceptTerms(database, person.id)
  await enterWith(page, person.token)
  const letGo = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-signed-in', '')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeHidden()
  letGo()
  await expect(page).toHaveURL('/dashboard')
})
