import { expect, test } from 'vitest'
import { sameBeats, sampleChoice, sampleScene } from './sample-scene.ts'
import { beginTalk, endOf, goOn, minutes, say, tryAgain } from './talk.ts'

const scene = sampleScene(
  sameBeats(3, [sampleChoice('owning', { trust: 2, heard: 1 }), sampleChoice('fact', {})]),
)

test('a talk remembers the mood that was shown before, and how long each turn took', () => {
  const first = say(beginTalk(scene, 1000), 0, 61_000)
  expect(first).toMatchObject({ shownBefore: 'Guarded', play: { shown: 'Listening' }, took: [60_000] })
  expect(minutes(first)).toBe('1 min 0 s')
  expect(minutes(say(beginTalk(scene, 0), 0, 4600))).toBe('5 s')
})

test('trying again keeps the time of the turns before, and does not count the time away', () => {
  const whole = say(say(say(beginTalk(scene, 0), 0, 10_000), 1, 30_000), 1, 60_000)
  const again = tryAgain(whole, 3, 500_000)
  expect(minutes(again)).toBe('30 s')
  expect(again.shownBefore).toBe(again.play.shown)
  expect(minutes(say(goOn(again, 900_000), 1, 940_000))).toBe('1 min 10 s')
})

test('an ending has a title, a text and its number out of five', () => {
  const talk = say(say(say(beginTalk(scene, 0), 0, 1), 0, 2), 0, 3)
  expect(endOf(talk)).toEqual({ title: 'goodTerms', text: 'goodTerms', number: 2, of: 5 })
})
