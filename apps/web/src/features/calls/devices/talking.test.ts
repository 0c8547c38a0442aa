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
