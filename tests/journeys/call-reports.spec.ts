import { enterWith, expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { acceptTerms } from '../support/worlds/terms.ts'

test('a coach reports technical issues from the completion page with the call’s statistics, and an Admin reads the report [DONE-05] @any-width', async ({
  page,
  signIn,
  make,
  database,
}) => {
  test.slow()
  const last_name = `Whitfield ${Date.now()}`
  const coach = await signIn('Coach', { first_name: 'Dana', last_name })
  const client = await make.person({ level: 'Client', organization_id: coach.organization_id })
  const start = new Date(Date.now() + 5 * 60_000).toISOString()
  const session = await make.session({ coach, client, start, title: 'Rehearsal' })
  await page.goto(`/session/${session.id}/join`)
  await page.getByRole('button', { name: 'Join Session' }).click()
  await page.getByRole('button', { name: 'Mute, Mic on' }).click()
  await page.getByRole('button', { name: 'Leave the call' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This call has ended.' })).toBeVisible()

  await page.getByRole('button', { name: 'Report technical issues' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report technical issues' })
  await expectAccessible(page)
  await dialog.getByText('Sound', { exact: true }).click()
  await dialog.getByLabel(/What happened\?/).fill('The sound stopped twice.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Report sent')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Report technical issues' })).toBeFocused()

  const admin = await make.person({ level: 'Admin' })
  await acceptTerms(database, admin.id)
  await enterWith(page, admin.token)
  await page.goto('/reports')
  await expect(page.getByRole('heading', { level: 1, name: 'Call reports' })).toBeVisible()
  await expectAccessible(page)
  const row = page.locator('[data-row]').filter({ hasText: `Dana ${last_name}` })
  await row.locator('[data-row-opener]').click()
  const report = page.getByRole('dialog', { name: 'Sound' })
  await expect(report).toContainText('The sound stopped twice.')
  await expect(report.getByRole('list', { name: 'What changed' })).toContainText('microphone off')
  await expect(report).toContainText('good in')
  await expectAccessible(page)
})
