import { expect, expectAccessible, test } from '../support/journeys/journey.ts'

test('[ROUTE-18] [NOTES-03] a visitor reads the update notes as rich text, with the newest open @any-width', async ({
  page,
}) => {
  await page.goto('/changes')
  await expect(page).toHaveURL('/changes')
  await expect(page.getByRole('heading', { level: 1, name: 'Update Notes' })).toBeVisible()
  const newest = page.getByRole('heading', { level: 2 }).first()
  await expect(newest.getByRole('button')).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('heading', { level: 3, name: 'Privacy' })).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Admins place a legal hold' }),
  ).toBeVisible()
  await expectAccessible(page)
})
