import type { Page } from '@playwright/test'
import { expect, motionEnded } from '../journeys/journey.ts'
import { pageFaults } from './page-faults.ts'

interface Size {
  width: number
  height: number
}

/** 640 px is a window of 1280 px at 200 % zoom. */
const desktopSizes: readonly Size[] = [
  { width: 640, height: 400 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

/** A phone and a tablet: with touch, controls are larger. */
const touchSizes: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
]

/** For the browser's text at 200 %, when the layout has to change: 1440 px then have the room of 720 px. */
const largeTextSizes: readonly Size[] = [
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
]

/** Layout faults of the open page at every size and in both themes. Resizes the page without reloading it. */
async function faultsAt(page: Page): Promise<string[]> {
  const isTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  if (isTouch) return faultsIn(page, touchSizes, '')
  const found = await faultsIn(page, desktopSizes, '')
  await setTextSize(page, 2)
  found.push(...(await faultsIn(page, largeTextSizes, ', text 200 %')))
  await setTextSize(page, 1)
  return found
}

async function faultsIn(page: Page, sizes: readonly Size[], note: string): Promise<string[]> {
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    const faults = await lastingFaults(page, size.width)
    found.push(...faults.map((fault) => `${size.width} px${note}: ${fault}`))
  }
  return found
}

/** Sets the font size of the browser's settings, because a style on the root would not affect media queries. */
async function setTextSize(page: Page, times: number): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } })
  await browser.detach()
  await page.waitForFunction(
    (wanted) => getComputedStyle(document.documentElement).fontSize === wanted,
    `${16 * times}px`,
  )
}

/** How long a page may take to render at another size on a busy machine. */
const drawnWithinMs = 10_000

/** From outside we cannot tell when the page has rendered at its new size, so only a fault that stays counts. */
async function lastingFaults(page: Page, width: number): Promise<string[]> {
  const end = Date.now() + drawnWithinMs
  for (;;) {
    await settled(page, width)
    const faults = [...(await page.evaluate(pageFaults)), ...(await page.evaluate(themeFaults))]
    if (faults.length === 0 || Date.now() > end) return faults
  }
}

/** Runs in the browser. A theme only changes colours, so every element must be in the same place in both. */
function themeFaults(): string[] {
  const root = document.documentElement
  const placesIn = (theme: 'light' | 'dark'): string[] => {
    root.dataset.theme = theme
    return [...document.body.querySelectorAll('*')].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return `${element.tagName} ${left} ${top} ${width} ${height}`
    })
  }
  const dark = placesIn('dark')
  const other = placesIn('light').find((place, index) => place !== dark[index])
  return other === undefined ? [] : [`in the dark theme something lies elsewhere than at ${other}`]
}

/** Waits until the page knows its size, nothing is loading, and animations have ended. */
async function settled(page: Page, width: number): Promise<void> {
  // Components whose structure depends on the width hear of it in the next frame and render in the one after.
  await page.waitForFunction((wanted) => matchMedia(`(width: ${wanted}px)`).matches, width)
  await page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  })
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy=true]') && document.fonts.status === 'loaded',
  )
  await motionEnded(page)
}

export async function expectFits(page: Page, name: string): Promise<void> {
  expect.soft(await faultsAt(page), name).toEqual([])
}
