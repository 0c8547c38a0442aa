import type { Page } from '@playwright/test'

const triesMax = 6

/** The device check with everything well. A machine that records has moments in which the connection is not; then again. */
export async function goodCheck(page: Page): Promise<void> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    await page.getByText('We hear you').waitFor()
    const verdict = page.getByText(/^(?:Connection is .*|No way through.*)$/)
    await verdict.waitFor({ timeout: 60_000 })
    if ((await verdict.innerText()) === 'Connection is good') return
    await page.reload()
  }
  throw new Error('The connection is not good enough for a film: is the machine busy?')
}
