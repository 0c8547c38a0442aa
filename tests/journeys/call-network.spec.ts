import { expect, test } from '../support/journeys/journey.ts'
import { limitMedia } from '../support/browsers/limited-media.ts'
import { tile, twoInCall } from '../support/journeys/two-in-call.ts'

test('the device check reports a network without UDP, and a call works there over TCP [J13] @any-width', async ({
  page,
  signIn,
  make,
  database,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { second, browser } = await twoInCall({
    ...{ page, coach, make, database, playwright },
    prepare: async (other) => {
      await other.addInitScript(limitMedia, { tcp: true })
    },
    atCheck: async (other) => {
      await expect(other.getByText(/^Connection is (?:usable|weak)$/)).toBeVisible()
      await expect(
        other.getByText(/^\d+ ms round trip, .*\. UDP and TURN are blocked here\. Picture may be blurry\.$/),
      ).toBeVisible()
    },
  })
  const shown = () =>
    tile(second, 'Dana Whitfield')
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
  const before = await shown()
  await expect.poll(shown).toBeGreaterThan(before + 5)
  const ways = await second.evaluate(async () => {
    const live = window.kept.connections.filter((each) => each.connectionState === 'connected')
    const stats = (await Promise.all(live.map((each) => each.getStats()))).flatMap(
      (report) => [...report.values()] as { type: string; id: string; [key: string]: unknown }[],
    )
    const used = stats.filter(({ type, nominated }) => type === 'candidate-pair' && nominated === true)
    return used.map(({ localCandidateId }) => stats.find(({ id }) => id === localCandidateId)?.protocol)
  })
  expect(new Set(ways)).toEqual(new Set(['tcp']))
  await browser.close()
})

test('the device check reports a network that blocks all media, before anybody waits in an empty call @any-width', async ({
  page,
  signIn,
  make,
}) => {
  test.slow()
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: new Date(Date.now() + 5 * 60_000).toISOString() })
  await page.addInitScript(limitMedia, {})
  await page.goto(`/session/${session.id}/join`)
  await expect(page.getByText('Checking your connection…')).toBeVisible()
  await expect(page.getByText('Your network blocks video', { exact: true })).toBeVisible({
    timeout: 40_000,
  })
  await expect(page.getByText('Try another network or a phone.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join Session' })).toBeEnabled()
})
