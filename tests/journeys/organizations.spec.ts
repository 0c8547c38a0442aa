import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, isPhone, test } from '../support/journeys/journey.ts'
import type { Locator, Page } from '@playwright/test'

const saveBar = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const row = (page: Page, name: string): Locator => page.getByRole('link', { name: new RegExp(`^${name}`) })
const toastWith = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).filter({ hasText: text })

test('an Admin finds, sorts and adds organizations [ROUTE-09 ORG-01 WIRE-26 ORG-11 ORG-12 ORG-13 ORG-14 ORG-15]', async ({
  page,
  make,
  signIn,
}) => {
  test.slow()
  const word = `q${randomUUID().slice(0, 8)}`
  for (const name of ['Alder', 'Birch', 'Cedar']) await make.organization({ display_name: `${name} ${word}` })
  await signIn('Admin')
  await page.goto('/organizations')
  await expect(page).toHaveURL('/organizations')
  await expect(page.getByRole('heading', { name: 'Organization Management' })).toBeVisible()
  await page.getByRole('searchbox').fill(word)
  await expect(row(page, `Cedar ${word}`)).toBeVisible()
  await expect(page.locator('[data-row-opener]')).toHaveCount(3)
  await expect(page.getByText(/\$150\.00/).first()).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sort: Organization Name' }).click()
  await page.getByRole('menuitemradio', { name: 'Organization Name (desc)' }).click()
  await expect(page.locator('[data-row-opener]').first()).toContainText(`Cedar ${word}`)
  await page.reload()
  await expect(page.locator('[data-row-opener]').first()).toContainText(`Cedar ${word}`)

  await page.getByRole('button', { name: 'Add Organization' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add Organization' })
  await drawer.getByRole('button', { name: 'Add Organization' }).click()
  for (const text of [
    'Organization Name is required',
    'Name is required',
    'Billing Address is required',
    'Billing Rate is required',
  ])
    await expect(drawer.getByText(text, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await drawer.getByLabel('Organization Name').fill(`Aspen ${word}`)
  await drawer.getByLabel('Name', { exact: true }).fill(`aspen-${word}`)
  await drawer.getByLabel('Billing Address').fill('9 Mill Lane')
  await drawer.getByLabel('Billing Rate').fill('0')
  await expect(drawer.getByText('Billing Rate must be positive.')).toBeVisible()
  await drawer.getByLabel('Billing Rate').fill('1,234.50')
  await drawer.getByRole('button', { name: 'Add Organization' }).click()
  await expect(drawer).toHaveCount(0)
  await expect(row(page, `Aspen ${word}`)).toBeVisible()
  await expect(page.getByText(/\$1,234\.50/)).toBeVisible()
  await row(page, `Aspen ${word}`).click()
  await expect(page.getByRole('heading', { level: 1, name: `Aspen ${word}` })).toBeVisible()
})

test(
  'a Super stays on the list of organizations too [ORG-01]',
  { tag: '@any-width' },
  async ({ page, signIn, make }) => {
    await make.organization({ display_name: 'Alder House' })
    await signIn('Super')
    await page.goto('/organizations')
    await expect(page.getByRole('heading', { name: 'Organization Management' })).toBeVisible()
    await expect(page.locator('[data-row-opener]').first()).toBeVisible()
    await expect(page).toHaveURL('/organizations')
  },
)

test('a coach is redirected to their own organization and sees only its name, Current Users and Active Since [ORG-01 ROUTE-10 ORG-02 ORG-03] @any-width', async ({
  page,
  make,
  signIn,
  database,
}) => {
  const organization = await make.organization({ display_name: 'Lantern House' })
  const client = await make.person({ level: 'Client', organization_id: organization.id })
  await make.person({ level: 'OrgAdmin', organization_id: organization.id })
  const gone = await make.person({ level: 'Client', organization_id: organization.id })
  await database.db.updateTable('people').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
  await database.db
    .updateTable('organizations')
    .set({ created_at: new Date('2022-03-05T02:00:00Z') })
    .where('id', '=', organization.id)
    .execute()
  expect(client.organization_id).toBe(organization.id)
  await signIn('Coach', { organization_id: organization.id })
  await page.goto('/organizations')
  await expect(page).toHaveURL(`/organization/${organization.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Lantern House' })).toBeVisible()
  // The coach, a client and an OrgAdmin count; deleted people do not. In New York it is still the fourth.
  await expect(page.getByText('Current Users').locator('xpath=..')).toContainText('3')
  await expect(page.getByText('Active Since').locator('xpath=..')).toContainText('Mar 4, 2022')
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
})

test('an OrgAdmin changes the fields that are theirs and only reads the rate [ORG-01 ORG-04 ORG-12 ORG-13] @any-width', async ({
  page,
  make,
  signIn,
  database,
}) => {
  const { id } = await make.organization({ display_name: 'Harbor Vale' })
  await signIn('OrgAdmin', { organization_id: id })
  await page.goto('/organizations')
  await expect(page).toHaveURL(`/organization/${id}`)
  await expect(page.getByLabel('Billing Rate')).toHaveJSProperty('readOnly', true)
  await expect(page.getByLabel('Billing Rate')).toHaveValue('150.00')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /No-show calls/ })).toBeDisabled()
  await expect(saveBar(page)).toHaveCount(0)
  await expectAccessible(page)

  await page.getByLabel('Organization Name').fill('')
  await page.getByLabel('Billing Address').fill('')
  await saveBar(page).click()
  await expect(page.getByText('Organization Name is required')).toBeVisible()
  await expect(page.getByText('Billing Address is required')).toBeVisible()
  await expect(page.getByLabel('Organization Name')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Organization Name')).toHaveValue('Harbor Vale')

  await page.getByLabel('Organization Name').fill('Harbor & Vale Clinic')
  await page.getByLabel('Contact optional').fill('+1 212 555 0142')
  await page.getByText('Files in the chat').click()
  await expect(page.getByText('3 unsaved changes')).toBeVisible()
  // Leaving asks first.
  await page.getByRole('button', { name: /Robin Ames/ }).click()
  await page.getByRole('menuitem', { name: 'Audit' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await saveBar(page).click()
  await expect(page.getByText('Organization saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor & Vale Clinic' })).toBeVisible()
  await expect(saveBar(page)).toHaveCount(0)
  const saved = await database.db
    .selectFrom('organizations')
    .select(['display_name', 'contact', 'chat_files', 'rate_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(saved).toEqual({
    display_name: 'Harbor & Vale Clinic',
    contact: '+1 212 555 0142',
    chat_files: false,
    rate_cents: 15_000,
  })
})

test("an Admin writes name and rate, and a refusal by the server shows under 'Error updating organization' [ORG-11 ORG-14 ORG-15 ORG-16 ORG-22 WIRE-06 WIRE-26] @any-width", async ({
  page,
  make,
  signIn,
  database,
}) => {
  const taken = await make.organization()
  const { id } = await make.organization({ display_name: 'Quiet Orchard' })
  await signIn('Admin')
  await page.goto(`/organization/${id}`)
  await expect(page.getByText('applies from next month').first()).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByLabel('Billing Rate').fill('')
  await saveBar(page).click()
  await expect(page.getByText('Name is required', { exact: true })).toBeVisible()
  await expect(page.getByText('Billing Rate is required')).toBeVisible()
  await page.getByLabel('Billing Rate').fill('-150.00')
  await expect(page.getByText('Billing Rate must be positive.')).toBeVisible()
  await page.getByLabel('Billing Rate').fill('97.25')
  await page.getByLabel('Name', { exact: true }).fill(taken.name)
  await saveBar(page).click()
  await expect(toastWith(page, 'Error updating organization')).toContainText(
    'An organization has this name already',
  )
  await expectAccessible(page)
  await page.getByLabel('Name', { exact: true }).fill(`orchard-${randomUUID().slice(0, 8)}`)
  await saveBar(page).click()
  await expect(page.getByText('Organization saved')).toBeVisible()
  const { rate_cents } = await database.db
    .selectFrom('organizations')
    .select('rate_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(rate_cents).toBe(9725)
  await expect(page.getByText(/^\$150\.00 applies until \w{3} \d\d, \d{4}$/)).toBeVisible()
  if (!isPhone(page)) await expect(page.getByText('Changed: Rate from $150.00 to $97.25, Name')).toBeVisible()
})

test(
  'a change by somebody else shows at once, and a save that is based on an older version is refused',
  { tag: '@any-width' },
  async ({ page, make, signIn, request }) => {
    const { id } = await make.organization({ display_name: 'Before' })
    const admin = await make.person({ level: 'Admin' })
    const change = (body: object) =>
      request.post(`/api/organizations/update/${id}`, {
        data: body,
        headers: { authorization: `Bearer ${admin.token}` },
      })
    await signIn('OrgAdmin', { organization_id: id })
    const isListening = page.waitForResponse('**/api/live')
    await page.goto(`/organization/${id}`)
    await isListening
    await expect(page.getByRole('heading', { level: 1, name: 'Before' })).toBeVisible()
    await change({ displayName: 'After' })
    await expect(page.getByRole('heading', { level: 1, name: 'After' })).toBeVisible()
    await expect(page.getByLabel('Organization Name')).toHaveValue('After')

    await page.getByLabel('Organization Name').fill('Mine')
    await change({ displayName: 'Theirs' })
    await saveBar(page).click()
    await expect(toastWith(page, 'Error updating organization')).toContainText(
      'Somebody else has changed this meanwhile.',
    )
    await expect(page.getByRole('heading', { level: 1, name: 'Theirs' })).toBeVisible()
    await expect(page.getByLabel('Organization Name')).toHaveValue('Mine')
    await saveBar(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible()
  },
)

test(
  "an organization that cannot be loaded shows 'Something went wrong.', and one outside the scope is not found [ORG-17]",
  { tag: '@any-width' },
  async ({ page, make, signIn, quietConsole }) => {
    quietConsole.allow(/status of 503/)
    const other = await make.organization()
    const { organization_id } = await signIn('OrgAdmin')
    await page.goto(`/organization/${other.id}`)
    await expect(page.getByText("Looks like you're lost")).toBeVisible()
    await page.route('**/api/organizations/*', (route) =>
      route.fulfill({ status: 503, json: { response: 'away', code: 'engine_away' } }),
    )
    await page.goto(`/organization/${organization_id}`)
    await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/organizations/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Harbor Coaching' })).toBeVisible()
  },
)
