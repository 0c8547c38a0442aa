import { expect, test } from 'vitest'
import { checkFacts, isCalling, knockTitle } from './knock-words.ts'
import { sampleGuest } from './sample-knocks.ts'

test('the device check of a client in the words of a card: what was not tried is not said', () => {
  expect(checkFacts(null)).toEqual([])
  expect(checkFacts({ connection: 'weak', microphone: 'good', camera: 'none', application: 'none' })).toEqual(
    [
      { isGood: false, text: 'No camera' },
      { isGood: true, text: 'Microphone' },
      { isGood: false, text: 'Weak connection' },
      { isGood: false, text: 'Cannot show Parley' },
    ],
  )
  expect(checkFacts({ microphone: 'weak' })).toEqual([{ isGood: false, text: 'Nothing heard' }])
})

test.each([
  ['waiting', 'Tomás Aguilar is waiting', true],
  ['admitted', 'Tomás Aguilar has come in', true],
  ['turned_away', 'Tomás Aguilar was turned away', false],
  ['removed', 'Tomás Aguilar was taken out of the call', false],
] as const)('%s: %s', (state, title, calls) => {
  expect([knockTitle(sampleGuest({ state })), isCalling(sampleGuest({ state }))]).toEqual([title, calls])
})
