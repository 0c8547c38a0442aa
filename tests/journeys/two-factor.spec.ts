import { codeAt } from '../support/authenticator.ts'
import { expect, expectAccessible, password, test } from '../support/journeys/journey.ts'
import type { APIRequestContext, Page } from '@playwright/test'

const step_ms = 30_000

/** Reads the key that the page shows, in place of scanning the code with an app. */
async function keyOf(page: Page): Promise<string> {
  const text = await page
    .getByText('No camera? Type this key:')
    .locator('xpath=following-sibling::p[1]')
    .innerText()
  return text.replaceAll(/\s/g, '')
}

/** Signs in up to the second step, a separate page that waits for the code. */
async function signInUpToCode(page: Page, username: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in', exact: true })).toBeVisible()
  await expect(page).toHaveTitle('Two-factor sign-in · Parley')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
}

/** Delays a request until `letGo` is called; `isMade` resolves once the request was made. */
async function holdAnswer(page: Page, step: string) {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**/api/profiles/me/second-factor/${step}`, async (route) => {
    asked.resolve()
    await answered.promise
    await route.continue()
  })
  return { isMade: asked.promise, letGo: answered.resolve }
}

async function turnOn(request: APIRequestContext, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const set = async (step: string, data: object) =>
    (await request.post(`/api/profiles/me/second-factor/${step}`, { headers, data })).json()
  const { response } = await set('start', { password })
  await set('confirm', { code: codeAt(response.secret, Date.now()) })
}

async function forgetToken(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('parley.token'))
}

test('a person turns two-factor on, and then signs in with a code or a recovery code [AUTH-33] @any-width', async ({
  page,
  make,
  signIn,
}) => {
  test.slow()
  const me = await signIn('Coach')
  await make.passwordFor(me.id)
  await page.goto('/profile')
  const section = page.getByRole('region', { name: 'Two-factor sign-in' })
  await expect(section.getByText('Off', { exact: true })).toBeVisible()
  await section.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('Your password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Your password is not right.')).toBeVisible()
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const modal = page.getByRole('dialog', { name: 'Turn on two-factor sign-in' })
  await expect(modal.getByRole('img', { name: /QR/ })).toBeVisible()
  await expectAccessible(page)
  const secret = await keyOf(page)
  const right = codeAt(secret, Date.now())
  await modal.getByLabel('Code', { exact: true }).fill(right === '000000' ? '111111' : '000000')
  await expect(modal.getByText('This code is not right. Codes change every 30 seconds.')).toBeVisible()
  // Enter the code as pasted from an app, with a space in the middle.
  const code = codeAt(secret, Date.now())
  const confirming = await holdAnswer(page, 'confirm')
  await modal.getByLabel('Code', { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await confirming.isMade
  // While the codes are being made, neither Esc nor a button closes the dialog before they were seen.
  await page.keyboard.press('Escape')
  await expect(modal.getByRole('button', { name: 'Close' })).toBeDisabled()
  await expect(modal.getByRole('button', { name: 'Never mind' })).toBeDisabled()
  confirming.letGo()
  const codes = modal.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page)
  const recovery = await codes.first().innerText()
  const download = page.waitForEvent('download')
  await modal.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('parley-recovery-codes.txt')
  await expect(modal.getByRole('button', { name: 'Done' })).toBeDisabled()
  // The codes are shown only once, so Esc does not close the dialog.
  await page.keyboard.press('Escape')
  await modal.getByText("I've saved them").click()
  await modal.getByRole('button', { name: 'Done' }).click()
  await expect(section.getByText('On', { exact: true })).toBeVisible()
  await expect(section.getByText('Authenticator app. 10 of 10 recovery codes left.')).toBeVisible()

  await forgetToken(page)
  await signInUpToCode(page, me.username)
  // Six digits are sent without a click. A code works only once.
  const boxes = page.getByLabel('Code', { exact: true })
  await boxes.fill(code)
  await expect(page.getByText('This code is not right. Codes change every 30 seconds.')).toBeVisible()
  await expect(boxes).toHaveValue('')
  await expect(boxes).toBeFocused()
  await expectAccessible(page)
  await boxes.fill(codeAt(secret, Date.now() + step_ms))
  await expect(page).toHaveURL('/dashboard')

  await forgetToken(page)
  await signInUpToCode(page, me.username)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery.toLowerCase())
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/profile')
  await expect(section.getByText('Authenticator app. 9 of 10 recovery codes left.')).toBeVisible()
})

test(
  'making new recovery codes and turning two-factor off ask for the password [AUTH-33]',
  { tag: '@any-width' },
  async ({ page, make, signIn, request }) => {
    const me = await signIn('Coach')
    await make.passwordFor(me.id)
    await turnOn(request, me.token)
    await page.goto('/profile')
    const section = page.getByRole('region', { name: 'Two-factor sign-in' })
    await expect(section.getByText('Authenticator app. 10 of 10 recovery codes left.')).toBeVisible()
    await section.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByLabel('Your password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await expect(page.getByText('Your password is not right.')).toBeVisible()
    const making = await holdAnswer(page, 'recovery-codes')
    await page.getByLabel('Your password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await making.isMade
    // This request invalidates the old codes, so the dialog stays open until the new ones were seen.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Never mind' })).toBeDisabled()
    making.letGo()
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await page.getByText("I've saved them").click()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(section.getByText('Authenticator app. 10 of 10 recovery codes left.')).toBeVisible()
    await section.getByRole('button', { name: 'Turn off' }).click()
    await expectAccessible(page)
    await page.getByLabel('Your password', { exact: true }).fill(password)
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(section.getByText('Off', { exact: true })).toBeVisible()
  },
)

test('a sign-in that cannot load the form for the code says so, and the next click tries again [AUTH-33]', async ({
  page,
  make,
  request,
  quietConsole,
}) => {
  quietConsole.allow(/Failed to load resource: net::ERR_FAILED/)
  const { id: organization_id } = await make.organization()
  const me = await make.person({ level: 'Coach', organization_id })
  await make.passwordFor(me.id)
  await turnOn(request, me.token)
  const file = '**/code-form*.js'
  await page.route(file, (route) => route.abort())
  await page.goto('/login')
  await page.getByLabel('Username').fill(me.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Problem logging in')).toBeVisible()
  await expect(page.getByText('Please refresh the page.')).toBeVisible()
  await page.unroute(file)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
})

test(
  'when an organization requires two-factor, its coach gets no further than setting it up [ORG-21]',
  { tag: '@any-width' },
  async ({ page, make, database }) => {
    const organization = await make.organization({ display_name: 'Careful Practice' })
    await database.db
      .updateTable('organizations')
      .set({ two_factor_required: true })
      .where('id', '=', organization.id)
      .execute()
    const person = await make.person({ level: 'Coach', organization_id: organization.id })
    await make.passwordFor(person.id)
    await page.goto('/login?to=%2Fclients')
    await page.getByLabel('Username').fill(person.username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    const heading = page.getByRole('heading', { name: 'Set up two-factor sign-in' })
    await expect(heading).toBeVisible()
    await expect(page.getByText(/^Careful Practice requires it: /)).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/profile')
    await expect(heading).toBeVisible()
    await page.goto('/clients')
    await page.getByLabel('Your password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    const secret = await keyOf(page)
    await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()))
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
    await expectAccessible(page)
    await page.getByText("I've saved them").click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Terms of use' })).toBeVisible()
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByRole('heading', { name: 'Client Management' })).toBeVisible()
    await page.goto('/profile')
    await expect(
      page.getByText('Authenticator app. 10 of 10 recovery codes left. Your organization requires it.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: /Turn off/ })).toHaveCount(0)
  },
)
