import { readCommand } from './read-command.ts'

readCommand({
  usage: 'pnpm tour',
  about: `Writes docs/tour.md with a picture of every screen and of a call's main states, taken from the running product, and the
pictures of the README in docs/pictures. It runs on a database of its own with a clock that stands still, at the address of
the journeys. A picture is written again only if it differs visibly from the present one. Takes about four minutes.`,
  examples: ['pnpm tour', 'git status docs/tour   shows which pictures have changed'],
})
const { chromium } = await import('@playwright/test')
const { mkdirSync, writeFileSync } = await import('node:fs')
const { browserLaunch } = await import('../tests/support/browsers/browser-launch.ts')
const { openPictures } = await import('./tour/pictures.ts')
const { withTourPortal } = await import('./tour/portal.ts')
const { takeReadmePictures } = await import('./tour/readme-pictures.ts')
const { tourScreens } = await import('./tour/screens.ts')
const { writeTourPage } = await import('./tour/tour-page.ts')
const { walkCall } = await import('./tour/walk-call.ts')
const { walkPages } = await import('./tour/walk-pages.ts')

process.chdir(`${import.meta.dirname}/..`)
const folder = 'docs/tour'
mkdirSync(folder, { recursive: true })

await withTourPortal(async (portal) => {
  const browser = await chromium.launch(browserLaunch)
  try {
    const pictures = await openPictures(browser, folder)
    await walkPages(browser, portal, pictures)
    const ofReadme = await takeReadmePictures(browser, portal)
    await walkCall(chromium, browser, portal, pictures)
    ofReadme.copy()
    const removed = pictures.removeOthers()
    writeFileSync('docs/tour.md', writeTourPage(tourScreens))
    const megabytes = (pictures.bytes() / 1_000_000).toFixed(1)
    console.log(
      `docs/tour.md: ${tourScreens.length} screens and ${pictures.count()} pictures, ${megabytes} MB. Written again: ${pictures.written.length}; removed: ${removed.length}.`,
    )
    console.log(`docs/pictures, for the README: ${ofReadme.names.join(', ')}.`)
  } finally {
    await browser.close()
  }
})
