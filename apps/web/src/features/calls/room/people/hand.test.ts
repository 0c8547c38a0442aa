import { expect, test, vi } from 'vitest'
import { makeHand } from './hand.ts'

const room = (hand = '') => ({ localParticipant: { attributes: { hand } } })

test('a raised hand is raised again after the room has lost it, and only then', async () => {
  const raise = vi.fn<(isUp: boolean) => Promise<void>>(() => Promise.resolve())
  const here = room()
  const hand = makeHand(here, raise)
  hand.keep()
  expect(raise).not.toHaveBeenCalled()
  await hand.set(true)
  here.localParticipant.attributes.hand = 'up'
  hand.keep()
  expect(raise).toHaveBeenCalledTimes(1)
  here.localParticipant.attributes.hand = ''
  hand.keep()
  expect(raise.mock.calls).toEqual([[true], [true]])
  await hand.set(false)
  hand.keep()
  expect(raise.mock.calls).toEqual([[true], [true], [false]])
})

test('a hand that could not be raised again after a loss stays down on the next return too', async () => {
  const raise = vi.fn<(isUp: boolean) => Promise<void>>(() => Promise.resolve())
  const hand = makeHand(room(), raise)
  await hand.set(true)
  raise.mockRejectedValueOnce(new Error('not in the call'))
  hand.keep()
  await vi.waitFor(() => expect(raise).toHaveBeenCalledTimes(2))
  hand.keep()
  await Promise.resolve()
  hand.keep()
  expect(raise).toHaveBeenCalledTimes(2)
})

test('a raise that was refused is not repeated', async () => {
  const raise = vi.fn<(isUp: boolean) => Promise<void>>(() => Promise.reject(new Error('not in the call')))
  const hand = makeHand(room(), raise)
  await expect(hand.set(true)).rejects.toThrow('not in the call')
  hand.keep()
  expect(raise).toHaveBeenCalledTimes(1)
})
