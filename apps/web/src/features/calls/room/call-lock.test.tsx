import type { WayIn } from '@parley/contract/calls/calls.ts'
import { expect, test, vi } from 'vitest'
import { makeLocalDevices } from '#features/calls/devices/local-devices.ts'
import { answerIntents, holdCall, isHeldElsewhere, openHeldCall, takeOverIntents } from './call-lock.ts'

const quietly = { isTaking: false, onTaken: () => {} }

test('a call held by one tab cannot be held by another without taking it over, until it is released', async () => {
  expect(await isHeldElsewhere('one')).toBe(false)
  const onTaken = vi.fn<() => void>()
  const letGo = await holdCall('one', { isTaking: false, onTaken })
  expect(await isHeldElsewhere('one')).toBe(true)
  expect(await isHeldElsewhere('another')).toBe(false)
  expect(await holdCall('one', quietly)).toBeUndefined()
  expect(onTaken).not.toHaveBeenCalled()
  letGo?.()
  await expect.poll(() => isHeldElsewhere('one')).toBe(false)
  const again = await holdCall('one', quietly)
  expect(again).toBeDefined()
  again?.()
})

test('a tab that takes a call over holds it, and the old tab is told once that it was lost', async () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const before = await holdCall('moved', { isTaking: false, onTaken: first })
  const after = await holdCall('moved', { isTaking: true, onTaken: second })
  await expect.poll(() => first.mock.calls.length).toBe(1)
  // Releasing a lock that was lost takes nothing from the other tab.
  before?.()
  expect(await isHeldElsewhere('moved')).toBe(true)
  expect(second).not.toHaveBeenCalled()
  after?.()
  await expect.poll(() => isHeldElsewhere('moved')).toBe(false)
})

test('a tab that loses the call while it waits for its join grant does not connect [CALL-38]', async () => {
  const connect = vi.spyOn(window, 'WebSocket')
  const way = Promise.withResolvers<WayIn>()
  const join = vi.fn<() => Promise<WayIn>>(() => way.promise)
  const opening = openHeldCall({
    ...{ callId: 'slow', isTaking: false, join, devices: makeLocalDevices() },
    isFinal: () => false,
    raiseHand: () => Promise.resolve(),
  })
  await expect.poll(() => join.mock.calls.length).toBe(1)
  const letGo = await holdCall('slow', { isTaking: true, onTaken: () => {} })
  way.resolve({ twilio_token: 'token', media_url: 'ws://127.0.0.1:9' })
  expect(await opening).toBeUndefined()
  expect(connect).not.toHaveBeenCalled()
  expect(await isHeldElsewhere('slow')).toBe(true)
  letGo?.()
})

test("a call moved to this tab keeps the other tab's intents, and starts with both off if that tab does not answer", async () => {
  const beginWith = vi.fn<(wanted: object) => void>()
  let intents = { microphone: false, camera: true }
  const stop = answerIntents('kept', () => intents)
  await takeOverIntents('kept', { beginWith })
  intents = { microphone: true, camera: false }
  await takeOverIntents('kept', { beginWith })
  // A tab in another call doesn't answer.
  await takeOverIntents('other', { beginWith }, 50)
  stop()
  await takeOverIntents('kept', { beginWith }, 50)
  expect(beginWith.mock.calls).toEqual([
    [{ microphone: false, camera: true }],
    [{ microphone: true, camera: false }],
    [{ microphone: false, camera: false }],
    [{ microphone: false, camera: false }],
  ])
})
