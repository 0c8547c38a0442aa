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
  const held: { cameraTrack: LocalVideoTrack | undefined } = { cameraTrack: first }
  const tell = vi.fn<(news: DeviceNews | undefined) => void>()
  const over = new AbortController()
  onTestFinished(() => over.abort())
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const blur = makeBlur({
    camera: () => held.cameraTrack,
    tell,
    retry: vi.fn<() => Promise<void>>(),
    turnCameraOff: () => {
      held.cameraTrack?.stop()
      held.cameraTrack = undefined
    },
    refresh: () => {},
    signal: over.signal,
  })
  return { blur, held, tell, visibility }
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

test('a camera that is captured while blur is on is blurred without another press, and one that is blurred already is left alone [DEVICE-22]', async () => {
  const { blur, held } = blurFor(camera())
  await blur.toggle()
  const other = camera()
  held.cameraTrack = other
  blur.follow()
  expect(blur.state()).toBe('starting')
  await expect.poll(() => blur.state()).toBe('on')
  const processor = other.getProcessor()
  expect(processor).toBeDefined()
  blur.follow()
  expect(blur.state()).toBe('on')
  await blur.prepare(other)
  expect(other.getProcessor()).toBe(processor)
})

test('blur that fails before the camera was sent turns the camera off, and a camera that others see goes on without it [DEVICE-22]', async () => {
  const unseen = camera()
  const before = blurFor(unseen)
  vi.spyOn(unseen, 'setProcessor').mockRejectedValue(new Error('no'))
  await before.blur.toggle()
  expect(before.held.cameraTrack).toBeUndefined()
  expect(before.tell.mock.calls).toEqual([[{ kind: 'blur', why: 'failed' }]])
  await expect(before.blur.prepare(unseen)).rejects.toThrow('the background could not be blurred')

  const seen = camera()
  const after = blurFor(seen)
  await after.blur.prepare(seen)
  vi.spyOn(seen, 'setProcessor').mockRejectedValue(new Error('no'))
  await after.blur.toggle()
  expect(after.held.cameraTrack).toBe(seen)
  expect(after.tell.mock.calls).toEqual([[{ kind: 'blur', why: 'failed' }]])
  await after.blur.prepare(seen)
})

test('after blur failed, the camera that the user turns on again is sent without it [DEVICE-22]', async () => {
  const first = camera()
  const { blur, held } = blurFor(first)
  vi.spyOn(first, 'setProcessor').mockRejectedValue(new Error('no'))
  await blur.toggle()
  const next = camera()
  held.cameraTrack = next
  blur.follow()
  await blur.prepare(next)
  expect(blur.state()).toBe('unsupported')
  expect(next.getProcessor()).toBeUndefined()
})
