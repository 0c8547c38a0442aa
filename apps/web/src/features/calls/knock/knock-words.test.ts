import { expect, test } from 'vitest'
import { checkFacts, isCalling, isShutOut, knockTitle } from './knock-words.ts'
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
  ['good', ['Camera', 'Microphone', 'Connection', 'Parley']],
  ['weak', ['Camera', 'Nothing heard', 'Weak connection', 'Parley may stutter']],
  ['none', ['No camera', 'No microphone', 'No connection', "Can't show Parley"]],
] as const)('a check in which everything is %s reads %j', (result, words) => {
  const all = { camera: result, microphone: result, connection: result, application: result }
  expect(checkFacts(all)).toEqual(words.map((text) => ({ isGood: result === 'good', text })))
})

test.each([
  ['waiting', 'Tomás Aguilar is waiting', true],
  ['admitted', 'Tomás Aguilar has come in', true],
  ['turned_away', 'Tomás Aguilar was turned away', false],
  ['removed', 'Tomás Aguilar was removed from the call', false],
] as const)("a guest in the state %s is announced as '%s'", (state, title, calls) => {
  const guest = sampleGuest({ state })
  expect([knockTitle(guest), isCalling(guest), isShutOut(guest)]).toEqual([
    title,
    calls,
    state === 'turned_away' || state === 'removed',
  ])
})
