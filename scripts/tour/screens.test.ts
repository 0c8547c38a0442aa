import { existsSync, readFileSync } from 'node:fs'
import { pages, type PageKey } from '../../apps/web/src/platform/pages.ts'
import { expect, test } from 'vitest'
import { tourPages, tourScreens } from './screens.ts'
import { writeTourPage } from './tour-page.ts'

test('the tour shows every page of the portal', () => {
  const shown = new Set(tourPages.map(({ page }) => page))
  const missing = (Object.keys(pages) as PageKey[]).filter((key) => !shown.has(key))
  expect(missing).toEqual([])
})

test('the tour shows the pages that need no sign-in and have no place in the portal', () => {
  const ids = tourPages.filter(({ page }) => page === undefined).map(({ id }) => id)
  expect(ids).toEqual(['sign-in', 'forgot-password', 'set-password', 'confirm-email', 'client-link'])
})

test('no two screens of the tour share the name of their pictures', () => {
  const ids = tourScreens.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('each screen of the tour is told in one sentence, or two short ones', () => {
  const long = tourScreens.filter(({ text }) => !text.endsWith('.') || text.length > 125)
  expect(long.map(({ id }) => id)).toEqual([])
})

test('docs/tour.md is what pnpm tour writes for these screens, and every picture that it shows is there', () => {
  const page = readFileSync('docs/tour.md', 'utf8')
  expect(page).toBe(writeTourPage(tourScreens))
  const pictures = [...page.matchAll(/\]\((tour\/[\w-]+\.webp)\)/g)].map(([, path]) => `docs/${path}`)
  expect(pictures.length).toBeGreaterThan(tourScreens.length)
  expect(pictures.filter((path) => !existsSync(path))).toEqual([])
})
