import type { Page } from '@playwright/test'
import { acceptTerms, enterWith, expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { inDays } from '../support/journeys/moments.ts'

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('an OrgAdmin opens a client’s page from the row, schedules a session there, and returns to the list as it was [PEOPLE-69 PEOPLE-72 PEOPLE-73]', async ({
  page,
  signIn,
  make,
}) => {
  const { organization_id } = await signIn('OrgAdmin')
  const coach = await make.person({
    level: 'Coach',
    organization_id,
    first_name: 'Dana',
    last_name: 'Whitfield',
  })
  const client = await make.person({
    level: 'Client',
    organization_id,
    coach_id: coach.id,
    first_name: 'Kwame',
    last_name: 'Boateng',
    time_zone: 'Europe/Berlin',
  })
  await make.session({ coach, client, start: inDays(-3), status: 'Completed', title: 'First conversation' })
  await page.goto('/clients?search=kwame')
  await row(page, 'Kwame Boateng').click()
  await expect(page).toHaveURL(`/clients/${client.id}`)
  await expect(heading(page, 'Kwame Boateng')).toBeFocused()
  await expect(page).toHaveTitle('Kwame Boateng · Parley')
  await expect(page.getByRole('main')).toContainText('Time in Berlin')
  const next = page.getByRole('region', { name: 'Next sessions' })
  await expect(next).toContainText('Nothing scheduled.')
  await expect(page.getByRole('list', { name: 'Past sessions' })).toContainText('First conversation')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Schedule Session' }).click()
  const form = page.getByRole('dialog', { name: 'Schedule Session' })
  await expect(form.getByRole('button', { name: /^Client/ })).toContainText('Kwame Boateng')
  await expect(form.getByRole('button', { name: /^Coach/ })).toContainText('Dana Whitfield')
  await form.getByLabel('Title').fill('Values in practice')
  await form.getByRole('button', { name: 'Schedule Session' }).click()
  await expect(page.getByText('Session scheduled')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(next.getByRole('link', { name: 'Values in practice' })).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit client' })
  await drawer.getByLabel('Last name').fill('Mensah')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(heading(page, 'Kwame Mensah')).toBeVisible()
  await expect(drawer).toHaveCount(0)

  await page.getByRole('link', { name: 'Back to Clients' }).click()
  await expect(page).toHaveURL('/clients?search=kwame')
  await expect(row(page, 'Kwame Mensah')).toBeVisible()
})

test("a person's page and its list show only sessions with them, and a change of the person shows without a reload [PEOPLE-70] @any-width", async ({
  page,
  signIn,
  make,
}) => {
  const me = await signIn('Coach')
  const place = { organization_id: me.organization_id, level: 'Client' as const, coach_id: me.id }
  const client = await make.person({ ...place, first_name: 'Noor', last_name: 'Al-Sayegh' })
  const other = await make.person({ ...place, first_name: 'Bo', last_name: 'Li' })
  await make.session({ coach: me, client, start: inDays(2), title: 'With Noor' })
  await make.session({ coach: me, client: other, start: inDays(3), title: 'With Bo' })
  await page.goto(`/clients/${client.id}`)
  await expect(page.getByRole('list', { name: 'Next sessions' })).toContainText('With Noor')
  await expect(page.getByRole('main')).not.toContainText('With Bo')
  const headers = { authorization: `Bearer ${me.token}` }
  await page.request.put(`/api/profiles/${client.id}`, {
    headers,
    data: { attributes: { first_name: 'Noora' } },
  })
  await expect(heading(page, 'Noora Al-Sayegh')).toBeVisible()
  await page.getByRole('link', { name: 'All sessions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Session Management' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('With Noor')
  await expect(page.getByRole('main')).not.toContainText('With Bo')
})

test('a viewer who may not see a person gets the not-found page, also when the person is deleted while the page is open [PEOPLE-69] @any-width', async ({
  page,
  make,
  database,
}) => {
  const { id: organization_id } = await make.organization()
  const coach = await make.person({ level: 'Coach', organization_id })
  const colleague = await make.person({ level: 'Coach', organization_id })
  const orgAdmin = await make.person({ level: 'OrgAdmin', organization_id })
  const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id })
  const lost = page.getByText("Looks like you're lost")
  await acceptTerms(database, colleague.id)
  await enterWith(page, colleague.token)
  for (const path of [`/clients/${client.id}`, `/coaches/${coach.id}`, '/clients/no-such-id']) {
    await page.goto(path)
    await expect(lost).toBeVisible()
  }
  await acceptTerms(database, coach.id)
  await enterWith(page, coach.token)
  // The other role's address redirects to the person's page, because a person's role can change.
  await page.goto(`/coaches/${client.id}`)
  await expect(page).toHaveURL(`/clients/${client.id}`)
  await expect(page.getByRole('button', { name: 'Schedule Session' })).toBeVisible()
  const headers = { authorization: `Bearer ${orgAdmin.token}` }
  await page.request.delete(`/api/profiles/${client.id}`, { headers, data: {} })
  await expect(lost).toBeVisible()
})
