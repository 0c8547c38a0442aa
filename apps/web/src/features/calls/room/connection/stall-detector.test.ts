import { expect, test } from 'vitest'
import { nextStallWatch, isStalled, type MediaFlow, type StallWatch } from './stall-detector.ts'

const watched = (flows: readonly MediaFlow[], stepMs = 500) =>
  flows.reduce<StallWatch | undefined>((watch, flow, i) => nextStallWatch(watch, flow, i * stepMs), undefined)
const at = (flows: readonly MediaFlow[]) =>
  isStalled(watched(flows) ?? { bytes: 0, since: 0 }, (flows.length - 1) * 500)

const flowing = (bytes: number): MediaFlow => ({ bytes, isExpected: true })

test('two seconds without a byte are a stall, and the next byte ends it', () => {
  expect(at([flowing(10), flowing(20), flowing(20), flowing(20), flowing(20)])).toBe(false)
  expect(at([flowing(10), flowing(20), flowing(20), flowing(20), flowing(20), flowing(20)])).toBe(true)
  expect(at([flowing(20), flowing(20), flowing(20), flowing(20), flowing(20), flowing(21)])).toBe(false)
})

test('a lost connection, which counts no bytes, stalls after two seconds too', () => {
  const gone: MediaFlow = { bytes: undefined, isExpected: true }
  expect(at([flowing(10), flowing(20), gone, gone, gone])).toBe(false)
  expect(at([flowing(10), flowing(20), gone, gone, gone, gone])).toBe(true)
  expect(at([flowing(10), flowing(20), gone, gone, gone, gone, flowing(5)])).toBe(false)
})

test('a new connection whose byte count starts over is not a stall', () => {
  expect(at([flowing(900), flowing(900), flowing(900), flowing(900), flowing(900), flowing(3)])).toBe(false)
})

test('no stall is reported while no data is expected', () => {
  const quiet: MediaFlow = { bytes: 20, isExpected: false }
  expect(at(Array.from({ length: 20 }, () => quiet))).toBe(false)
})
