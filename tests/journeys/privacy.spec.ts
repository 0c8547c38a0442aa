import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Page } from '@playwright/test'
import { acceptTerms, enterWith, expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { inDays } from '../support/journeys/moments.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('an OrgAdmin sets the retention, has a copy of a client’s data made and downloads it, sees who read what, and erases the client [PEOPLE-62 PEOPLE-64 PEOPLE-66 PRIV-04] @any-width', async ({
  page,
  signIn,
  make,
  database,
  request,
}) => {
  test.slow()
  const me = await signIn('OrgAdmin')
  const organization_id = me.organization_id
  const names = { first_name: 'Kwame', last_name: 'Boateng' }
  const coach = await make.person({
    level: 'Coach',
    organization_id,
    first_name: 'Dana',
    last_name: 'Whitfield',
  })
  const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id, ...names })
  const session = await make.session({
    coach,
    client,
    start: inDays(-3),
    status: 'Completed',
    title: 'Rehearsing',
  })
  await database.db.insertInto('chats').values({ session_id: session.id, messages: 1 }).execute()
  await database.db
    .insertInto('chat_messages')
    .values({
      session_id: session.id,
      number: 1,
      author_id: coach.id,
      client_id: session.id,
      type: 'text',
      body: 'How did the talk go?',
      created_at: new Date(),
    })
    .execute()
  await request.get(`/api/chat/${session.id}/messages`, {
    headers: { authorization: `Bearer ${coach.token}` },
  })

  await page.goto(`/organization/${organization_id ?? ''}`)
  await page.getByRole('textbox', { name: 'Keep data of deleted people' }).fill('60')
  await page.getByText('Email people about copies of their data').click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Organization saved')).toBeVisible()

  await page.goto(`/clients/${client.id}`)
  const readings = page.getByRole('list', { name: 'Who read their data' })
  await expect(readings).toContainText('Dana Whitfield read the chat')
  await choose(page, 'Copy of their data')
  const dialog = page.getByRole('dialog', { name: 'Copy of Kwame Boateng’s data' })
  await dialog.getByRole('button', { name: 'Make a copy' }).click()
  await expect(dialog.getByText(/^Ready, /)).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('data.zip')
  const files = unzipSync(await readFile(await saved.path()))
  expect(new TextDecoder().decode(files['index.html'])).toContain('How did the talk go?')
  await expect(dialog.getByText(/A copy can be downloaded once/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await expect(readings).toContainText('Robin Ames fetched the copy of the data')
  await readings.getByRole('link', { name: 'Rehearsing' }).click()
  await expect(page).toHaveURL(`/session/${session.id}/preview`)
  await expect(page.getByRole('list', { name: 'Who read it' })).toContainText('Dana Whitfield read the chat')

  await page.goto(`/clients/${client.id}`)
  await choose(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/^This person was deleted on/)).toBeVisible()
  await choose(page, 'Erase for good')
  const question = page.getByRole('dialog', { name: 'Erase Kwame Boateng?' })
  await expect(question.getByText('1 message in chats')).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('textbox').fill(client.username)
  await question.getByRole('button', { name: 'Erase for good' }).click()
  await expect(question).toHaveCount(0)
  // The page updates without a reload.
  await expect(heading(page, /^Former client \d+$/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^This person was made anonymous on/)).toBeVisible()
})

test('a legal hold that an Admin places keeps an OrgAdmin from erasing the client and says until when, and the Admin can end it [PRIV-05] @any-width', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const { id: organization_id } = await make.organization({ display_name: 'Harbor Vale' })
  const orgAdmin = await make.person({ level: 'OrgAdmin', organization_id })
  await acceptTerms(database, orgAdmin.id)
  const client = await make.person({
    level: 'Client',
    organization_id,
    first_name: 'Noor',
    last_name: 'Haddad',
  })
  await page.request.delete(`/api/profiles/${client.id}`, {
    headers: { authorization: `Bearer ${orgAdmin.token}` },
  })
  const admin = await signIn('Admin')
  await page.goto(`/clients/${client.id}`)
  await choose(page, 'Legal hold')
  const dialog = page.getByRole('dialog', { name: 'Legal hold on Noor Haddad' })
  await dialog.getByRole('button', { name: 'Place hold' }).click()
  await expect(dialog.getByText('Give a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Court order 26-1183')
  await dialog.getByRole('button', { name: /^Until the end of/ }).click()
  await page.getByRole('button', { name: / 15, / }).first().click()
  await dialog.getByRole('button', { name: 'Place hold' }).click()
  await expect(dialog.getByRole('list', { name: 'Holds' })).toContainText('Court order 26-1183')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(/^Under legal hold until /)).toBeVisible()

  await enterWith(page, orgAdmin.token)
  await page.goto(`/clients/${client.id}`)
  await expect(page.getByText(/^Under legal hold until /)).toHaveCount(0)
  await choose(page, 'Erase for good')
  const question = page.getByRole('dialog', { name: 'Erase Noor Haddad?' })
  await expect(
    question.getByText(/^They are under legal hold until .* Nobody can erase them before\.$/),
  ).toBeVisible()
  await expect(question.getByText('Court order')).toHaveCount(0)
  await question.getByRole('textbox').fill(client.username)
  await expect(question.getByRole('button', { name: 'Erase for good' })).toBeDisabled()

  await enterWith(page, admin.token)
  await page.goto(`/clients/${client.id}`)
  await choose(page, 'Legal hold')
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByRole('button', { name: 'End hold' }).click()
  await expect(dialog.getByRole('list', { name: 'Holds' })).toHaveCount(0)
})
