import { expect, test } from 'vitest'
import {
  barsOf,
  heardMore,
  isHeard,
  isSilent,
  isTalking,
  levelOf,
  notTalking,
  nothingHeard,
  talkedMore,
} from './sound-level.ts'

const heard = (levels: readonly number[], ms = 100) =>
  levels.reduce((hearing, level) => heardMore(hearing, level, ms), nothingHeard)

test('a microphone counts as heard after 300 ms of sound in total, with or without pauses', () => {
  expect(isHeard(heard([-30, -30]))).toBe(false)
  expect(isHeard(heard([-30, -80, -49, -80, -30]))).toBe(true)
  expect(isHeard(heard(Array.from({ length: 100 }, () => -50)))).toBe(false)
})

test('a microphone counts as silent after five seconds without sound, unless it was heard before', () => {
  expect(isSilent(heard(Array.from({ length: 49 }, () => -90)))).toBe(false)
  expect(isSilent(heard(Array.from({ length: 50 }, () => -90)))).toBe(true)
  expect(isSilent(heard([-20, -20, -20, ...Array.from({ length: 60 }, () => -90)]))).toBe(false)
})

test('the level is computed from the samples, and the meter runs from empty to full', () => {
  expect(levelOf(new Float32Array(128))).toBeLessThan(-100)
  expect(levelOf(new Float32Array(128).fill(1))).toBeCloseTo(0)
  expect(levelOf(new Float32Array(128).fill(0.1))).toBeCloseTo(-20)
  expect(levelOf(new Float32Array(0))).toBe(-120)
  expect([-90, -60, -33, -6, 0].map((level) => barsOf(level, 28))).toEqual([0, 0, 14, 28, 28])
})

test('a meter rises evenly from -60 to -6 dB', () => {
  expect([-60, -59, -58, -57, -8, -7, -6].map((level) => barsOf(level, 54))).toEqual([0, 1, 2, 3, 52, 53, 54])
})

test('loud and silent stretches are counted in milliseconds, from nothing', () => {
  expect(heard([-80, -80])).toEqual({ loudMs: 0, silentMs: 200 })
  expect(heard([-80, -49, -80])).toEqual({ loudMs: 100, silentMs: 100 })
  expect(heard([-50])).toEqual({ loudMs: 0, silentMs: 100 })
})

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
