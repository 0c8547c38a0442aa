import { expect, test } from '../support/journeys/journey.ts'
import { mediaRelay } from '../support/relays/media-relay.ts'
import { cutOff, plugIn, tile, twoInCall } from '../support/journeys/two-in-call.ts'

test('a lost connection shows on both sides within 3 s, is retried past the first minute and comes back with the network, still muted; the record of a killed tab ends when it died [R2 R3 P6] @any-width', async ({
  page,
  signIn,
  make,
  database,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const relay = await mediaRelay()
  const { second, browser, sessionId } = await twoInCall({
    page,
    coach,
    make,
    database,
    playwright,
    prepare: relay.standBefore,
  })
  const notice = second.getByRole('region', { name: 'People' }).getByRole('alert')
  await second.getByRole('button', { name: 'Mute, Mic on' }).click()
  await expect(tile(page, 'Tomás Aguilar, muted')).toBeVisible()

  // Packets are dropped without any error.
  const told = notice.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        new MutationObserver(() => {
          if (element.textContent.startsWith('Your connection dropped.')) resolve(Date.now())
        }).observe(element, { subtree: true, childList: true, characterData: true })
      }),
  )
  const seen = tile(page, 'Tomás Aguilar, muted').evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        new MutationObserver(() => {
          if (element.getAttribute('aria-label')?.includes('connection lost')) resolve(Date.now())
        }).observe(element, { attributeFilter: ['aria-label'] })
      }),
  )
  const cutAt = Date.now()
  relay.cut()
  expect((await told) - cutAt).toBeLessThan(3000)
  // The other person sees it on the tile just as soon.
  expect((await seen) - cutAt).toBeLessThan(3000)
  relay.join()
  await expect(notice).toHaveText('', { timeout: 60_000 })

  await cutOff(second)
  await expect(notice).toHaveText(/Your connection dropped. Reconnecting…/)
  await expect(second.getByRole('alertdialog')).toContainText('The connection is lost', { timeout: 75_000 })
  await expect(second.getByRole('alertdialog')).toContainText(
    /We keep trying until \d+:\d\d [AP]M\. Check your network, or rejoin now\. You won't have to wait to be let in\./,
  )
  await plugIn(second)
  await expect(second.getByRole('alertdialog')).toHaveCount(0, { timeout: 10_000 })
  await expect(tile(second, 'Dana Whitfield')).toBeVisible()
  await expect(tile(page, 'Tomás Aguilar, muted')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Unmute, Muted' })).toBeVisible()

  // A phone that needs memory kills a tab without warning.
  const killedAt = Date.now()
  const crashed = second.waitForEvent('crash')
  await expect(second.goto('chrome://crash')).rejects.toThrow(/crash/i)
  await crashed
  await expect(tile(page, 'Tomás Aguilar, muted, connection lost')).toBeVisible({ timeout: 3000 })
  const lastEnd = async () => {
    const stays = await database.db
      .selectFrom('presence')
      .select('left_at')
      .where('session_id', '=', sessionId)
      .where('person_id', '<>', coach.id)
      .execute()
    return stays.some(({ left_at }) => left_at === null)
      ? undefined
      : Math.max(...stays.map(({ left_at }) => left_at?.getTime() ?? 0))
  }
  await expect.poll(lastEnd, { timeout: 40_000 }).toBeDefined()
  expect(Math.abs(((await lastEnd()) ?? 0) - killedAt)).toBeLessThan(2500)
  await browser.close()
  relay.close()
})
