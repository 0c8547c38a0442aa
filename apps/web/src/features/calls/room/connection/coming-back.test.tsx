import type { WayIn } from '@parley/contract/calls/calls.ts'
import { DisconnectReason, Room, RoomEvent } from 'livekit-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noAnswer } from '#platform/server/api-problem.ts'
import { makeLocalDevices } from '#features/calls/devices/local-devices.ts'
import { openCall } from '#features/calls/room/call-room.ts'

const way: WayIn = { twilio_token: 'token', media_url: 'ws://127.0.0.1:9' }

/** A call that connects whenever it is let in. The test sets the API's answers and loses the connection. */
async function sampleConnection() {
  const room = new Room()
  room.connect = () => Promise.resolve()
  const join = vi.fn<() => Promise<WayIn>>(() => Promise.resolve(way))
  const isOver = new Error('the window is over')
  const devices = makeLocalDevices()
  const call = await openCall(
    { join, devices, isFinal: (error) => error === isOver, raiseHand: () => Promise.resolve() },
    room,
  )
  onTestFinished(() => call.leave())
  return {
    call,
    join,
    isOver,
    lose: () => room.emit(RoomEvent.Disconnected, DisconnectReason.UNKNOWN_REASON),
  }
}

test('a call that lost its connection keeps asking for a join grant, and at once when the network is back [R2]', async () => {
  const { call, join, lose } = await sampleConnection()
  join.mockImplementation(() => Promise.reject(noAnswer()))
  lose()
  await expect.poll(() => call.read().connection).toBe('reconnecting')
  // The first attempt to reconnect, and the automatic one 3 s later.
  await expect.poll(() => join.mock.calls.length).toBe(3)
  // The network is back before another 3 s have passed.
  const since = performance.now()
  join.mockImplementation(() => Promise.resolve(way))
  // The listener for `online` is added only after the attempt before has failed.
  await new Promise((resolve) => setTimeout(resolve, 100))
  dispatchEvent(new Event('online'))
  await expect.poll(() => call.read().connection).toBe('connected')
  expect(join).toHaveBeenCalledTimes(4)
  expect(performance.now() - since).toBeLessThan(2500)
})

test('a call stops trying to reconnect when the join window is over [R2]', async () => {
  const { call, join, isOver, lose } = await sampleConnection()
  join.mockRejectedValueOnce(isOver)
  lose()
  await expect.poll(() => call.read()).toMatchObject({ connection: 'left', end: 'refused' })
  const asked = join.mock.calls.length
  expect(asked).toBe(2)
  dispatchEvent(new Event('online'))
  // Longer than the pause between two tries.
  await new Promise((resolve) => setTimeout(resolve, 3500))
  expect(join).toHaveBeenCalledTimes(asked)
})
