import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { mailTo } from '../support/mail/mail.ts'
import type { TestPerson } from '../support/make.ts'
import { inDays } from '../support/journeys/moments.ts'

const openings = ['purpose-early', 'good-time', 'shared-aim']

/** Sends answers as a call's panel would: marks that many of the first three criteria as shown. */
async function score(
  page: Page,
  by: TestPerson,
  { id, user_id }: { id: string; user_id: string },
  shown: number,
) {
  const headers = { authorization: `Bearer ${by.token}` }
  const save = (data: object) => page.request.post(`/api/assessment/${id}/${user_id}`, { headers, data })
  for (const [i, criterion] of openings.entries())
    expect((await save({ tags: [0, 'clarity', 'opening', criterion], value: i < shown })).status()).toBe(200)
  await save({ tags: [0, 'overall'], data: `Opened well, ${shown} of three.` })
}

test('a coach sees the progress of a client, downloads the report, sends it and prints it [ASSESS-30]', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  await database.db.updateTable('people').set({ is_assessor: true }).where('id', '=', coach.id).execute()
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
    first_name: 'Margarethe',
    last_name: 'Öztürk-Lindqvist',
  })
  await page.goto(`/clients/${client.id}`)
  const section = page.getByRole('region', { name: 'Progress' })
  await expect(section.getByText('Nothing scored yet.')).toBeVisible()
  for (const [days, shown] of [
    [-9, 1],
    [-2, 2],
  ] as const)
    await score(page, coach, await make.session({ coach, client, start: inDays(days) }), shown)

  await page.reload()
  await expect(section.getByText('67%')).toBeVisible()
  await section.getByRole('link', { name: 'All figures' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Margarethe Öztürk-Lindqvist' })).toBeVisible()
  await expect(page.getByText('Progress over 2 sessions with Dana Whitfield')).toBeVisible()
  await expect(page.getByText(/34 points more than/)).toBeVisible()
  await expect(page.getByText('“Opened well, 2 of three.”').first()).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
  await expectAccessible(page)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Progress Margarethe Öztürk-Lindqvist.pdf')

  await page.getByRole('button', { name: 'Send report' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(client.email)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Send report' }).click()
  await expect(question.getByRole('button', { name: 'Send report' })).toHaveCount(0)
  await expect(page.getByText(/^Sent /)).toBeVisible()
  await expect(page.getByRole('table').getByText(/^sent /)).toHaveCount(1)
  const [mail] = await mailTo(client.email)
  expect(mail?.subject).toBe('Your progress report')
  expect(mail?.attachments?.[0]?.fileName).toMatch(/^Progress .*\.pdf$/)

  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('button', { name: 'Send report' })).toBeHidden()
  await expect(page.locator('[data-print-sheet]').getByText('67%').first()).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('button', { name: 'Send report' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText(/3 of 6 criteria shown, 2 sessions of yours/)).toBeVisible()
})

test('an OrgAdmin sees how clients are doing once five people are scored, and no progress of a single client [ASSESS-04] [ASSESS-06] @any-width', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const admin = await signIn('OrgAdmin')
  const { organization_id } = admin
  const coach = await make.person({ level: 'Coach', organization_id })
  await database.db.updateTable('people').set({ is_assessor: true }).where('id', '=', coach.id).execute()
  const clients = []
  for (let i = 0; i < 5; i += 1)
    clients.push(await make.person({ level: 'Client', organization_id, coach_id: coach.id }))
  const scoreOf = async (client: TestPerson, i: number) =>
    score(page, coach, await make.session({ coach, client, start: inDays(-8 - i) }), 2)
  for (const [i, client] of clients.slice(0, 4).entries()) await scoreOf(client, i)
  await page.goto(`/organization/${organization_id}`)
  const section = page.getByRole('region', { name: 'How clients are doing' })
  await expect(section.getByText(/^Needs at least five people\./)).toBeVisible()
  await expect(section.getByRole('table')).toHaveCount(0)

  const [last] = clients.slice(-1)
  if (last) await scoreOf(last, 4)
  await page.reload()
  await expect(section.getByRole('row', { name: /^Clarity/ })).toContainText('67%')
  await expect(section.getByRole('row', { name: /^Listening/ })).not.toContainText('%')
  await expectAccessible(page)

  await page.goto(`/clients/${last?.id}`)
  await expect(page.getByRole('heading', { name: 'Past sessions' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Progress' })).toHaveCount(0)
  await page.goto(`/clients/${last?.id}/progress`)
  await expect(page.getByRole('heading', { level: 1, name: 'Progress is for assessors' })).toBeVisible()
})
