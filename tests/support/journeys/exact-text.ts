import type { Page } from '@playwright/test'

type Find = (this: unknown, text: unknown, options?: object) => unknown

/**
 * Makes Playwright match a string as the whole text or name and with its case. By default it matches any part in any case,
 * so 'go to home' would find 'Go To Home'. To match a part, pass a pattern.
 */
export function matchWholeTexts(page: Page): void {
  for (const finder of [page, page.locator('html')]) {
    // Patch the class once, so that pages and locators made later have it too.
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
