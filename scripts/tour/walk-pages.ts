import type { Browser, BrowserContext, Page } from '@playwright/test'
import { watchRequests } from './open-requests.ts'
import { pictureName, themes, widths, type Pictures, type Width } from './pictures.ts'
import { tourNow, type TourPortal } from './portal.ts'
import { tourPages } from './screens.ts'
import { standClock } from './standing-clock.ts'
import type { Reader, TourPage } from './tour-screen.ts'

const readers: readonly Reader[] = ['nobody', 'coach', 'orgAdmin', 'admin']

/** Photographs every page that needs no call, at both widths and in both themes. */
export async function walkPages(browser: Browser, portal: TourPortal, pictures: Pictures): Promise<void> {
  for (const width of [1440, 390] as const)
    for (const reader of readers) {
      const context = await contextFor(browser, portal, reader, width)
      const page = await context.newPage()
      const requests = watchRequests(page)
      const theirs = tourPages.filter((one) => one.reader === reader && !one.isPhotographedInCall)
      for (const screen of theirs) {
        await openTourPage(page, screen, portal)
        await requests.quiet()
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme })
          await pictures.take(page, pictureName(screen.id, theme, width))
        }
      }
      await context.close()
    }
}

/** Opens a page of the tour, waits for its heading, and opens what the tour shows of it. */
export async function openTourPage(
  page: Page,
  { path, heading, act }: TourPage,
  { world }: Pick<TourPortal, 'world'>,
): Promise<void> {
  await page.goto(path(world))
  await page
    .getByRole('heading', { level: 1, name: heading, exact: true })
    .first()
    .waitFor({ state: 'attached' })
  await act?.(page)
}

export async function contextFor(
  browser: Browser,
  { origin, world }: TourPortal,
  reader: Reader,
  width: Width,
  more: { deviceScaleFactor?: number } = {},
): Promise<BrowserContext> {
  const localStorage = reader === 'nobody' ? [] : [{ name: 'parley.token', value: world.tokens[reader] }]
  const context = await browser.newContext({
    ...tourContext(origin),
    viewport: widths[width],
    ...(width === 390 && { hasTouch: true, isMobile: true }),
    ...more,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  await context.addInitScript(standClock, tourNow)
  return context
}

export const tourContext = (baseURL: string) =>
  ({ baseURL, locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' }) as const
