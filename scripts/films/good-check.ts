import type { Page } from '@playwright/test'

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
