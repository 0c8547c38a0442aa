import { expect, test } from 'vitest'
import { measureBlur, type BlurSeen, type BlurWatch } from './blur-rule.ts'

const begun: BlurWatch = { since: 1000, pictures: 1, ms: 40 }
const seen = (more: Partial<BlurSeen>): BlurSeen => ({
  ...{ now: 6000, isVisible: true, pictures: 76, ms: 5040 },
  ...more,
})

test('blur is measured from the first frame on, not while the model loads [M4]', () => {
  expect(measureBlur(undefined, seen({ pictures: 0, ms: 0 }))).toBeUndefined()
  expect(measureBlur(undefined, seen({ now: 1000, pictures: 1, ms: 40 }))).toEqual(begun)
})

test('blur is not called too slow in its first 5 s, however slow it is [M4]', () => {
  expect(measureBlur(begun, seen({ now: 5999, pictures: 2 }))).toBe(begun)
  expect(measureBlur(begun, seen({ now: 6000, pictures: 2 }))).toBe('too slow')
})

test('15 frames a second are fast enough, one frame fewer in 5 s is too slow [M4]', () => {
  expect(measureBlur(begun, seen({ pictures: 1 + 75 }))).toBe('fast enough')
  expect(measureBlur(begun, seen({ pictures: 1 + 74 }))).toBe('too slow')
})

test('with a camera of 10 frames a second, 20 ms of work per frame are fast enough and 70 ms too slow [M4]', () => {
  expect(measureBlur(begun, seen({ pictures: 1 + 50, ms: 40 + 50 * 20 }))).toBe('fast enough')
  expect(measureBlur(begun, seen({ pictures: 1 + 50, ms: 40 + 50 * 70 }))).toBe('too slow')
})

test('time spent on a frame that never comes out counts as work [M4]', () => {
  expect(measureBlur(begun, seen({ pictures: 1, ms: 5040 }))).toBe('too slow')
})

test('a hidden tab is not measured, and measuring starts over once it is visible [M4]', () => {
  expect(measureBlur(begun, seen({ isVisible: false, pictures: 5 }))).toBeUndefined()
  expect(measureBlur(undefined, seen({ now: 9000, pictures: 5 }))).toEqual({
    since: 9000,
    pictures: 5,
    ms: 5040,
  })
})

test('while the camera is off measuring starts over, instead of calling blur too slow [M4]', () => {
  expect(measureBlur(begun, seen({ pictures: 1, ms: 40 }))).toEqual({ since: 6000, pictures: 1, ms: 40 })
})
