import type { Page } from '@playwright/test'
import { expect, test } from '../support/journeys/journey.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

test.describe('unsaved input', () => {
  /** Fills a field, tries to leave with the browser's Back button, and stays. */
  async function expectHeld(page: Page, field: string): Promise<void> {
    const input = page.getByLabel(field)
    await input.fill('Half written')
    await page.goBack()
    await expect(question(page)).toContainText("What you changed here hasn't been saved.")
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(question(page)).toHaveCount(0)
    await expect(input).toHaveValue('Half written')
  }

  test(
    'unsaved input of an organization asks before Back and is kept',
    { tag: '@any-width' },
    async ({ page, signIn }) => {
      await signIn('OrgAdmin')
      await page.goto('/dashboard')
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Organizations' })
        .click()
      await expectHeld(page, 'Organization Name')
    },
  )
})

test(
  'each navigation moves the focus to the heading of the new page',
  { tag: '@any-width' },
  async ({ page, signIn }) => {
    await signIn('OrgAdmin')
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const [link, heading] of [
      ['Sessions', 'Session Management'],
      ['Clients', 'Client Management'],
      ['Coaches', 'Coach Management'],
      ['Update Notes', 'Update Notes'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
    }
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Coach Management' })).toBeFocused()
  },
)
