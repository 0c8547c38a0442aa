import { expect, test } from 'vitest'
import { checkFacts, isCalling, knockTitle } from './knock-words.ts'
import { sampleGuest } from './sample-knocks.ts'

test("a card lists what a client's device check found, and leaves out what was not tested", () => {
  expect(checkFacts(null)).toEqual([])
  expect(checkFacts({ connection: 'weak', microphone: 'good', camera: 'none', application: 'none' })).toEqual(
    [
      { isGood: false, text: 'No camera' },
      { isGood: true, text: 'Microphone' },
      { isGood: false, text: 'Weak connection' },
      { isGood: false, text: "Can't show Parley" },
    ],
  )
  expect(checkFacts({ microphone: 'weak' })).toEqual([{ isGood: false, text: 'Nothing heard' }])
})

test.each([
  ['waiting', 'Tomás Aguilar is waiting', true],
  ['admitted', 'Tomás Aguilar has come in', true],
  ['turned_away', 'Tomás Aguilar was turned away', false],
  ['removed', 'Tomás Aguilar was removed from the call', false],
] as const)("a guest in the state %s is announced as '%s'", (state, title, calls) => {
  expect([knockTitle(sampleGuest({ state })), isCalling(sampleGuest({ state }))]).toEqual([title, calls])
})
