import type { Page } from '@playwright/test'
import { agreeAndJoin, decide, invited, openLink } from '../support/journeys/guest-in-call.ts'
import { matchWholeTexts } from '../support/journeys/exact-text.ts'
import { expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { journeyOrigin } from '../support/journeys/journey-places.ts'

// One call, two tabs of a browser: the person chooses the tab of the call, and it is never in both.

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const asked = (page: Page) => heading(page, 'You are in this call in another tab')
const moved = (page: Page) => heading(page, 'The call continues in another tab.')
const replaced = (page: Page) => heading(page, 'You joined on another device. This one has left.')
const isIn = (page: Page) => page.getByRole('button', { name: 'Leave the call' })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

/** Makes the browser's tabs unaware of each other, so that only the media server decides. */
const withoutLocks = (page: Page) =>
  page.addInitScript(() => {
    navigator.locks.query = () => Promise.resolve({ held: [] })
    // Acts as if the lock were always free. Implements only the overload that the page uses.
    navigator.locks.request = ((name: string, _options: object, work: (lock: Lock) => unknown) =>
      Promise.resolve(work({ name, mode: 'exclusive' }))) as LockManager['request']
  })

/** Collects the page's requests for a join token from now on. */
function joinsOf(page: Page): string[] {
  const joins: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(?:guest\/join|sessions\/join\/)/.test(request.url())) joins.push(request.url())
  })
  return joins
}

test('a signed-in person moves a call to another tab or leaves it where it is, and a replaced tab does not reconnect [J7]', async ({
  page,
  context,
  signIn,
  make,
}) => {
  test.slow()
  const coach = await signIn('Coach')
  const client = await make.person({ level: 'Client', organization_id: coach.organization_id })
  const start = new Date(Date.now() + 5 * 60_000).toISOString()
  const { id } = await make.session({ coach, client, start })
  const path = `/session/${id}/join`
  await page.goto(path)
  await press(page, 'Join Session')
  await expect(isIn(page)).toBeVisible()

  const second = await context.newPage()
  matchWholeTexts(second)
  await second.goto(path)
  await expect(asked(second)).toBeVisible()
  await expectAccessible(second)
  await expect(isIn(page)).toBeVisible()
  await second.getByRole('link', { name: 'Keep it in the other tab' }).click()
  await expect(second).toHaveURL('/sessions')
  await expect(isIn(page)).toBeVisible()

  await second.goto(path)
  await press(second, 'Move the call here')
  await expect(isIn(second)).toBeVisible()
  await expect(moved(page)).toBeVisible()
  await expectAccessible(page)

  const joins = [joinsOf(page), joinsOf(second)]
  const third = await context.newPage()
  matchWholeTexts(third)
  await withoutLocks(third)
  await third.goto(path)
  await press(third, 'Join Session')
  await expect(isIn(third)).toBeVisible()
  await expect(replaced(second)).toBeVisible()
  // Wait longer than the pause between two tries to come back.
  await expect.poll(() => third.evaluate(() => performance.now())).toBeGreaterThan(8000)
  await expect(isIn(third)).toBeVisible()
  await expect(replaced(second)).toBeVisible()
  expect(joins).toEqual([[], []])
  await second.close()
  await third.close()
})

test('a client moves a call to another tab or leaves it where it is, and a replaced tab does not reconnect [J7]', async ({
  page,
  browser,
  signIn,
  make,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { link } = await invited(page, make, coach)
  const context = await browser.newContext({ baseURL: journeyOrigin })
  const first = await openLink(context, link)
  await agreeAndJoin(first)
  // Both tabs wait; one joins, and the other says that the call is in another tab.
  const second = await openLink(context, link)
  await expect(heading(second, 'You are in the waiting room, Tomás.')).toBeVisible()
  await decide(page, coach, true)
  await expect.poll(async () => (await isIn(first).count()) + (await isIn(second).count())).toBe(1)
  const isFirstIn = await isIn(first).isVisible()
  const [inCall, other] = isFirstIn ? [first, second] : [second, first]
  await expect(asked(other)).toBeVisible()
  await expectAccessible(other)
  await press(other, 'Keep it in the other tab')
  await expect(moved(other)).toBeVisible()
  await expect(isIn(inCall)).toBeVisible()
  await expectAccessible(other)

  await press(other, 'Move the call here')
  await expect(isIn(other)).toBeVisible()
  await expect(moved(inCall)).toBeVisible()
  await expect(inCall.getByRole('button', { name: /^Rejoin/ })).toHaveCount(0)

  const joins = [joinsOf(inCall), joinsOf(other)]
  const third = await context.newPage()
  matchWholeTexts(third)
  await withoutLocks(third)
  // It does not know of the other tabs and assumes that the client was cut off, so it leads back into the call.
  await third.goto(link)
  await expect(isIn(third)).toBeVisible()
  await expect(replaced(other)).toBeVisible()
  await expect.poll(() => third.evaluate(() => performance.now())).toBeGreaterThan(8000)
  await expect(isIn(third)).toBeVisible()
  await expect(replaced(other)).toBeVisible()
  expect(joins).toEqual([[], []])
  await context.close()
})
