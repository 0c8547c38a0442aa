import { LocalVideoTrack } from 'livekit-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DeviceNews } from '#features/calls/devices/device-news.ts'
import { makeBlur } from './blur.ts'
import { samplePerson } from './sample-person.ts'

function camera(): LocalVideoTrack {
  const track = new LocalVideoTrack(samplePerson(640, 360, 20), undefined, true)
  onTestFinished(() => track.stop())
  return track
}

/** Blur for a camera that can be replaced, in a hidden tab, where nothing is measured. */
function blurFor(first: LocalVideoTrack) {
  const held = { cameraTrack: first }
  const tell = vi.fn<(news: DeviceNews | undefined) => void>()
  const over = new AbortController()
  onTestFinished(() => over.abort())
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const devices = { read: () => held, tell, retry: vi.fn<() => Promise<void>>() }
  const blur = makeBlur({ devices, refresh: () => {}, signal: over.signal })
  return { blur, held, tell }
}

test("blur starts off, replaces the track's picture when switched on, and restores the live one when switched off [M4]", async () => {
  const track = camera()
  const plain = track.mediaStreamTrack
  const { blur, tell } = blurFor(track)
  expect(blur.state()).toBe('off')
  await blur.prepare(track)
  expect(track.getProcessor()).toBeUndefined()
  const started = blur.toggle()
  expect(blur.state()).toBe('starting')
  await started
  expect(blur.state()).toBe('on')
  const blurred = track.mediaStreamTrack
  expect(blurred).not.toBe(plain)
  await blur.toggle()
  expect(blur.state()).toBe('off')
  expect(track.mediaStreamTrack).toBe(plain)
  expect([plain.readyState, blurred.readyState]).toEqual(['live', 'ended'])
  expect(tell).not.toHaveBeenCalled()
})

test('another camera is blurred before it is sent, and the last of several presses wins [M4]', async () => {
  const { blur, held } = blurFor(camera())
  await blur.toggle()
  const other = camera()
  held.cameraTrack = other
  await blur.prepare(other)
  expect(other.getProcessor()).toBeDefined()
  await Promise.all([blur.toggle(), blur.toggle(), blur.toggle()])
  expect(blur.state()).toBe('off')
  expect(other.getProcessor()).toBeUndefined()
})

test('preparing a camera that cannot be blurred fails, is reported once, and blur is not offered again [M4]', async () => {
  const dead = camera()
  const { blur, held, tell } = blurFor(camera())
  await blur.toggle()
  held.cameraTrack = dead
  vi.spyOn(dead, 'setProcessor').mockRejectedValue(new Error('no'))
  await expect(blur.prepare(dead)).rejects.toThrow('no')
  expect(tell.mock.calls).toEqual([[{ kind: 'blur', why: 'failed' }]])
  expect(blur.state()).toBe('unsupported')
})

test('a camera that is about to be sent is held back if blur fails to start [M4]', async () => {
  const track = camera()
  const { blur } = blurFor(track)
  vi.spyOn(track, 'setProcessor').mockRejectedValue(new Error('no'))
  const started = blur.toggle()
  await expect(blur.prepare(track)).rejects.toThrow('the background could not be blurred')
  await started
})
