import { LocalVideoTrack } from 'livekit-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeLocalDevices } from '#features/calls/devices/local-devices.ts'
import { watchPictures } from './watch-pictures.ts'

/** A fake camera that draws each picture in another shade of its colour. */
function sampleCamera(color: (step: number) => string) {
  const canvas = document.createElement('canvas')
  const [media] = canvas.captureStream(30).getVideoTracks()
  if (!media) throw new Error('a canvas gave no picture')
  let steps = 0
  const draw = () => {
    const context = canvas.getContext('2d')
    if (!context) return
    context.fillStyle = color((steps += 1) % 3)
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  draw()
  const drawing = setInterval(draw, 40)
  const track = new LocalVideoTrack(media, undefined, true)
  const devices = makeLocalDevices()
  const state = { ...devices.read(), cameraTrack: track }
  const retry = vi.fn<() => Promise<void>>(() => Promise.resolve())
  onTestFinished(() => {
    clearInterval(drawing)
    media.stop()
    devices.close()
  })
  return {
    devices: { ...devices, read: () => state, retry },
    retry,
    media,
    track,
    freeze: () => clearInterval(drawing),
  }
}
const colored = (step: number) => `rgb(40 ${60 + step} 80)`
const black = (step: number) => `rgb(${step} 0 0)`
const wanted = () => true

test('a camera with black frames is captured again within 3 s of the return to the page [B1]', async () => {
  const { devices, retry } = sampleCamera(black)
  const since = performance.now()
  await watchPictures(devices, wanted)
  expect(retry.mock.calls).toEqual([['camera']])
  expect(performance.now() - since).toBeLessThan(3000)
})

test('a live camera that stopped delivering frames is captured again within 3 s [B1]', async () => {
  const { devices, retry, freeze } = sampleCamera(colored)
  freeze()
  const since = performance.now()
  await watchPictures(devices, wanted)
  expect(retry.mock.calls).toEqual([['camera']])
  expect(performance.now() - since).toBeLessThan(3000)
})

test('a camera whose track has ended is captured again [B1]', async () => {
  const { devices, retry, media } = sampleCamera(colored)
  media.stop()
  await watchPictures(devices, wanted)
  expect(retry.mock.calls).toEqual([['camera']])
})

test('a camera that delivers frames is left alone, even in a dark room [B1]', async () => {
  for (const color of [colored, (step: number) => `rgb(${18 + step} 18 18)`]) {
    const { devices, retry } = sampleCamera(color)
    await watchPictures(devices, wanted)
    expect(retry).not.toHaveBeenCalled()
  }
})

test('a camera that is off, or switched off during the check, is not captured [B1]', async () => {
  const off = sampleCamera(black)
  await off.track.mute()
  await watchPictures(off.devices, wanted)
  expect(off.retry).not.toHaveBeenCalled()

  const later = sampleCamera(black)
  let isWanted = true
  const looked = watchPictures(later.devices, () => isWanted)
  isWanted = false
  await looked
  expect(later.retry).not.toHaveBeenCalled()
})
