import fc from 'fast-check'
import { expect, test } from 'vitest'
import { smoothed, steer, type Received, type Steering } from './steering.ts'

const bounds = { leastKbps: 600, mostKbps: 8000 }
const at = (targetKbps: number, calm = 0): Steering => ({ targetKbps, calm })
const lost = (loss: number, estimateKbps?: number): Received => ({ loss, estimateKbps })

test('the viewer with most loss decides: much loss lowers the bitrate a lot, some loss a little, and 3 % not at all', () => {
  expect(steer(at(4000), [lost(0), lost(0.2)], 4000, bounds).targetKbps).toBe(2800)
  expect(steer(at(4000), [lost(0.05), lost(0)], 4000, bounds).targetKbps).toBe(3400)
  expect(steer(at(4000), [lost(0.03)], 4000, bounds)).toEqual(at(4000, 0))
})

test('the bitrate rises once nothing was lost for some seconds', () => {
  let steering = at(4000)
  const targets = Array.from({ length: 5 }, () => {
    steering = steer(steering, [lost(0)], 4000, bounds)
    return steering.targetKbps
  })
  expect(targets).toEqual([4000, 4000, 4000, 4320, 4666])
})

test("a browser's estimate limits the bitrate while enough is sent, and not on a still screen", () => {
  expect(steer(at(4000), [lost(0, 1500)], 3000, bounds).targetKbps).toBe(1500)
  expect(steer(at(4000), [lost(0, 1500)], 500, bounds).targetKbps).toBe(4000)
})

test('the bitrate stays within its bounds, whatever is reported', () => {
  const received = fc.record({
    loss: fc.double({ min: 0, max: 1, noNaN: true }),
    estimateKbps: fc.option(fc.nat(50_000), { nil: undefined }),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 600, max: 8000 }),
      fc.array(received),
      fc.nat(9000),
      (target, viewers, sent) => {
        const { targetKbps } = steer(at(target), viewers, sent, bounds)
        expect(targetKbps).toBeGreaterThanOrEqual(600)
        expect(targetKbps).toBeLessThanOrEqual(8000)
      },
    ),
  )
})

test('a new report counts for 30 % of the smoothed loss', () => {
  expect(smoothed(undefined, 0.5)).toBe(0.5)
  expect(smoothed(0, 0.1)).toBeCloseTo(0.03)
})
