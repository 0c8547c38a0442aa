import type { Page } from '@playwright/test'

type Find = (this: unknown, text: unknown, options?: object) => unknown

/**
 * Makes a text or a name given as a string match as a whole and by case, as people read it: Playwright alone takes any
 * part in any case, so that 'go to home' would do for 'Go To Home'. Whoever means a part writes a pattern.
 */
export function matchWholeTexts(page: Page): void {
  for (const finder of [page, page.locator('html')]) {
    // Set on the class, so that pages and locators made later have it too, and only once.
    const shared = Object.getPrototypeOf(finder) as Record<string, Find & { isExact?: true }>
    for (const name of [
      'getByText',
      'getByRole',
      'getByLabel',
      'getByPlaceholder',
      'getByTitle',
      'getByAltText',
    ]) {
      const find = shared[name]
      if (!find) throw new Error(`Playwright has no ${name} any more`)
      if (find.isExact) continue
      const exact: Find = function findWhole(text, options) {
        return find.call(this, text, { exact: true, ...options })
      }
      shared[name] = Object.assign(exact, { isExact: true as const })
    }
  }
}
