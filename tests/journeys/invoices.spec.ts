import { readFile } from 'node:fs/promises'
import { invoiceNumberText } from '@parley/contract/rules/billing/invoices.ts'
import { periodText } from '@parley/contract/rules/billing/invoice-words.ts'
import type { Page } from '@playwright/test'
import { makeInvoices } from '../support/worlds/invoices.ts'
import { expect, expectAccessible, justBefore, test } from '../support/journeys/journey.ts'
import { pdfText } from '../support/mail/pdf-text.ts'

const periodOf = ({ start, end }: { start: string; end: string }) =>
  periodText({ start_date: start, end_date: end })
const numberOf = (invoice: { invoice_num: string | number } | undefined) =>
  invoiceNumberText(Number(invoice?.invoice_num))
const status = (page: Page) => page.getByRole('region', { name: 'Status' })

test('an OrgAdmin goes from the organization to its invoices, and reads one down to its sessions [BILL-01 BILL-08 BILL-10 BILL-16 ORG-05 ROUTE-11 ROUTE-12]', async ({
  page,
  database,
  signIn,
}) => {
  const { organization, invoices, last } = await makeInvoices(database)
  await signIn('OrgAdmin', { organization_id: organization.id })
  await page.goto(`/organization/${organization.id}`)
  await page.getByRole('link', { name: 'View Invoices' }).click()
  await expect(page).toHaveURL(`/organization/${organization.id}/invoices`)
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeAttached()
  await expect(page.getByRole('region', { name: /, so far$/ })).toContainText('$150.00')
  const newest = page.locator('[data-row-opener]').first()
  await expect(newest).toContainText(numberOf(invoices[1]))
  await expectAccessible(page)

  await newest.click()
  await expect(page.getByRole('heading', { level: 1, name: numberOf(invoices[1]) })).toBeVisible()
  const paper = page.getByRole('article')
  for (const text of ['Upon Receipt', periodOf(last), 'Northlight Leadership Partners', 'Portland, ME 04101'])
    await expect(paper.getByText(text)).toBeVisible()
  // A coach's billed and unbilled hours and subtotal are shown at every width.
  const dana = paper.getByRole('row', { name: /^Dana Whitfield/ })
  for (const text of ['3 h 00 min', '1 h 00 min', '$450.00']) await expect(dana).toContainText(text)
  await expect(paper.getByText('Amount due').locator('..')).toContainText('$600.00')
  await paper.getByRole('button', { name: /^Dana Whitfield/ }).click()
  const sessions = paper.getByRole('table', { name: 'Sessions of Dana Whitfield' })
  await expect(sessions.getByRole('row')).toHaveCount(5)
  await expect(sessions.getByRole('row', { name: /Setting boundaries/ })).toContainText('No Show')
  await expect(sessions.getByRole('row', { name: /Setting boundaries/ })).toContainText('Tomás Aguilar')
  await expect(status(page).getByRole('button', { name: 'Change' })).toHaveCount(0)
  await expect(status(page).getByRole('button', { name: 'Re-issue' })).toHaveCount(0)
  await expectAccessible(page)
})

