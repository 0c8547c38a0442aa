import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, expectAccessible, holdAnswer, isPhone, test } from '../support/journeys/journey.ts'

const csv = (...rows: string[]) => ({
  name: 'autumn-cohort.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['first_name,last_name,username,email', ...rows].join('\n')),
})

const chooseFile = (page: Page, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type=file]').setInputFiles(file)

const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

test('an OrgAdmin imports clients: the preview shows what becomes of each row, and then the good rows are added', async ({
  page,
  signIn,
  make,
}) => {
  const me = await signIn('OrgAdmin')
  const taken = await make.person({ level: 'Client', organization_id: me.organization_id })
  await page.goto('/clients')
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import clients' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Clients' })).toBeVisible({ visible: isPhone(page) })
  await expectAccessible(page)

  await chooseFile(page, {
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name;mail\nOmar;o@example.test'),
  })
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)

  await chooseFile(
    page,
    csv(
      `Liesbeth,van der Meer,liesbeth-${me.username},liesbeth@example.test`,
      `Kwame,Boateng,${taken.username},kwame@example.test`,
      `=Yuki,,yuki-${me.username},yuki@example.test`,
      `Noor,Al-Sayegh,noor-${me.username},noor@example.test`,
    ),
  )
  await expect(page.getByText('autumn-cohort.csv')).toBeVisible()
  await expect(figure(page, 'Rows read')).toHaveText('4')
  await expect(figure(page, 'Will be added')).toHaveText('2')
  await expect(figure(page, "Can't be imported")).toHaveText('2')
  await expect(figure(page, 'Added so far')).toHaveText('0')
  await expectAccessible(page)
  await page.getByText('Errors', { exact: true }).click()
  await expect(page.getByText('Username is taken')).toBeVisible()
  await expect(page.getByText('Last name is required')).toBeVisible()
  await expect(page.getByText(/Liesbeth/)).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Errors as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('autumn-cohort-errors.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain("'=Yuki,,")

  await page.getByRole('button', { name: 'Import 2 clients' }).click()
  await expect(page.getByText('2 clients were added.')).toBeVisible()
  await expect(page.getByText('Import done')).toBeVisible()
  await expect(figure(page, 'Added')).toHaveText('2')
  await expect(page.getByRole('radio', { name: 'Added', exact: true })).toHaveCount(1)
  await expect(page.getByText('Will be added')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show clients' }).click()
  const rows = page.getByRole('main').getByRole(isPhone(page) ? 'listitem' : 'row')
  await expect(rows.filter({ hasText: 'Liesbeth van der Meer' })).toBeVisible()
  await expect(rows.filter({ hasText: 'Noor Al-Sayegh' })).toBeVisible()
})

for (const level of ['OrgAdmin', 'Admin'] as const)
  test(
    `the example file for ${level} has exactly the columns that the page asks for`,
    { tag: '@any-width' },
    async ({ page, signIn }) => {
      await signIn(level)
      await page.goto('/clients/import')
      await expect(page.getByRole('heading', { name: 'The header row' })).toBeVisible()
      const needed = await page.getByRole('main').locator('dt').allInnerTexts()
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Example file' }).click()
      const path = await (await download).path()
      const [header = ''] = (await readFile(path, 'utf8')).split('\n')
      expect(header.trim().split(',')).toEqual(needed)
      await chooseFile(page, { name: 'example.csv', mimeType: 'text/csv', buffer: await readFile(path) })
      await expect(figure(page, 'Rows read')).toHaveText('3')
    },
  )

test(
  'a running import can be stopped and continued',
  { tag: '@any-width' },
  async ({ page, signIn, database: { db } }) => {
    const me = await signIn('OrgAdmin')
    const rows = Array.from(
      { length: 3000 },
      (_, i) => `Omar,Haddad,omar-${me.username}-${i},omar@example.test`,
    )
    await page.goto('/clients/import')
    await chooseFile(page, csv(...rows))
    const start = page.getByRole('button', { name: 'Import 3,000 clients' })
    await expect(start).toBeVisible()
    const goOn = page.getByRole('button', { name: 'Continue' })
    const isStopHeard = async () => {
      const waiting = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like 'update "imports"%'`.execute(db)
      return waiting.rows.length > 0 || (await goOn.isVisible())
    }
    // Lock the importing person's row, which the first rows need: otherwise all may be written before the click on Stop.
    const late = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('people').select('id').where('id', '=', me.id).forNoKeyUpdate().execute()
      await start.click()
      const stop = page.getByRole('button', { name: 'Stop' })
      await expect(stop).toBeVisible()
      // Hold back a request made while it runs: answered after the stop, it would bring Stop back.
      const held = await holdAnswer(page, `**/api/imports/${new URL(page.url()).searchParams.get('import')}`)
      await held.isHeld
      await stop.click()
      await expect.poll(isStopHeard).toBe(true)
      return held
    })
    await expect(goOn).toBeVisible()
    await late.isLeft()
    await expect(page.getByText(/^Stopped after/)).toBeVisible()
    await goOn.click()
    await expect(page.getByText('3,000 clients were added.')).toBeVisible()
  },
)
