import { TrackSource } from 'livekit-server-sdk'
import { expect, test } from '../support/journeys/journey.ts'
import { roomOf } from '../support/calls/room-of.ts'
import { takeRequests } from '../support/browsers/send-requests.ts'
import { join } from '../support/journeys/two-in-call.ts'

/** The page takes a request for lost after 10 s, and then waits for the new connection's request as well. */
const afterLosses = { timeout: 60_000 }

test('a device whose publish request was lost is published on a new connection, and shows as off only if that fails too [CALL-37] @any-width', async ({
  page,
  signIn,
  make,
  database,
}) => {
  test.slow()
  const coach = await signIn('Coach')
  const session = await make.session({ coach, start: new Date(Date.now() + 5 * 60_000).toISOString() })
  await page.addInitScript(takeRequests)
  await page.goto(`/session/${session.id}/join`)
  await expect(page.getByRole('button', { name: 'Turn camera off, Camera on' })).toBeVisible()
  await page.evaluate(() => (window.requests.losing = 2))
  await join(page)
  const { room, media } = await roomOf(database, session.id)
  const sent = async () => {
    const [own] = await media.listParticipants(room)
    return own?.tracks.map(({ source }) => TrackSource[source])
  }
  // The page retries once on its own; devices that fail again are shown as off.
  await expect(page.getByRole('button', { name: 'Unmute, Muted' })).toBeVisible(afterLosses)
  await expect(page.getByRole('button', { name: 'Turn camera on, Camera off' })).toBeVisible(afterLosses)
  const told = page.getByText("Your microphone couldn't be sent. Turn it on to try again.")
  await expect(told).toBeVisible(afterLosses)
  expect(await sent()).toEqual([])
  // A click tries again on the lost connection, and then the page retries once on its own.
  await page.getByRole('button', { name: 'Unmute, Muted' }).click()
  await expect.poll(sent, afterLosses).toEqual(['MICROPHONE'])
  await expect(page.getByRole('button', { name: 'Mute, Mic on' })).toBeVisible()
  await expect(told).toHaveCount(0)
})
