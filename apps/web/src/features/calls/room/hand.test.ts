import { expect, test, vi } from 'vitest'
import { makeHand } from './hand.ts'

const room = (hand = '') => ({ localParticipant: { attributes: { hand } } })

test('a hand that was up is raised again in a new stay, and only then', async () => {
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

test('what was refused is not wished for any longer', async () => {
  const raise = vi.fn<(isUp: boolean) => Promise<void>>(() => Promise.reject(new Error('not in the call')))
  const hand = makeHand(room(), raise)
  await expect(hand.set(true)).rejects.toThrow('not in the call')
  hand.keep()
  expect(raise).toHaveBeenCalledTimes(1)
})
