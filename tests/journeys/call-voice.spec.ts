import type { Page } from '@playwright/test'
import { twoCamerasLaunch } from '../support/browsers/browser-launch.ts'
import { expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { cutAndBack, tile, twoInCall } from '../support/journeys/two-in-call.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${field}$`) }).click()
  await page.getByRole('option', { name: option }).click()
}

/** The devices that are captured now. There must never be more than one capture of a kind. */
const live = (page: Page, kind: 'audio' | 'video') =>
  page.evaluate(
    (wanted) =>
      window.kept.captured
        .filter((track) => track.kind === wanted && track.readyState === 'live')
        .map(({ label }) => label),
    kind,
  )

const heardFrom = (page: Page) =>
  page.evaluate(() =>
    window.kept.sounds
      .filter(({ srcObject }) => srcObject !== null)
      .map(({ sinkId, volume }) => ({ sinkId, volume })),
  )

const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test('a person changes camera, microphone and speaker during a call, and sets the volume of another person for themselves [CALL-08 CALL-09 D7 D9 D10 R5 M5 M6] @any-width', async ({
  page,
  signIn,
  make,
  database,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { second, browser } = await twoInCall({
    page,
    coach,
    make,
    database,
    playwright,
    launch: twoCamerasLaunch,
  })
  await second.keyboard.press('o')
  await expect(second.getByRole('tab', { name: 'Voice' })).toBeVisible()
  await expectAccessible(second)

  await choose(second, 'Microphone', 'Fake Audio Input 2')
  await expect.poll(() => live(second, 'audio')).toEqual(['Fake Audio Input 2'])
  expect(await kept(second, 'parley.microphone')).not.toBeNull()
  await choose(second, 'Camera', 'fake_device_1')
  await expect.poll(() => live(second, 'video')).toEqual(['fake_device_1'])
  expect(await kept(second, 'parley.camera')).not.toBeNull()
  const camera = () =>
    second.evaluate(() => {
      const track = window.kept.captured.find(
        ({ kind, readyState }) => kind === 'video' && readyState === 'live',
      )
      return { ...track?.getSettings(), asked: JSON.stringify(track?.getConstraints().frameRate) }
    })
  // The browser's fake camera has 10 frames a second here. The library requests the device first, then its size.
  await expect.poll(camera).toMatchObject({ width: 1280, height: 720, asked: '24', frameRate: 10 })
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible()

  await choose(second, 'Speaker', 'Fake Audio Output 2')
  const speaker = await kept(second, 'parley.speaker')
  expect(speaker).not.toBeNull()
  await expect.poll(() => heardFrom(second)).toEqual([{ sinkId: speaker, volume: 1 }])

  const volume = second.getByRole('slider', { name: 'Dana Whitfield' })
  await volume.focus()
  await second.keyboard.press('ArrowLeft')
  await second.keyboard.press('ArrowLeft')
  await expect(second.getByText('90%')).toBeVisible()
  await expect.poll(() => heardFrom(second)).toEqual([{ sinkId: speaker, volume: 0.9 }])
  await button(second, 'Mute Dana Whitfield for me').click()
  await expect(tile(second, 'Dana Whitfield, muted for you')).toBeVisible()
  await expect.poll(() => heardFrom(second)).toEqual([{ sinkId: speaker, volume: 0 }])

  // After a cut, the speaker, the local mute and the sending devices are as before.
  await cutAndBack(second)
  await expect(tile(second, 'Dana Whitfield, muted for you')).toBeVisible()
  await expect.poll(() => heardFrom(second)).toEqual([{ sinkId: speaker, volume: 0 }])
  await button(second, 'Mute Dana Whitfield for me').click()
  await expect.poll(() => heardFrom(second)).toEqual([{ sinkId: speaker, volume: 0.9 }])
  // A person who joins later is played on the chosen speaker too.
  await page.reload()
  await page.getByRole('button', { name: 'Join Session' }).click()
  await expect(tile(second, 'Dana Whitfield')).toBeVisible()
  await expect.poll(() => heardFrom(second)).toEqual([{ sinkId: speaker, volume: 0.9 }])

  // Cameras are sent in a codec that every browser can play.
  const codecs = await second.evaluate(async () => {
    const live = window.kept.connections.filter((each) => each.connectionState === 'connected')
    const all = (await Promise.all(live.map((each) => each.getStats()))).flatMap(
      (report) => [...report.values()] as { type: string; mimeType?: string }[],
    )
    return [
      ...new Set(
        all
          .filter(({ type, mimeType }) => type === 'codec' && mimeType?.startsWith('video'))
          .map(({ mimeType }) => mimeType),
      ),
    ]
  })
  expect(codecs).toContain('video/VP8')
  expect(codecs).not.toContain('video/H264')

  // If the microphone is unplugged, the page switches to the default within two seconds and says so.
  await second.evaluate(() => {
    const track = window.kept.captured.find(
      ({ kind, readyState }) => kind === 'audio' && readyState === 'live',
    )
    track?.stop()
    track?.dispatchEvent(new Event('ended'))
  })
  await expect(
    second.getByText('Your microphone was unplugged. Now on Fake Default Audio Input.'),
  ).toBeVisible({ timeout: 2000 })
  await expect.poll(() => live(second, 'audio')).toEqual(['Fake Default Audio Input'])
  await expect(button(second, 'Mute, Mic on')).toBeVisible()
  await button(second, 'Dismiss').click()
  await expect(second.getByText(/was unplugged/)).toHaveCount(0)
  await browser.close()
})
