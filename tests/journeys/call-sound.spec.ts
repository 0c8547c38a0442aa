import { callLaunch } from '../support/browsers/browser-launch.ts'
import { expect, test } from '../support/journeys/journey.ts'
import { speechFile } from '../support/browsers/speech-file.ts'
import { join, tile, twoInCall } from '../support/journeys/two-in-call.ts'

test('one click turns on sound that the browser holds back, a dead camera and a silent microphone are captured again, and talking while muted shows a hint [D8 D12 B1 M7] @any-width', async ({
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
    launch: {
      ...callLaunch,
      args: [...callLaunch.args, `--use-file-for-fake-audio-capture=${await speechFile()}`],
    },
    // Like Safari: no sound is played before a click.
    prepare: async (other) => {
      await other.addInitScript(() => {
        let isPressed = false
        const { play } = Object.getOwnPropertyDescriptors(HTMLMediaElement.prototype)
        HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
          if (this instanceof HTMLAudioElement && !isPressed)
            return Promise.reject(new DOMException('no', 'NotAllowedError'))
          return play.value === undefined ? Promise.resolve() : Reflect.apply(play.value, this, [])
        }
        addEventListener('letSound', () => {
          isPressed = true
        })
        addEventListener('holdSound', () => {
          isPressed = false
        })
      })
    },
  })
  await expect(second.getByText('Your browser has muted this page.')).toBeVisible()
  await second.getByRole('button', { name: 'Turn sound on' }).click()
  await expect(second.getByText('Your browser has muted this page.')).toBeVisible()
  // The page retries when the tab becomes visible.
  await second.evaluate(() => {
    dispatchEvent(new Event('letSound'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(second.getByText('Your browser has muted this page.')).toHaveCount(0)
  // The browser may hold back the sound of a person who joins again; then one click is enough.
  await second.evaluate(() => dispatchEvent(new Event('holdSound')))
  await page.reload()
  await join(page)
  await expect(second.getByText('Your browser has muted this page.')).toBeVisible()
  await second.evaluate(() => dispatchEvent(new Event('letSound')))
  await second.getByRole('button', { name: 'Turn sound on' }).click()
  await expect(second.getByText('Your browser has muted this page.')).toHaveCount(0)

  // While muted, only the person's own browser hears them, and tells them that they are muted.
  await second.getByRole('button', { name: 'Mute, Mic on' }).click()
  await expect(tile(page, 'Tomás Aguilar, muted')).toBeVisible()
  await expect(second.getByText(/^You are muted\. Press M to talk, or hold Space$/)).toBeVisible()
  await expect(tile(page, 'Tomás Aguilar, muted')).toBeVisible()
  await second.getByRole('button', { name: 'Unmute, Muted' }).click()

  // After a phone call, the camera delivers nothing any more …
  const camerasBack = await second.evaluate(async () => {
    const cameras = window.kept.captured.filter(({ kind }) => kind === 'video')
    for (const camera of cameras) camera.stop()
    document.dispatchEvent(new Event('visibilitychange'))
    const live = () =>
      window.kept.captured.filter(({ kind, readyState }) => kind === 'video' && readyState === 'live').length
    // Waits 3 s in turns of 50 ms instead of until a deadline, because a stalled machine has no turns.
    for (let turns = 60; turns > 0 && live() === 0; turns -= 1)
      await new Promise((resolve) => setTimeout(resolve, 50))
    return live()
  })
  expect(camerasBack).toBe(1)

  // … and the microphone delivers only silence, even when captured again.
  const asked = () =>
    second.evaluate(() => window.kept.captured.filter(({ kind }) => kind === 'audio').length)
  const before = await asked()
  await second.evaluate(() => {
    const { mediaDevices } = navigator
    const capture = mediaDevices.getUserMedia.bind(mediaDevices)
    const silence = new AudioContext().createMediaStreamDestination()
    mediaDevices.getUserMedia = async (constraints) => {
      if (constraints?.audio === undefined || constraints.audio === false) return capture(constraints)
      const stream = silence.stream.clone()
      window.kept.captured.push(...stream.getTracks())
      return stream
    }
  })
  await second.getByRole('button', { name: 'Open voice' }).click()
  await second.getByRole('switch', { name: /^Noise suppression/ }).click({ force: true })
  await expect.poll(asked).toBeGreaterThanOrEqual(before + 2)
  await expect(
    second.getByText('Your microphone gives no sound. Choose another one, or plug it in again.'),
  ).toBeVisible()
  await browser.close()
})
