import { expect, test } from 'vitest'
import { heardNow, isSpeaking, nobodySpeaks } from './speaking.ts'

const dana = new Set(['dana'])
const nobody = new Set<string>()

test('a speaker is highlighted after 200 ms, and for two seconds after the last word [M3]', () => {
  const begun = heardNow(nobodySpeaks, dana, 1000)
  expect(isSpeaking(begun, 'dana', 1100)).toBe(false)
  expect(isSpeaking(begun, 'dana', 1200)).toBe(true)
  const paused = heardNow(begun, nobody, 1500)
  expect(isSpeaking(paused, 'dana', 3499)).toBe(true)
  expect(isSpeaking(paused, 'dana', 3500)).toBe(false)
})

test('a cough does not highlight its person', () => {
  const begun = heardNow(nobodySpeaks, dana, 1000)
  const over = heardNow(begun, nobody, 1150)
  expect(isSpeaking(over, 'dana', 1200)).toBe(false)
  expect(over.size).toBe(0)
})

test('a short pause does not end the highlight, and nobody else is highlighted', () => {
  let speakers = heardNow(nobodySpeaks, dana, 0)
  speakers = heardNow(speakers, nobody, 1000)
  speakers = heardNow(speakers, dana, 1500)
  expect(isSpeaking(speakers, 'dana', 1600)).toBe(true)
  expect(isSpeaking(speakers, 'tomas', 1600)).toBe(false)
})

test('a word of exactly 200 ms highlights its person, and the highlight ends exactly two seconds later', () => {
  const begun = heardNow(nobodySpeaks, dana, 1000)
  const over = heardNow(begun, nobody, 1200)
  expect([...over]).toEqual([['dana', { since: undefined, until: 3200 }]])
  expect(heardNow(over, nobody, 3199).size).toBe(1)
  expect(heardNow(over, nobody, 3200).size).toBe(0)
  // Somebody heard from the very beginning of the page's clock.
  expect(heardNow(heardNow(nobodySpeaks, dana, -1), nobody, 0).size).toBe(0)
})
