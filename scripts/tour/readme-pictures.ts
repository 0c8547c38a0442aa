import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { openPictures, pictureName } from './pictures.ts'
import type { TourPortal } from './portal.ts'
import { tourPages } from './screens.ts'
import { contextFor, openTourPage } from './walk-pages.ts'

const folder = 'docs/pictures'

/** Those of the tour's pictures that the README shows. */
const copied = {
  'dashboard.webp': pictureName('coach-dashboard', 'light', 1440),
  'call.webp': pictureName('coach-scoring', 'dark', 1440),
  'invoice.webp': pictureName('orgadmin-invoice', 'light', 1440),
}
const phone = 'client-phone.webp'

/** Takes the picture of a client's phone, with twice the pixels. The others are copies, once the tour's are there. */
export async function takeReadmePictures(browser: Browser, portal: TourPortal) {
  const screen = tourPages.find(({ id }) => id === 'client-link')
  if (!screen) throw new Error("The tour lacks the client's page.")
  const context = await contextFor(browser, portal, 'nobody', 390, { deviceScaleFactor: 2 })
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme: 'light' })
  await openTourPage(page, screen, portal)
  const pictures = await openPictures(browser, folder)
  await pictures.take(page, phone)
  await context.close()
  return {
    names: [...Object.keys(copied), phone],
    copy: () => {
      for (const [name, from] of Object.entries(copied))
        copyFileSync(join('docs/tour', from), join(folder, name))
    },
  }
}
