import { expect, test } from 'vitest'
import { measureBlur, type BlurSeen, type BlurWatch } from './blur-rule.ts'

const begun: BlurWatch = { since: 1000, pictures: 1, ms: 40 }
const seen = (more: Partial<BlurSeen>): BlurSeen => ({
  ...{ now: 6000, isVisible: true, pictures: 76, ms: 5040 },
  ...more,
})

test('it is measured from the first picture on, not while the model loads [M4]', () => {
  expect(measureBlur(undefined, seen({ pictures: 0, ms: 0 }))).toBeUndefined()
  expect(measureBlur(undefined, seen({ now: 1000, pictures: 1, ms: 40 }))).toEqual(begun)
})

test('before 5 s are over nothing is said, however slow it is [M4]', () => {
  expect(measureBlur(begun, seen({ now: 5999, pictures: 2 }))).toBe(begun)
  expect(measureBlur(begun, seen({ now: 6000, pictures: 2 }))).toBe('too slow')
})

test('15 pictures a second are enough, one less in 5 s is too slow [M4]', () => {
  expect(measureBlur(begun, seen({ pictures: 1 + 75 }))).toBe('fast enough')
  expect(measureBlur(begun, seen({ pictures: 1 + 74 }))).toBe('too slow')
})

test('a camera of 10 pictures a second makes no computer slow that needs 20 ms for each [M4]', () => {
  expect(measureBlur(begun, seen({ pictures: 1 + 50, ms: 40 + 50 * 20 }))).toBe('fast enough')
  expect(measureBlur(begun, seen({ pictures: 1 + 50, ms: 40 + 50 * 70 }))).toBe('too slow')
})

test('a picture that never comes out is work as well [M4]', () => {
  expect(measureBlur(begun, seen({ pictures: 1, ms: 5040 }))).toBe('too slow')
})

test('a hidden tab does not count: it is measured anew once it is seen [M4]', () => {
  expect(measureBlur(begun, seen({ isVisible: false, pictures: 5 }))).toBeUndefined()
  expect(measureBlur(undefined, seen({ now: 9000, pictures: 5 }))).toEqual({
    since: 9000,
    pictures: 5,
    ms: 5040,
  })
})

test('with the camera off there is nothing to measure [M4]', () => {
  expect(measureBlur(begun, seen({ pictures: 1, ms: 40 }))).toEqual({ since: 6000, pictures: 1, ms: 40 })
})
