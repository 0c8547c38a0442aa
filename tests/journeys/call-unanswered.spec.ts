import { TrackSource } from 'livekit-server-sdk'
import { expect, test } from '../support/journey.ts'
import { roomOf } from '../support/room-of.ts'
import { takeRequests } from '../support/send-requests.ts'
import { join } from '../support/two-in-call.ts'

/** That a request was lost is known after 10 s, and the new connection's own is waited for as well. */
const afterLosses = { timeout: 60_000 }

test('what a break swallows on its way out goes out on a new connection, and only what fails there too is off [CALL-37] @any-width', async ({
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
  // Once by itself, and what fails there too is seen to be off.
  await expect(page.getByRole('button', { name: 'Unmute, Muted' })).toBeVisible(afterLosses)
  await expect(page.getByRole('button', { name: 'Turn camera on, Camera off' })).toBeVisible(afterLosses)
  const told = page.getByText('Your microphone could not be sent. Turn it on to try again.')
  await expect(told).toBeVisible(afterLosses)
  expect(await sent()).toEqual([])
  // Whoever presses has another try, on a connection that is lost as well, and the next by itself.
  await page.getByRole('button', { name: 'Unmute, Muted' }).click()
  await expect.poll(sent, afterLosses).toEqual(['MICROPHONE'])
  await expect(page.getByRole('button', { name: 'Mute, Mic on' })).toBeVisible()
  await expect(told).toHaveCount(0)
})
