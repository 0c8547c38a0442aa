import { expect, test } from 'vitest'
import { laneScaleOf, laneTicksOf } from './lane-scale.ts'

const at = (clock: string): number => Date.parse(`2026-11-16T${clock}:00.000Z`)
const clocks = (from: string, until: string) =>
  laneTicksOf({ from: at(from), until: at(until) }).map((tick) => new Date(tick).toISOString().slice(11, 16))

test('the scale runs from the first arrival to the last departure', () => {
  expect(laneScaleOf([])).toBeUndefined()
  expect(
    laneScaleOf([
      { from: at('11:14'), until: at('12:00') },
      { from: at('11:20'), until: at('12:15') },
    ]),
  ).toEqual({ from: at('11:14'), until: at('12:15') })
})

test('labels are the start and round clock times, and never overlap', () => {
  expect(clocks('11:14', '12:15')).toEqual(['11:14', '11:30', '11:45', '12:00', '12:15'])
  expect(clocks('11:00', '11:03')).toEqual(['11:00', '11:01', '11:02', '11:03'])
  expect(clocks('11:14', '11:15')).toEqual(['11:14', '11:15'])
  expect(clocks('09:00', '17:00')).toEqual(['09:00', '12:00', '14:00', '16:00'])
})

test.each([
  ['11:00', '11:05', '11:01'],
  ['11:00', '11:06', '11:02'],
  ['11:00', '11:10', '11:02'],
  ['11:00', '11:11', '11:05'],
  ['11:00', '11:25', '11:05'],
  ['11:00', '11:26', '11:10'],
  ['11:00', '11:50', '11:10'],
  ['11:00', '11:51', '11:15'],
  ['11:00', '12:15', '11:15'],
  ['11:00', '12:16', '11:30'],
  ['11:00', '13:30', '11:30'],
  ['11:00', '13:31', '12:00'],
  ['11:00', '16:00', '12:00'],
  // 12:00 would touch the first label.
  ['11:00', '16:01', '14:00'],
  ['10:00', '20:00', '12:00'],
])('a call from %s to %s has its second label at %s', (from, until, second) => {
  expect(clocks(from, until)[1]).toBe(second)
})

test('a label within a fifth of the length of the first one is left out', () => {
  expect(clocks('11:50', '12:30')).toEqual(['11:50', '12:00', '12:10', '12:20', '12:30'])
  // Exactly a fifth.
  expect(clocks('11:50', '12:40')).toEqual(['11:50', '12:00', '12:10', '12:20', '12:30', '12:40'])
  expect(clocks('11:52', '12:36')).toEqual(['11:52', '12:10', '12:20', '12:30'])
  expect(clocks('11:56', '12:36')).toEqual(['11:56', '12:10', '12:20', '12:30'])
})
