import type { Page } from '@playwright/test'

const patienceMs = 180_000

const good = (page: Page) => page.getByRole('banner').getByText('Good', { exact: true })
const weakTile = (page: Page) => page.getByRole('figure', { name: /weak connection/ })

/** Nobody's picture is called weak. */
export const waitForNoWeakTile = (page: Page): Promise<void> =>
  weakTile(page).first().waitFor({ state: 'detached', timeout: patienceMs })

/** Both lines of a call are well: the media server tells it some seconds after they are. */
export async function waitForGoodLine(page: Page): Promise<void> {
  await good(page).waitFor({ timeout: patienceMs })
  await waitForNoWeakTile(page)
}

/** A machine that has too much to do spoils the call that is filmed: such a take is no film. */
export async function requireGoodLine(page: Page): Promise<void> {
  const isGood = (await good(page).isVisible()) && (await weakTile(page).count()) === 0
  if (!isGood) throw new Error('The call got weak while it was filmed. Try again while the machine is idle.')
}
