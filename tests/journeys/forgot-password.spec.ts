import { acceptTerms, expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { linkIn, mailTo } from '../support/mail/mail.ts'
import { randomUUID } from 'node:crypto'

test('a request for a forgotten password has the same answer for every name, and the mailed link sets a new password [ROUTE-19 ROUTE-20 AUTH-24 AUTH-25] @any-width', async ({
  page,
  make,
  database,
}) => {
  const { id: organization_id } = await make.organization()
  const person = await make.person({ level: 'Coach', organization_id })
  await acceptTerms(database, person.id)
  await page.goto('/forgot-password')
  await expect(page.getByRole('heading', { name: "Can't log in?" })).toBeVisible()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Write your email address or username.')).toBeVisible()
  const answers: string[] = []
  for (const name of [`nobody-${randomUUID()}`, person.username, person.email]) {
    await page.getByLabel('Username or email').fill(name)
    await expect(page.getByRole('status').filter({ hasText: 'Check your email.' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Send link' }).click()
    const answer = page.getByRole('status').filter({ hasText: 'Check your email.' })
    await expect(answer).toBeVisible()
    answers.push(await page.getByRole('main').innerText())
  }
  expect(new Set(answers).size).toBe(1)
  await expectAccessible(page)

  const [mail] = await mailTo(person.email)
  await page.goto(`/set-password/${linkIn(mail, 'set-password')}`)
  await expect(page.getByRole('heading', { name: 'Set your password' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('quiet morning harbour')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Password', { exact: true }).fill('quiet morning harbour')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
})
