import { Track } from 'livekit-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeBlurProcessor } from './blur-processor.ts'
import { lookAt, samplePerson } from './sample-person.ts'

const kind = Track.Kind.Video

function person(width: number, height: number): MediaStreamTrack {
  const track = samplePerson(width, height, 20)
  onTestFinished(() => track.stop())
  return track
}
/** A video that shows a track, as a tile does. */
function shown(track: MediaStreamTrack): HTMLVideoElement {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, srcObject: new MediaStream([track]) })
  void video.play()
  return video
}

test('the room behind the person is blurred from the first frame on, also after a change of camera [M4]', async () => {
  const camera = person(640, 360)
  const plain = shown(camera)
  await expect.poll(() => lookAt(plain)).toBe('plain')
  const onFailed = vi.fn<() => void>()
  const processor = makeBlurProcessor(onFailed)
  onTestFinished(() => processor.destroy())
  const video = shown(processor.picture)
  await processor.init({ kind, track: camera })
  expect(processor.work().pictures).toBeGreaterThan(0)
  await expect.poll(() => lookAt(video)).toBe('blurred')
  expect([video.videoWidth, video.videoHeight]).toEqual([640, 360])

  // While the camera is off, nothing is drawn and the worker gets no frames.
  camera.stop()
  await expect
    .poll(async () => {
      const { pictures } = processor.work()
      await new Promise((resolve) => setTimeout(resolve, 200))
      return processor.work().pictures - pictures
    })
    .toBe(0)

  const before = processor.work().pictures
  await processor.restart({ kind, track: person(320, 240) })
  expect(processor.work().pictures).toBeGreaterThan(before)
  await expect.poll(() => [video.videoWidth, video.videoHeight]).toEqual([320, 240])
  expect(lookAt(video)).not.toBe('plain')
  expect(onFailed).not.toHaveBeenCalled()
  await processor.destroy()
  expect(processor.picture.readyState).toBe('ended')
})

test('blur starts at once while the camera is off, and waits for the first frame when it is switched on [M4]', async () => {
  const processor = makeBlurProcessor(vi.fn<() => void>())
  onTestFinished(() => processor.destroy())
  const off = person(640, 360)
  off.stop()
  await processor.init({ kind, track: off })
  expect(processor.work()).toEqual({ pictures: 0, ms: 0 })
  await processor.restart({ kind, track: person(640, 360) })
  expect(processor.work().pictures).toBeGreaterThan(0)
})
