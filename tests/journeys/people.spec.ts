import type { Page } from '@playwright/test'
import {
  closeToast,
  expect,
  expectAccessible,
  holdToast,
  isPhone,
  justBefore,
  test,
} from '../support/journeys/journey.ts'
import type { TestPerson } from '../support/make.ts'

const row = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole(isPhone(page) ? 'listitem' : 'row')
    .filter({ hasText: name })

async function openMenu(page: Page, name: string): Promise<string[]> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  return page.getByRole('menuitem').allInnerTexts()
}

async function choose(page: Page, name: string, act: string): Promise<void> {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: act }).click()
}

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Chooses an option in a select with a search box. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
  await page.getByRole('searchbox', { name: `Search ${label.toLowerCase()}` }).fill(option)
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click()
}

/** API requests by another person while the page is open. */
const elsewhere = (page: Page, { token }: TestPerson) => {
  const headers = { authorization: `Bearer ${token}` }
  return {
    update: (id: string, attributes: object) =>
      page.request.put(`/api/profiles/${id}`, { headers, data: { attributes } }),
  }
}

test('a coach adds a client of their own, and the form names each missing field [ROUTE-05 PEOPLE-10 PEOPLE-11 PEOPLE-12 PEOPLE-16 PEOPLE-17 PEOPLE-18 PEOPLE-19 PEOPLE-20 PEOPLE-21]', async ({
  page,
  signIn,
}) => {
  const coach = await signIn('Coach', { first_name: 'Ingrid', last_name: 'Solheim' })
  await page.goto('/clients')
  await expect(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
  await expect(page.getByText('No clients yet')).toBeVisible()

  await page.getByRole('button', { name: 'Add Client' }).first().click()
  const form = drawer(page, 'Add Client')
  await form.getByRole('button', { name: 'Add Client' }).click()
  for (const text of [
    'First name is required',
    'Last name is required',
    'Username is required',
    'Email is required',
  ])
    await expect(form.getByText(text, { exact: true })).toBeVisible()
  await expect(form.getByText('4 fields to fix')).toBeVisible()
  await expect(form.getByLabel('First name')).toBeFocused()
  await expect(form.getByRole('button', { name: /^(Coach|Organization)/ })).toHaveCount(0)
  await expectAccessible(page)

  const username = `liesbeth-${coach.username}`
  await form.getByLabel('First name').fill('Liesbeth')
  await expect(form.getByText(/First name is required/)).toHaveCount(0)
  await form.getByLabel('Last name').fill('van der Meer')
  await form.getByLabel('Username').fill(username)
  await form.getByLabel('Email').fill('liesbeth@example.test')
  await form.getByRole('button', { name: 'Add Client' }).click()
  await expect(page.getByText('Client added')).toBeVisible()

  const added = row(page, 'Liesbeth van der Meer')
  await expect(added).toBeVisible()
  await expect(added).not.toContainText('Ingrid Solheim')
  await expect(added).not.toContainText('Harbor Coaching')
  expect(await openMenu(page, 'Liesbeth van der Meer')).toEqual([
    'Edit',
    'Send session links',
    'Schedule Session',
  ])
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Schedule Session' }).click()
  const session = page.getByRole('dialog', { name: 'Schedule Session' })
  await expect(session.getByRole('button', { name: /^Client/ })).toContainText('Liesbeth van der Meer')
})

test(
  'a coach gets the not-found page for /coaches and the import [ROUTE-06]',
  { tag: '@any-width' },
  async ({ page, signIn }) => {
    await signIn('Coach')
    for (const path of ['/coaches', '/clients/import']) {
      await page.goto(path)
      await expect(page.getByText("Looks like you're lost")).toBeVisible()
    }
  },
)

test('an OrgAdmin deletes a client and undoes it, and restores another one [PEOPLE-12 PEOPLE-16 PEOPLE-17 PEOPLE-34 PEOPLE-35 PEOPLE-38 PEOPLE-41 PEOPLE-42]', async ({
  page,
  signIn,
  make,
}) => {
  const { organization_id } = await signIn('OrgAdmin')
  const place = { organization_id }
  const coach = await make.person({ level: 'Coach', ...place, first_name: 'Dana', last_name: 'Whitfield' })
  const client = { level: 'Client' as const, ...place, coach_id: coach.id }
  await make.person({ ...client, first_name: 'Tomás', last_name: 'Aguilar' })
  await make.person({ ...client, first_name: 'Aroha', last_name: 'Ngata' })
  await page.goto('/clients')
  await expect(row(page, 'Tomás Aguilar')).toContainText('Dana Whitfield')
  await expect(row(page, 'Tomás Aguilar')).not.toContainText('Harbor Coaching')

  await choose(page, 'Tomás Aguilar', 'Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete Tomás Aguilar? (this action can be undone)',
  )
  await expect(question.getByRole('button', { name: 'Never mind' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await holdToast(page, 'Successfully deleted user')
  await expect(row(page, 'Tomás Aguilar')).toHaveCount(0)
  // The nearest row takes the focus.
  await expect(row(page, 'Aroha Ngata').locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Tomás Aguilar')).toBeVisible()

  await choose(page, 'Aroha Ngata', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Aroha Ngata')).toHaveCount(0)
  // Selectors do not offer a deleted client either.
  await page.getByRole('button', { name: 'Add Client' }).click()
  await page.getByRole('button', { name: /^Copy from/ }).click()
  await expect(page.getByRole('option', { name: /^Tomás Aguilar/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Aroha Ngata/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await drawer(page, 'Add Client').getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByText('Deleted', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Aroha Ngata')).toBeVisible()
  await expect(row(page, 'Tomás Aguilar')).toHaveCount(0)
  await choose(page, 'Aroha Ngata', 'Restore')
  await expect(row(page, 'Aroha Ngata')).toHaveCount(0)
  await expect(page.getByText('No deleted clients')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Deleted Yes' }).click()
  await expect(row(page, 'Aroha Ngata')).toBeVisible()
})

test('a refusal by the server shows its message in a toast and at the field [PEOPLE-30 PEOPLE-31 PEOPLE-36 PEOPLE-37 WIRE-06] @any-width', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const { organization_id } = await signIn('OrgAdmin')
  const taken = await make.person({
    level: 'Client',
    organization_id,
    first_name: 'Jun',
    last_name: 'Watanabe',
  })
  await make.person({ level: 'Client', organization_id, first_name: 'Priya', last_name: 'Raghunathan' })
  await page.goto('/clients?add=true')
  const add = drawer(page, 'Add Client')
  await add.getByLabel('First name').fill('Omar')
  await add.getByLabel('Last name').fill('Haddad')
  await add.getByLabel('Username').fill(taken.username.toUpperCase())
  await add.getByLabel('Email').fill('omar@example.test')
  await add.getByRole('button', { name: 'Add Client' }).click()
  const refusal = page.getByRole('alertdialog').filter({ hasText: 'Error creating client' })
  await expect(refusal).toContainText('Username is taken')
  await expect(add.getByText('Username is taken')).toBeVisible()
  await closeToast(page, 'Error creating client')
  await add.getByRole('button', { name: 'Never mind' }).click()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await choose(page, 'Priya Raghunathan', 'Edit')
  const edit = drawer(page, 'Edit client')
  await expect(edit.getByRole('button', { name: /Delete User/ })).toHaveCount(0)
  await edit.getByLabel('Username').fill(taken.username)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Error updating client')).toBeVisible()
  await expect(edit.getByText('Username is taken')).toBeVisible()
  await closeToast(page, 'Error updating client')
  await edit.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await choose(page, 'Jun Watanabe', 'Send session links')
  await expect(page.getByText('Session links sent')).toBeVisible()
  await choose(page, 'Jun Watanabe', 'Send session links')
  await expect(page.getByText('Error sending email')).toBeVisible()
  await expect(page.getByText('A login email went out less than 5 minutes ago.')).toBeVisible()
  await closeToast(page, 'Error sending email')

  await justBefore(page, 'DELETE', `**/api/profiles/${taken.id}`, () =>
    database.db.updateTable('people').set({ privs: 3 }).where('id', '=', taken.id).execute(),
  )
  await choose(page, 'Jun Watanabe', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Error deleting user')).toBeVisible()
})

test('an OrgAdmin adds a coach with a level up to their own [ROUTE-06 PEOPLE-13 PEOPLE-23 PEOPLE-32 LEVEL-10] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const me = await signIn('OrgAdmin')
  const place = { organization_id: me.organization_id }
  const taken = await make.person({ level: 'Coach', ...place })
  await page.goto('/coaches')
  await expect(page.getByRole('heading', { level: 1, name: 'Coach Management' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Coach' }).click()
  const add = drawer(page, 'Add Coach')
  await expect(add.getByLabel('Organization')).toHaveValue('Harbor Coaching')
  await expect(add.getByLabel('Organization')).toHaveAttribute('readonly')
  await add.getByLabel('First name').fill('Rafael')
  await add.getByLabel('Last name').fill('Teixeira')
  await add.getByLabel('Username').fill(taken.username)
  await add.getByLabel('Email').fill(`rafael-${me.username}@example.test`)
  await add.getByRole('button', { name: 'Add Coach' }).click()
  await expect(add.getByText('Priv level is required')).toBeVisible()
  await expectAccessible(page)
  await add.getByRole('button', { name: /Priv level/ }).click()
  await expect(page.getByRole('option')).toHaveCount(2)
  await expect(page.getByRole('option', { name: /^Coach/ })).toContainText(
    'Runs sessions with their own clients',
  )
  await page.getByRole('option', { name: /^OrgAdmin/ }).click()
  await add.getByRole('button', { name: 'Add Coach' }).click()
  const refusal = page.getByRole('alertdialog').filter({ hasText: 'Error creating user' })
  await expect(refusal).toContainText('Username is taken')
  await closeToast(page, 'Error creating user')
  await add.getByLabel('Username').fill(`rafael-${me.username}`)
  await add.getByRole('button', { name: 'Add Coach' }).click()
  await expect(row(page, 'Rafael Teixeira')).toContainText('OrgAdmin')
})

test('an OrgAdmin edits coaches, but nobody of equal or higher level [PEOPLE-14 PEOPLE-15 PEOPLE-24 PEOPLE-25 PEOPLE-33] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const me = await signIn('OrgAdmin')
  const place = { organization_id: me.organization_id }
  await make.person({ level: 'OrgAdmin', ...place, first_name: 'Helena', last_name: 'Brandvold' })
  await make.person({ level: 'Admin', ...place, first_name: 'Amadou', last_name: 'Keita' })
  const taken = await make.person({ level: 'Coach', ...place, first_name: 'Dana', last_name: 'Whitfield' })
  await make.person({ level: 'Coach', ...place, first_name: 'Ivo', last_name: 'Quispe' })
  await page.goto('/coaches')
  expect(await openMenu(page, 'Dana Whitfield')).toEqual([
    'Edit',
    'Send login email',
    'Schedule Session',
    'Delete',
  ])
  await page.keyboard.press('Escape')

  await choose(page, 'Ivo Quispe', 'Edit')
  const edit = drawer(page, 'Edit coach')
  await expect(edit.getByRole('button', { name: /Delete User/ })).toHaveCount(0)
  await edit.getByLabel('Username').fill(taken.username)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Error updating user')).toBeVisible()
  await closeToast(page, 'Error updating user')
  await edit.getByLabel('Username').fill(`ivo-${me.username}`)
  await edit.getByText('May assess clients').click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Ivo Quispe')).toContainText(isPhone(page) ? 'Ivo' : `ivo-${me.username}`)

  await choose(page, 'Helena Brandvold', 'Edit')
  await expect(edit.getByText('Cannot modify equal or higher priveleged user')).toBeVisible()
  await expect(edit.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Never mind' }).click()

  await choose(page, 'Amadou Keita', 'Edit')
  await expect(edit.getByText('Cannot promote user above yourself')).toBeVisible()
})

test('an Admin sees organizations, deletes a client from the form, and adds a coach to an organization [PEOPLE-15 PEOPLE-17 PEOPLE-22 LEVEL-10] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const home = await make.organization({ display_name: `Kauri ${Date.now()}` })
  const admin = await signIn('Admin')
  const place = { organization_id: home.id }
  const coach = await make.person({ level: 'Coach', ...place, first_name: 'Wren', last_name: admin.username })
  const client = { level: 'Client' as const, ...place, coach_id: coach.id, first_name: 'Sofia' }
  await make.person({ ...client, last_name: admin.username })
  await page.goto(`/clients?search=${admin.username}`)
  await expect(row(page, `Sofia ${admin.username}`)).toContainText(home.display_name)
  await choose(page, `Sofia ${admin.username}`, 'Edit')
  await drawer(page, 'Edit client').getByRole('button', { name: 'Delete User' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(`delete Sofia ${admin.username}?`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Successfully deleted user')).toBeVisible()
  await expect(drawer(page, 'Edit client')).toHaveCount(0)
  await expect(row(page, `Sofia ${admin.username}`)).toHaveCount(0)

  await page.goto('/coaches?add=true')
  const add = drawer(page, 'Add Coach')
  await add.getByLabel('First name').fill('Noor')
  await add.getByLabel('Last name').fill('Al-Sayegh')
  await add.getByLabel('Username').fill(`noor-${admin.username}`)
  await add.getByLabel('Email').fill(`noor-${admin.username}@example.test`)
  await add.getByRole('button', { name: /Priv level/ }).click()
  await expect(page.getByRole('option')).toHaveCount(3)
  await page.getByRole('option', { name: /^Coach/ }).click()
  await add.getByRole('button', { name: 'Add Coach' }).click()
  await expect(add.getByText('Organization is required')).toBeVisible()
  await pick(page, 'Organization', home.display_name)
  await expectAccessible(page)
  await add.getByRole('button', { name: 'Add Coach' }).click()
  await expect(page.getByText('Coach added')).toBeVisible()
  await page.goto(`/coaches?search=${admin.username}`)
  await expect(row(page, 'Noor Al-Sayegh')).toContainText(home.display_name)
})

test('the search filters the list on the server and is kept in the address [TABLE-01] @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const { organization_id } = await signIn('OrgAdmin')
  const names = [
    'Amara',
    'Bartholomew',
    'Eleanor',
    'Jun',
    'Kwame',
    'Margarethe',
    'Noor',
    'Priya',
    'Sofia',
    'Sven',
    'Zoë',
  ]
  for (const first_name of names)
    await make.person({ level: 'Client', organization_id, first_name, last_name: 'Okonkwo' })
  await page.goto('/clients')
  await expect(row(page, 'Zoë Okonkwo')).toHaveCount(0)
  await expect(page.getByText('1 – 10 of 11')).toBeVisible()
  await page.getByRole('searchbox', { name: /^Search/ }).fill('zoe')
  await expect(row(page, 'Zoë Okonkwo')).toBeVisible()
  await expect(row(page, 'Amara Okonkwo')).toHaveCount(0)
  await expect(page).toHaveURL(/search=zoe/)
  await page.reload()
  await expect(page.getByText('1 – 1 of 1')).toBeVisible()
  await page.getByRole('searchbox', { name: /^Search/ }).fill('nobody at all')
  await expect(page.getByText('Nothing matches “nobody at all”')).toBeVisible()
  await expectAccessible(page)
})

test(
  'a change by somebody else shows without a reload, and an open form says so and refuses the first save',
  { tag: '@any-width' },
  async ({ page, signIn, make }) => {
    const { organization_id } = await signIn('OrgAdmin')
    const other = await make.person({ level: 'OrgAdmin', organization_id })
    const client = await make.person({
      level: 'Client',
      organization_id,
      first_name: 'Kwame',
      last_name: 'Boateng',
    })
    await page.goto('/clients')
    await expect(row(page, 'Kwame Boateng')).toBeVisible()
    await elsewhere(page, other).update(client.id, { last_name: 'Mensah' })
    await expect(row(page, 'Kwame Mensah')).toBeVisible()
    await expect(row(page, 'Kwame Boateng')).toHaveCount(0)

    await choose(page, 'Kwame Mensah', 'Edit')
    const form = drawer(page, 'Edit client')
    await form.getByLabel('First name').fill('Kofi')
    await elsewhere(page, other).update(client.id, { last_name: 'Asante' })
    await expect(form.getByText(/Somebody else has changed this meanwhile/)).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Error updating client')).toBeVisible()
    await expect(form.getByLabel('Last name')).toHaveValue('Asante')
    await expect(form.getByLabel('First name')).toHaveValue('Kofi')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Kofi Asante')).toBeVisible()
  },
)

test('leaving unsaved input by Back or Escape asks first @any-width', async ({ page, signIn }) => {
  await signIn('Coach')
  await page.goto('/clients')
  await page.getByRole('button', { name: 'Add Client' }).first().click()
  await page.getByLabel('First name', { exact: true }).fill('Liesbeth')
  await page.goBack()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  // The focus returns to the field a moment after the question closes.
  await expect(page.getByLabel('First name', { exact: true })).toBeFocused()
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Liesbeth')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(drawer(page, 'Add Client')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Client' }).first().click()
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('')
})
