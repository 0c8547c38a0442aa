import { expect, type Locator, type Page } from '@playwright/test'

/** The rows of a list of sessions, or its cards on a small screen. */
export const rows = (page: Page): Locator => page.locator('[data-row]')
export const row = (page: Page, text: string): Locator => rows(page).filter({ hasText: text })

/** Opens the menu of a session's row and returns its items. */
export async function openMenu(page: Page, title: string): Promise<string[]> {
  await page.getByRole('button', { name: new RegExp(`^Actions for ${title}`) }).click()
  await expect(page.getByRole('menu').first()).toBeVisible()
  return page.getByRole('menuitem').allInnerTexts()
}

export async function choose(page: Page, title: string, act: string): Promise<void> {
  await openMenu(page, title)
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}
