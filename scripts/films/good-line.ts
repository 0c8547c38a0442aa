import type { Page } from '@playwright/test'

const patienceMs = 180_000

const good = (page: Page) => page.getByRole('banner').getByText('Your connection: Good', { exact: true })
const weakTile = (page: Page) => page.getByRole('figure', { name: /weak connection/ })

/** Waits until no tile is marked as weak. */
export const waitForNoWeakTile = (page: Page): Promise<void> =>
  weakTile(page).first().waitFor({ state: 'detached', timeout: patienceMs })

/** Waits until both connections are good. The media server reports it some seconds late. */
export async function waitForGoodLine(page: Page): Promise<void> {
  await good(page).waitFor({ timeout: patienceMs })
  await waitForNoWeakTile(page)
}

/** Rejects a take in which the call got weak because the machine was busy. */
export async function requireGoodLine(page: Page): Promise<void> {
  const isGood = (await good(page).isVisible()) && (await weakTile(page).count()) === 0
  if (!isGood) throw new Error('The call got weak while it was filmed. Try again while the machine is idle.')
}

const triesMax = 6

/** Waits for a device check in which all is well. While recording, the connection is weak at times, so this retries. */
export async function goodCheck(page: Page): Promise<void> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    await page.getByText('We hear you').waitFor()
    const verdict = page.getByText(/^(?:Connection is .*|Your network blocks video)$/)
    await verdict.waitFor({ timeout: 60_000 })
    if ((await verdict.innerText()) === 'Connection is good') return
    await page.reload()
  }
  throw new Error('The connection is not good enough for a film: is the machine busy?')
}
