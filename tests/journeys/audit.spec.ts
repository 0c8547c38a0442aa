import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, expectAccessible, isPhone, test } from '../support/journeys/journey.ts'
import type { Page } from '@playwright/test'

const entries = (page: Page) =>
  isPhone(page)
    ? page.getByRole('list', { name: 'Audit' }).getByRole('listitem')
    : page.getByRole('table', { name: 'Audit' }).locator('tbody tr')

test('an OrgAdmin reads, filters and exports the audit of their own organization, and sees nothing of others', async ({
  page,
  make,
  signIn,
  request,
}) => {
  const word = `Q${randomUUID().slice(0, 6)}`
  const elsewhere = await make.organization()
  const stranger = await make.person({
    level: 'OrgAdmin',
    organization_id: elsewhere.id,
    last_name: `Else${word}`,
  })
  const me = await signIn('OrgAdmin', { last_name: word })
  const change = (id: string, token: string, data: object) =>
    request.post(`/api/organizations/update/${id}`, { data, headers: { authorization: `Bearer ${token}` } })
  await change(elsewhere.id, stranger.token, { chat_files: false })
  await change(me.organization_id ?? '', me.token, { retention_days: 90 })
  const client = await make.person({
    level: 'Client',
    organization_id: me.organization_id,
    last_name: 'Gone',
  })
  await request.delete(`/api/profiles/${client.id}`, { headers: { authorization: `Bearer ${me.token}` } })
  const coach = await make.person({ level: 'Coach', organization_id: me.organization_id })
  const session = await make.session({
    coach,
    client: await make.person({ level: 'Client', organization_id: me.organization_id, coach_id: coach.id }),
    start: new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000).toISOString(),
    title: `Talk ${word}`,
  })
  await request.post(`/api/sessions/cancel/${session.id}`, {
    headers: { authorization: `Bearer ${me.token}` },
    data: {},
  })
  await request.post('/api/auth/login', { data: { username: coach.username, password: 'not this one' } })

  await page.goto('/dashboard')
  await page.getByRole('button', { name: `Robin ${word}` }).click()
  await expect(page.getByRole('menuitem', { name: /Emails/ })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Audit' }).click()
  await expect(page).toHaveURL('/audit')
  await expect(entries(page)).toHaveCount(4)
  await expect(entries(page).first()).toContainText('Sign-in refused')
  await expect(entries(page).first()).toContainText('wrong name or password, from ')
  await expect(entries(page).nth(1)).toContainText('Cancelled')
  await expect(entries(page).nth(2)).toContainText('Deleted')
  await expect(entries(page).nth(2)).toContainText('Robin Gone')
  await expect(entries(page).nth(3)).toContainText('30 days')
  await expect(entries(page).nth(3)).toContainText('90 days')
  await expectAccessible(page)

  await entries(page)
    .nth(1)
    .getByRole('link', { name: `Talk ${word}` })
    .click()
  await expect(page).toHaveURL(`/session/${session.id}/preview`)
  await page.goBack()
  await expect(entries(page)).toHaveCount(4)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('audit.csv')
  const rows = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(rows).toHaveLength(5)
  expect(rows[2]).toContain(`Cancelled,Session,Talk ${word},`)

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('option', { name: 'Deleted a person' }).click()
  await page.keyboard.press('Escape')
  await expect(entries(page)).toHaveCount(1)
  await page.reload()
  await expect(entries(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^Clear What/ }).click()
  await expect(entries(page)).toHaveCount(4)
  await page.getByRole('searchbox').fill('gone')
  await expect(entries(page)).toHaveCount(1)
  await page.getByRole('searchbox').fill('')
  await expect(entries(page)).toHaveCount(4)

  await page.getByRole('button', { name: /^Days/ }).click()
  await page.getByRole('button', { name: 'Until Any day' }).click()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page
    .getByRole('button', { name: /, \w+ 1, 20\d\d/ })
    .first()
    .click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing happened on these days')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Days/ }).click()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(entries(page)).toHaveCount(4)
})

test('an Admin reads the audit of every organization and the delivery log, and a coach reads neither @any-width', async ({
  page,
  make,
  signIn,
  request,
}) => {
  const word = `Z${randomUUID().slice(0, 6)}`
  const admin = await signIn('Admin', { last_name: word })
  const { id: organization_id } = await make.organization({ display_name: `House ${word}` })
  const client = await make.person({ level: 'Client', organization_id, last_name: word })
  const sent = await request.post(`/api/profiles/send-login-email/${client.id}`, {
    headers: { authorization: `Bearer ${admin.token}` },
    data: {},
  })
  expect(sent.status()).toBe(200)
  await page.goto(`/audit?search=${word}`)
  await expect(page.getByText('All organizations')).toBeVisible()
  await expect(entries(page).filter({ hasText: 'Sent login email' })).toHaveCount(1)
  await page.getByRole('button', { name: `Robin ${word}` }).click()
  await page.getByRole('menuitem', { name: 'Emails' }).click()
  await expect(page).toHaveURL('/mails')
  await page.getByRole('searchbox').fill(word)
  const mail = page.locator('[data-row]').filter({ hasText: `Robin ${word}` })
  await expect(mail).toHaveCount(1)
  await expect(async () => {
    await page.reload()
    await expect(mail.getByText('Sent', { exact: true })).toBeVisible()
  }).toPass()
  await expectAccessible(page)
  await mail.locator('[data-row-opener]').click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('listitem').filter({ hasText: /Accepted\s*250/ })).toBeVisible()
  await expectAccessible(page)

  await signIn('Coach')
  for (const path of ['/audit', '/mails', '/reports']) {
    await page.goto(path)
    await expect(page.getByText("Looks like you're lost")).toBeVisible()
  }
})
