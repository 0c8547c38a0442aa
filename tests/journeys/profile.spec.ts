import { expect, expectAccessible, isPhone, password, test } from '../support/journeys/journey.ts'
import { linkIn, mailTo } from '../support/mail/mail.ts'
import type { Page } from '@playwright/test'

const toastWith = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).filter({ hasText: text })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

test('the profile page shows and changes the signed-in person [ROUTE-08 PROFILE-02 PROFILE-03]', async ({
  page,
  signIn,
  database,
}) => {
  test.slow()
  const me = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  await database.db
    .updateTable('people')
    .set({ created_at: new Date('2022-08-30T01:00:00Z') })
    .where('id', '=', me.id)
    .execute()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Dana Whitfield' })).toBeVisible()
  await expect(page.getByText('Coach at Harbor Coaching')).toBeVisible()
  await expect(page.getByText('Member Since').locator('xpath=..')).toContainText('Aug 29, 2022')
  await expect(page.getByLabel('Username')).toHaveJSProperty('readOnly', true)
  await expect(page.getByLabel('Username')).toHaveValue(me.username)
  await expectAccessible(page)

  await page.getByLabel('First name', { exact: true }).fill('')
  await page.getByLabel('Last name', { exact: true }).fill('')
  await page.getByLabel('Email').fill('nowhere')
  await save(page).click()
  for (const text of ['First name is required', 'Last name is required', 'Email address is not complete'])
    await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByLabel('First name', { exact: true }).fill('Margarethe')
  await page.getByRole('button', { name: /^Time zone/ }).click()
  await page.getByRole('searchbox', { name: /time zone/ }).fill('berlin')
  await page.getByRole('option', { name: /Berlin/ }).click()
  await page.getByRole('button', { name: 'Set Mon – Fri, 9:00 AM – 5:00 PM' }).click()
  await page.getByRole('button', { name: /^Wednesday.*9:00 AM – 5:00 PM/ }).click()
  const editor = page.getByRole('dialog', { name: 'Hours on Wednesday' })
  const until = editor.getByRole('button', { name: /Until/ })
  // On a phone, tap: a mouse click would open a sheet under the pointer and choose from it on release.
  await (isPhone(page) ? until.tap() : until.click())
  await page.getByRole('option', { name: '12:15 PM' }).click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await editor.getByRole('button', { name: 'Add hours after a break' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('3 unsaved changes')).toBeVisible()
  await expectAccessible(page)
  await save(page).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Margarethe Whitfield' })).toBeVisible()
  const stored = await database.db
    .selectFrom('people')
    .select(['first_name', 'time_zone', 'working_hours'])
    .where('id', '=', me.id)
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({
    first_name: 'Margarethe',
    time_zone: 'Europe/Berlin',
    working_hours: {
      mon: [['09:00', '17:00']],
      wed: [
        ['09:00', '12:15'],
        ['13:15', '16:15'],
      ],
    },
  })
  expect(stored.working_hours).not.toHaveProperty('sat')
})

test(
  "a refused change of the profile shows 'Error updating profile', and the next save succeeds [PROFILE-04 WIRE-06]",
  { tag: '@any-width' },
  async ({ page, make, signIn, request }) => {
    const admin = await make.person({ level: 'Admin' })
    const me = await signIn('Coach')
    const isListening = page.waitForResponse('**/api/live')
    await page.goto('/profile')
    await isListening
    await page.getByLabel('First name', { exact: true }).fill('Mine')
    const changed = await request.put(`/api/profiles/${me.id}`, {
      data: { attributes: { last_name: 'Theirs' } },
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(changed.status()).toBe(200)
    await expect(page.getByLabel('Last name', { exact: true })).toHaveValue('Theirs')
    // The next save is based on what is shown, even before the page has fetched it again.
    const late = Promise.withResolvers<void>()
    await page.route(`**/api/profiles/${me.id}`, async (route) => {
      if (route.request().method() === 'GET') await late.promise
      await route.continue()
    })
    await save(page).click()
    await expect(toastWith(page, 'Error updating profile')).toContainText(
      'Somebody else has changed this meanwhile.',
    )
    await save(page).click()
    await expect(toastWith(page, 'Profile saved')).toBeVisible()
    late.resolve()
    await expect(page.getByRole('heading', { level: 1, name: 'Mine Theirs' })).toBeVisible()
  },
)

test('changing the email address asks for the password, and the new one counts once it is confirmed by its link [AUTH-33 AUTH-34] @any-width', async ({
  page,
  make,
  signIn,
  database,
}) => {
  const me = await signIn('Coach')
  await make.passwordFor(me.id)
  const email = `new-${me.username}@example.test`
  const stored = async () =>
    (await database.db.selectFrom('people').select('email').where('id', '=', me.id).executeTakeFirstOrThrow())
      .email
  await page.goto('/profile')
  await page.getByLabel('Email').fill(email)
  await save(page).click()
  const question = page.getByRole('dialog', { name: 'Change your email address' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Send link' }).click()
  await expect(question.getByText('Password is required')).toBeVisible()
  await question.getByLabel('Your password', { exact: true }).fill('not the password')
  await question.getByRole('button', { name: 'Send link' }).click()
  await expect(question.getByText('Your password is not right.')).toBeVisible()
  await question.getByLabel('Your password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Send link' }).click()
  await expect(
    page.getByText(`We sent a link to ${email}. The new address takes effect once you confirm it there.`),
  ).toBeVisible()
  expect(await stored()).toBe(me.email)

  const [mail] = await mailTo(email)
  await page.goto(`/confirm-email/${linkIn(mail, 'confirm-email')}`)
  await expect(page.getByRole('heading', { name: 'Confirm your new address' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)
  expect(await stored()).toBe(me.email)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Your new address is confirmed' })).toBeFocused()
  expect(page.url()).not.toContain(linkIn(mail, 'confirm-email'))
  await expectAccessible(page)
  expect(await stored()).toBe(email)
  expect(await mailTo(me.email)).toHaveLength(1)
  await page.goto(`/confirm-email/${linkIn(mail, 'confirm-email')}`)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  // A mistyped link gets our own message, not that of the validation library.
  await page.goto('/confirm-email/mistyped')
  await expect(page.getByText(/^It has been used or has expired,/)).toBeVisible()
})

test('changing the password asks for the old one and signs out all other devices; a single device can be signed out too [AUTH-33] @any-width', async ({
  page,
  make,
  signIn,
  database,
  request,
}) => {
  const { issueToken } = await import('@parley/api/features/identity/sign-in/tokens.ts')
  const me = await signIn('Coach')
  await make.passwordFor(me.id)
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
  const issue = () => issueToken(database.db, me.id, { address: '203.0.113.24', agent }, Date.now())
  const [phone, other] = [await issue(), await issue()]
  const statusOf = async (token: string) =>
    (await request.get('/api/profiles/me', { headers: { authorization: `Bearer ${token}` } })).status()

  await page.goto('/profile')
  const devices = page.getByRole('region', { name: 'Signed in on' })
  await expect(devices.getByText('Safari on iPhone')).toHaveCount(2)
  await expect(devices.getByText('This device')).toHaveCount(1)
  await devices
    .getByRole('button', { name: /Sign out Safari on iPhone/ })
    .first()
    .click()
  await expect(devices.getByText('Safari on iPhone')).toHaveCount(1)
  expect([await statusOf(phone), await statusOf(other)].toSorted((a, b) => a - b)).toEqual([200, 401])

  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your password' })
  await dialog.getByLabel('Current password', { exact: true }).fill('not the password')
  await dialog.getByLabel('New password', { exact: true }).fill('quiet morning harbour')
  await dialog.getByRole('button', { name: 'Save password' }).click()
  await expect(dialog.getByText('Your password is not right.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Current password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Save password' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  expect([await statusOf(phone), await statusOf(other)]).toEqual([401, 401])
  // This browser stays signed in with a new token.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Ames' })).toBeVisible()
})

test('a request that is refused before the answer to a password change arrives does not sign the person out @any-width', async ({
  page,
  make,
  signIn,
}) => {
  const me = await signIn('Coach')
  await make.passwordFor(me.id)
  await page.goto('/profile')
  const devices = page.getByRole('region', { name: 'Signed in on' })
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  const [isSaved, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/profiles/me/password', async (route) => {
    const response = await route.fetch()
    isSaved.resolve()
    await late.promise
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your password' })
  await dialog.getByLabel('Current password', { exact: true }).fill(password)
  await dialog.getByLabel('New password', { exact: true }).fill('quiet morning harbour')
  await dialog.getByRole('button', { name: 'Save password' }).click()
  await isSaved.promise
  // The old token has ended, and the page reconnects to live updates with it.
  const refused = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/live') && answer.status() === 401,
  )
  await page.evaluate(() => ['offline', 'online'].map((type) => dispatchEvent(new Event(type))))
  await refused
  late.resolve()
  await expect(page.getByText('Your password is saved')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(page).toHaveURL('/profile')
  await page.reload()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
})

test(
  'Look switches to dark, which survives a reload, and to the look of the system',
  { tag: '@any-width' },
  async ({ page, signIn }) => {
    await signIn('Coach')
    await page.goto('/profile')
    await page.getByRole('region', { name: 'Theme' }).getByText('Dark').click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await expectAccessible(page)
    await page.getByRole('region', { name: 'Theme' }).getByText('System').click()
    await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  },
)
