import type { Page } from '@playwright/test'
import { down, status, up } from '../../scripts/engines/engines.ts'
import { expect, test } from '../support/journeys/journey.ts'
import { tile, twoInCall } from '../support/journeys/two-in-call.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name })
const box = (page: Page) => page.getByRole('textbox', { name: 'Write to everyone in the call' })
const words = (page: Page, text: string) => page.getByRole('log', { name: 'Messages' }).getByText(text)
const engines = { n1: 'livekit', n2: 'livekit2' } as const

// All other journeys use one node, so restore it.
test.afterEach(async () => {
  await down(['livekit2'])
  await up(['livekit'])
})

/** How wide the shared screen is, and whether new frames arrive within a second. */
const screenOf = (page: Page) =>
  tile(page, 'Screen of Tomás Aguilar')
    .locator('video')
    .evaluate(async (video: HTMLVideoElement) => {
      const shown = () => video.getVideoPlaybackQuality().totalVideoFrames
      const before = shown()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return { width: video.videoWidth, isMoving: shown() > before }
    })

/** The volume of every person who is heard now. */
const volumesOf = (page: Page) =>
  page.evaluate(() =>
    window.kept.sounds
      .filter(({ srcObject }) => srcObject instanceof MediaStream && srcObject.active)
      .map(({ volume }) => volume),
  )

/** The states of the connections made after the first `made` ones. */
const newConnections = (page: Page, made: number) =>
  page.evaluate(
    (first) => window.kept.connections.slice(first).map(({ connectionState }) => connectionState),
    made,
  )

test('after the media node of a call was killed, mute, shared screen and volume are as before and the chat is complete [R8] @any-width', async ({
  page,
  signIn,
  make,
  database,
  playwright,
  quietConsole,
}) => {
  test.slow()
  quietConsole.allow(/WebSocket|signal stream|leave request while trying to/)
  await up(['livekit2'])
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { second, browser, sessionId } = await twoInCall({ page, coach, make, database, playwright })

  await button(second, 'Mute, Mic on').click()
  await button(second, 'Share screen').click()
  await expect.poll(() => screenOf(page)).toEqual({ width: 1920, isMoving: true })
  await button(second, 'Open voice').click()
  const volume = second.getByRole('slider', { name: 'Dana Whitfield' })
  await volume.focus()
  for (let step = 0; step < 10; step += 1) await volume.press('ArrowLeft')
  await expect(volume).toHaveValue('50')
  expect(await volumesOf(second)).toEqual([0.5])
  await button(page, 'Open chat').click()
  await box(page).fill('Can you see it?')
  await box(page).press('Enter')

  const { node } = await database.db
    .selectFrom('calls')
    .select('node')
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const [dying] = await status([engines[node === 'n2' ? 'n2' : 'n1']])
  const made = await second.evaluate(() => window.kept.connections.length)
  if (!dying?.pid) throw new Error(`the call's node ${node} does not run`)
  process.kill(dying.pid, 'SIGKILL')
  await box(page).fill('You stood still.')
  await box(page).press('Enter')
  await expect.poll(() => newConnections(second, made), { timeout: 60_000 }).toContain('connected')
  for (const each of [page, second])
    await expect(each.getByText('Reconnecting')).toHaveCount(0, { timeout: 60_000 })

  await expect(tile(page, 'Tomás Aguilar, muted')).toBeVisible()
  await expect(button(second, 'Unmute, Muted')).toBeVisible()
  await expect(second.getByText('You are sharing your screen.')).toBeVisible()
  await expect.poll(() => screenOf(page)).toEqual({ width: 1920, isMoving: true })
  await expect(volume).toHaveValue('50')
  await expect.poll(() => volumesOf(second)).toEqual([0.5])
  await second.getByRole('tab', { name: 'Chat' }).click()
  for (const each of [page, second])
    for (const text of ['Can you see it?', 'You stood still.']) await expect(words(each, text)).toHaveCount(1)
  // A node stops only when nobody is connected to it any more.
  for (const each of [page, second]) await each.goto('about:blank')
  await browser.close()
})
