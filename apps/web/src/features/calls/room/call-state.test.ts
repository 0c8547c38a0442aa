import { expect, test } from 'vitest'
import { sampleCall, samplePersonIn } from '#features/calls/stage/sample-call.ts'
import { isHandOffered, others, self, sharer } from './call-state.ts'

const me = samplePersonIn('Dana Whitfield', { isSelf: true })
const [tomas, amara] = [samplePersonIn('Tomás Aguilar'), samplePersonIn('Amara Diallo')]

test.each([
  ['two people', [tomas, me], false],
  ['three people', [tomas, amara, me], true],
  ['two people of whom one has the hand up', [tomas, { ...me, isHandUp: true }], true],
  ['two people of whom the other has the hand up', [{ ...tomas, isHandUp: true }, me], false],
  ['somebody alone', [me], false],
  ['nobody yet', [], false],
])(
  'raising a hand is offered from three people on, and lowering it always: %s',
  (_who, people, isOffered) => {
    expect(isHandOffered(sampleCall({ people }))).toBe(isOffered)
  },
)

test('a call tells its user from the others, and names who shares a screen', () => {
  const screen = { attach: () => {}, detach: () => {} }
  const sharing = { ...amara, screen }
  const call = sampleCall({ people: [tomas, sharing, me] })
  expect(self(call)).toBe(me)
  expect(others(call)).toEqual([tomas, sharing])
  expect(sharer(call)).toBe(sharing)
  expect(sharer(sampleCall({ people: [tomas, me] }))).toBeUndefined()
})
