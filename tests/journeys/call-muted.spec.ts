import type { Page } from '@playwright/test'
import { watchFlow } from '../support/flow-watch.ts'
import { expect, test } from '../support/journey.ts'
import { cutAndBack, tile, twoInCall } from '../support/two-in-call.ts'

const cuts = 8
const muted = 'Tomás Aguilar, muted'

const cameSince = (page: Page, kind: 'picture' | 'sound', moment: number): Promise<number> =>
  page.evaluate(
    (given) => window.flow.heard.filter(({ at, what }) => at > given.moment && what === given.kind).length,
    { kind, moment },
  )
const soundsSince = (page: Page, moment: number) => cameSince(page, 'sound', moment)

test('who is muted comes back muted from one cut after the other, and is not heard for a moment [R1] @any-width', async ({
  page,
  signIn,
  make,
  database,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  await page.addInitScript(watchFlow)
  const { second, browser } = await twoInCall({ page, coach, make, database, playwright })
  const begun = Date.now()
  await expect.poll(() => soundsSince(page, begun)).toBeGreaterThan(0)

  await second.getByRole('button', { name: 'Mute, Mic on' }).click()
  await expect(tile(page, muted)).toBeVisible()
  // What was said before is still on its way: until nothing was heard for a while.
  await expect.poll(() => soundsSince(page, Date.now() - 1500), { intervals: [500] }).toBe(0)
  const since = Date.now()
  for (let cut = 0; cut < cuts; cut += 1) {
    await cutAndBack(second)
    // Everything is sent again, and was listened to for a second.
    const backAt = Date.now()
    await expect.poll(() => cameSince(page, 'picture', backAt)).toBeGreaterThan(0)
    const seenAt = Date.now()
    await expect.poll(() => cameSince(page, 'picture', seenAt + 1000)).toBeGreaterThan(0)
    await expect(tile(page, muted)).toBeVisible()
    await expect(second.getByRole('button', { name: 'Unmute, Muted' })).toBeVisible()
  }
  expect(await soundsSince(page, since)).toBe(0)

  await second.getByRole('button', { name: 'Unmute, Muted' }).click()
  await expect.poll(() => soundsSince(page, since)).toBeGreaterThan(0)
  await browser.close()
})
