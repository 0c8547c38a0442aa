import { test } from '../support/journey.ts'
import { makeInvoices } from '../support/invoices.ts'
const out = '/work/wt/shots'
test('shots', async ({ page, make, database, signIn }) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(8000)
  const { organization, invoices } = await makeInvoices(database, make)
  await signIn('Admin')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const width of [390, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/organization/${organization.id}/invoices`)
      await page.getByText(/^0000/).first().waitFor()
      await page.waitForTimeout(700)
      await page.screenshot({ path: `${out}/inv-list-${width}-${scheme}.png`, fullPage: true })
      await page.goto(`/invoice/${invoices.at(-1)!.id}`)
      await page.getByRole('button', { name: 'Dana Whitfield' }).click()
      await page.getByText(/Present is/).waitFor()
      await page.waitForTimeout(500)
      await page.screenshot({ path: `${out}/inv-page-${width}-${scheme}.png`, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/organization/${organization.id}/invoices`)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.waitForTimeout(500)
  await page.screenshot({ path: `${out}/inv-menu.png` })
})
