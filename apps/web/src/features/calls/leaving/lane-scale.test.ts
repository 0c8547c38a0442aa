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
