import type { Page } from '@playwright/test'
import type { Database } from '@parley/api/platform/database/database.ts'
import { acceptTerms, enterWith, expect, password, test } from '../support/journeys/journey.ts'
import type { TestPerson } from '../support/make.ts'

interface Loss {
  page: Page
  database: Database
  admin: TestPerson
  coach: TestPerson
}

const losses = [
  {
    how: 'demoted',
    id: 'GUARD-07',
    hearsOfIt: true,
    lose: async ({ page, admin, coach }: Loss) => {
      const headers = { authorization: `Bearer ${admin.token}` }
      const data = { attributes: { privs: 0 } }
      const done = await page.request.put(`/api/profiles/${coach.id}`, { headers, data })
      expect(done.status()).toBe(200)
    },
  },
  {
    how: 'deleted',
    id: 'GUARD-08',
    hearsOfIt: true,
    lose: async ({ page, admin, coach }: Loss) => {
      const headers = { authorization: `Bearer ${admin.token}` }
      const done = await page.request.delete(`/api/profiles/${coach.id}`, { headers, data: {} })
      expect(done.status()).toBe(200)
    },
  },
  {
    how: 'below Coach when the profile is fetched again',
    id: 'GUARD-06',
    hearsOfIt: false,
    lose: async ({ page, database, coach }: Loss) => {
      await database.db.updateTable('people').set({ privs: 0 }).where('id', '=', coach.id).execute()
      await page.clock.fastForward(20_000)
    },
  },
]

for (const { how, id, hearsOfIt, lose } of losses)
  test(
    `the open page of a person who is ${how} keeps no data, goes to /login and says why [${id}]`,
    { tag: '@any-width' },
    async ({ page, signIn, make, database, quietConsole }) => {
      const coach = await signIn('Coach')
      const admin = await make.person({ level: 'OrgAdmin', organization_id: coach.organization_id })
      await acceptTerms(database, admin.id)
      await make.person({
        level: 'Client',
        organization_id: coach.organization_id,
        coach_id: coach.id,
        first_name: 'Ifeoma',
        last_name: 'Nwosu',
      })
      quietConsole.allow(/Failed to load resource/)
      if (!hearsOfIt) await page.route('**/api/live', (route) => route.abort())
      await page.clock.install()
      await page.goto('/clients?add=true')
      // Not even unsaved input keeps the page open.
      await page.getByLabel('First name', { exact: true }).fill('Half')
      await expect(page.getByText(/Ifeoma Nwosu/)).toHaveCount(1)

      await lose({ page, database, admin, coach })
      await expect(page).toHaveURL('/login')
      await expect(page.getByText('You do not have the correct role.')).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('parley.token'))).toBeNull()

      // The next person who signs in on the same page, with a list that never loads, sees none of the cached data.
      await page.route('**/api/profiles/list-clients*', () => {})
      await make.passwordFor(admin.id)
      await page.getByLabel('Username').fill(admin.username)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click()
      await expect(page.getByRole('heading', { name: 'Client Management' })).toBeVisible()
      await expect(page.getByText(/Ifeoma Nwosu/)).toHaveCount(0)
      await page.unroute('**/api/profiles/list-clients*')

      // The ended token no longer works.
      await enterWith(page, coach.token)
      await page.goto('/clients')
      await expect(page).toHaveURL(/\/login/)
    },
  )