test('Print saves a PDF with the figures of the page and without client names [BILL-41 BILL-42 BILL-43] @any-width', async ({
  page,
  database,
  signIn,
}) => {
  const { organization, invoices } = await makeInvoices(database)
  await signIn('OrgAdmin', { organization_id: organization.id })
  await page.goto(`/invoice/${invoices[1]?.id}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Print' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe(`Invoice ${numberOf(invoices[1])} Northlight Leadership Partners.pdf`)
  const paper = (await pdfText(await readFile(await file.path()))).replaceAll(/\s/g, '')
  for (const shown of [
    '$600.00',
    '$450.00',
    'Beatrix van den Heuvel',
    'Upon Receipt',
    '41 Harbor Street, Suite 9',
  ]) {
    await expect(page.getByRole('article')).toContainText(shown)
    expect(paper).toContain(shown.replaceAll(/\s/g, ''))
  }
  expect(paper).not.toContain('Aguilar')
})

test('an Admin changes the status of an invoice to any other, in the list and on its page [BILL-03 BILL-04 BILL-05 BILL-06 BILL-07]', async ({
  page,
  database,
  signIn,
}) => {
  const { organization, invoices } = await makeInvoices(database)
  await signIn('Admin')
  await page.goto(`/invoice/${invoices[1]?.id}`)
  const colours: Record<string, RegExp> = {
    Paid: /green/,
    'Past Due': /red/,
    Void: /gray/,
    Pending: /yellow/,
  }
  for (const [word, colour] of Object.entries(colours)) {
    await status(page).getByRole('button', { name: 'Change' }).click()
    // The status is shown optimistically, so wait for the server's answer.
    const saved = page.waitForResponse(`**/api/invoice/update/${invoices[1]?.id}`)
    await page.getByRole('menuitem', { name: word }).click()
    await saved
    await expect(status(page).getByText(word).first()).toHaveClass(colour)
    await expect(status(page).getByRole('button', { name: 'Change' })).toBeFocused()
  }
  await page.goto(`/organization/${organization.id}/invoices`)
  await page.getByRole('button', { name: `Actions for invoice ${numberOf(invoices[1])}` }).click()
  await page.getByRole('menuitem', { name: 'Change status' }).click()
  const saved = page.waitForResponse(`**/api/invoice/update/${invoices[1]?.id}`)
  await page.getByRole('menuitem', { name: 'Void' }).click()
  await expect(page.getByText('Void').first()).toBeVisible()
  await saved
  await page.reload()
  await expect(page.getByText('Void').first()).toBeVisible()
})

test('when an Admin reissues an invoice, the old one stays void and names the new one [BILL-38 BILL-40] @any-width', async ({
  page,
  database,
  signIn,
}) => {
  const { invoices } = await makeInvoices(database)
  await signIn('Admin')
  await page.goto(`/invoice/${invoices[1]?.id}`)
  await page.getByRole('button', { name: 'Re-issue' }).click()
  const question = page.getByRole('alertdialog', { name: `Re-issue invoice ${numberOf(invoices[1])}?` })
  await expect(question).toContainText('becomes void')
  await question.getByRole('button', { name: 'Re-issue' }).click()
  await expect(page).not.toHaveURL(`/invoice/${invoices[1]?.id}`)
  await expect(status(page)).toContainText(`Replaces${numberOf(invoices[1])}`)
  await page.getByRole('link', { name: numberOf(invoices[1]) }).click()
  await expect(status(page)).toContainText('Re-issued as')
  await expect(status(page).getByText('Void').first()).toBeVisible()
  for (const name of ['Change', 'Re-issue'])
    await expect(status(page).getByRole('button', { name })).toHaveCount(0)
})

test('an OrgAdmin gets the not-found page for another organization and its invoices [BILL-01 ROUTE-24] @any-width', async ({
  page,
  database,
  signIn,
}) => {
  const { organization, invoices } = await makeInvoices(database)
  await signIn('OrgAdmin')
  for (const path of [
    `/organization/${organization.id}`,
    `/organization/${organization.id}/invoices`,
    `/invoice/${invoices[0]?.id}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: "Looks like you're lost" })).toBeVisible()
  }
})

test('a coach sees no invoice, no list of them, and no link to one [BILL-02 ORG-05] @any-width', async ({
  page,
  database,
  signIn,
}) => {
  const { organization, invoices } = await makeInvoices(database)
  await signIn('Coach', { organization_id: organization.id })
  await page.goto(`/organization/${organization.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Northlight Leadership Partners' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Invoices' })).toHaveCount(0)
  for (const path of [`/organization/${organization.id}/invoices`, `/invoice/${invoices[0]?.id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: "Looks like you're lost" })).toBeVisible()
  }
})

test('Pay opens the page of the payment service in a new tab, and is absent once the invoice is paid or void [PAY-01 PAY-02 PAY-03] @any-width', async ({
  page,
  database,
  signIn,
  context,
}) => {
  const { organization, invoices } = await makeInvoices(database)
  await signIn('OrgAdmin', { organization_id: organization.id })
  // The mock returns a URL of the real service, which is not reachable here.
  await context.route(/stripe\.com/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Pay here</h1>' }),
  )
  await page.goto(`/invoice/${invoices[1]?.id}`)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Pay' }).click()
  const tab = await opened
  await expect(tab.getByRole('heading', { name: 'Pay here' })).toBeVisible()
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Payment page opened')
  for (const status of [1, 3]) {
    await database.db
      .updateTable('invoices')
      .set({ status })
      .where('id', '=', invoices[1]?.id ?? '')
      .execute()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: numberOf(invoices[1]) })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay' })).toHaveCount(0)
  }
})

test('Pay in the list of invoices opens the same page in a new tab [PAY-02]', async ({
  page,
  database,
  signIn,
  context,
}) => {
  const { organization } = await makeInvoices(database)
  await signIn('OrgAdmin', { organization_id: organization.id })
  await context.route(/stripe\.com/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Pay here</h1>' }),
  )
  await page.goto(`/organization/${organization.id}/invoices`)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await expect((await opened).getByRole('heading', { name: 'Pay here' })).toBeVisible()
})

test("a Pay that fails shows the server's message and leaves no tab behind [PAY-05] @any-width", async ({
  page,
  database,
  signIn,
  context,
}) => {
  const { organization, invoices } = await makeInvoices(database)
  await signIn('OrgAdmin', { organization_id: organization.id })
  await page.goto(`/invoice/${invoices[1]?.id}`)
  await justBefore(page, 'GET', `**/api/invoice/pay/${invoices[1]?.id}`, () =>
    database.db
      .updateTable('invoices')
      .set({ status: 1 })
      .where('id', '=', invoices[1]?.id ?? '')
      .execute(),
  )
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByText('This invoice is paid already.')).toBeVisible()
  await expect.poll(() => context.pages().length).toBe(1)
})
