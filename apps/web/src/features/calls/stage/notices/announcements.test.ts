import { expect, test } from 'vitest'
import { sampleCall, samplePersonIn } from '#features/calls/stage/sample-call.ts'
import { changesHeard } from './announcements.ts'

const alone = sampleCall({ people: [samplePersonIn('Dana', { isSelf: true })] })
const two = sampleCall({
  people: [samplePersonIn('Tomás Aguilar'), samplePersonIn('Dana', { isSelf: true })],
})

test('people who join or leave are announced, and so is switching your own microphone or camera', () => {
  expect(changesHeard(alone, two)).toEqual(['Tomás Aguilar joined.'])
  expect(changesHeard(two, alone)).toEqual(['Tomás Aguilar left.'])
  expect(changesHeard(two, { ...two, microphone: 'off' })).toEqual(['Microphone off.'])
  expect(changesHeard({ ...two, camera: 'off' }, two)).toEqual(['Camera on.'])
  expect(changesHeard(two, two)).toEqual([])
})

test('a microphone is announced as on only once it is published', () => {
  const [off, starting] = [
    { ...two, microphone: 'off' as const },
    { ...two, microphone: 'starting' as const },
  ]
  expect(changesHeard(off, starting)).toEqual([])
  expect(changesHeard(starting, two)).toEqual(['Microphone on.'])
  expect(changesHeard(starting, off)).toEqual(['Microphone off.'])
  expect(changesHeard(two, starting)).toEqual([])
})

test('a lost connection is not announced as others leaving, and its return is announced', () => {
  const cut = { ...alone, connection: 'reconnecting' as const }
  expect(changesHeard(two, cut)).toEqual([])
  expect(changesHeard({ ...two, connection: 'reconnecting' }, two)).toEqual(['Connected again.'])
})

test('a screen that somebody else starts to share is announced once', () => {
  const screen = { attach: () => {}, detach: () => {} }
  const shared = sampleCall({
    people: [samplePersonIn('Tomás Aguilar', { screen }), samplePersonIn('Dana', { isSelf: true })],
  })
  expect(changesHeard(two, shared)).toEqual(['Tomás Aguilar is sharing a screen.'])
  expect(changesHeard(shared, shared)).toEqual([])
  expect(changesHeard(shared, two)).toEqual([])
})

test('a raised hand is announced, also of a person who joins with it up, and your own also when it goes down [CALL-34]', () => {
  const [tomas, me] = [samplePersonIn('Tomás Aguilar'), samplePersonIn('Dana', { isSelf: true })]
  const up = { isHandUp: true }
  const raised = sampleCall({ people: [{ ...tomas, ...up }, me] })
  expect(changesHeard(two, raised)).toEqual(['Tomás Aguilar raised a hand.'])
  expect(changesHeard(raised, raised)).toEqual([])
  expect(changesHeard(raised, two)).toEqual([])
  expect(changesHeard(alone, raised)).toEqual(['Tomás Aguilar joined.', 'Tomás Aguilar raised a hand.'])
  const own = sampleCall({ people: [tomas, { ...me, ...up }] })
  expect(changesHeard(two, own)).toEqual(['Your hand is up.'])
  expect(changesHeard(own, two)).toEqual(['Your hand is down.'])
})

test('blur is announced once it is on, and when it is off again [M4]', () => {
  const [starting, on] = [sampleCall({ blur: 'starting' }), sampleCall({ blur: 'on' })]
  expect(changesHeard(two, starting)).toEqual([])
  expect(changesHeard(starting, on)).toEqual(['Blur on.'])
  expect(changesHeard(on, two)).toEqual(['Blur off.'])
  expect(changesHeard(starting, two)).toEqual([])
})
