import { expect, test } from 'vitest'
import { isTalking, notTalking, talkedMore } from './talking.ts'

const after = (levels: readonly number[]) =>
  levels.reduce((talking, level, i) => talkedMore(talking, level, 100, i * 100), notTalking)

test('a person counts as talking after 300 ms of speech, and for four seconds after it', () => {
  expect(isTalking(after([-30, -30]), 100)).toBe(false)
  const talking = after([-30, -30, -30])
  expect(isTalking(talking, 200)).toBe(true)
  expect(isTalking(talking, 4199)).toBe(true)
  expect(isTalking(talking, 4200)).toBe(false)
})

test('keystrokes, coughs and quiet noise never add up to talking', () => {
  expect(isTalking(after([-30, -90, -90, -30, -90, -90, -30, -90, -90, -30]), 900)).toBe(false)
  expect(isTalking(after(Array.from({ length: 50 }, () => -46)), 4900)).toBe(false)
})

test.each([
  [-45, false],
  [-44.9, true],
])('speech at %f dB counts as talking: %s', (level, talks) => {
  expect(isTalking(after([level, level, level]), 200)).toBe(talks)
})

test('half of the silence after a noise is taken off, and more silence than noise takes off no more', () => {
  expect(after([-30, -30, -90])).toEqual({ loudMs: 150, until: 0 })
  expect(after([-90, -90, -90, -90, -30])).toEqual({ loudMs: 100, until: 0 })
  expect(after([-30, -30, -30, -30]).loudMs).toBe(300)
})
