import { RateLimiterMemory } from 'rate-limiter-flexible'
import { expect, test } from 'vitest'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { leased, takePoint } from './limits.ts'

const limiterOf = (points: number, duration = 60) => {
  const limiter = new RateLimiterMemory({ points, duration })
  let asked = 0
  const consume = limiter.consume.bind(limiter)
  limiter.consume = (...given) => {
    asked += 1
    return consume(...given)
  }
  return { limiter, asked: () => asked }
}

const spend = async (limiter: Parameters<typeof takePoint>[0], calls: number) => {
  const refusals = await Promise.all(Array.from({ length: calls }, () => takePoint(limiter, 'somebody')))
  return refusals.filter((seconds) => seconds === undefined).length
}

test('points are leased twenty at a time: as many calls pass as there are points, and the limiter is asked once for each lease', async () => {
  const { limiter, asked } = limiterOf(100)
  const process = leased(limiter, 20)
  let passed = 0
  for (let i = 0; i < 120; i += 1) passed += await spend(process, 1)
  expect(passed).toBe(100)
  // Once for each lease of twenty, and once for each refused call.
  expect(asked()).toBe(5 + 20)
})

test('two processes together let no more calls through than the limit', async () => {
  const { limiter } = limiterOf(100)
  const [one, other] = [leased(limiter, 20), leased(limiter, 20)]
  const passed = await Promise.all([spend(one, 90), spend(other, 30), spend(one, 90)])
  const all = passed.reduce((sum, count) => sum + count)
  expect(all).toBeLessThanOrEqual(100)
  expect(all).toBeGreaterThanOrEqual(90)
})

test('a refused caller is told how long to wait and passes after that, and another caller is counted apart', async () => {
  const { limiter } = limiterOf(20, 1)
  const process = leased(limiter, 20)
  expect(await spend(process, 1)).toBe(1)
  for (let i = 0; i < 19; i += 1) await spend(process, 1)
  expect(await takePoint(process, 'somebody')).toBe(1)
  expect(await takePoint(process, 'another')).toBe(undefined)
  await eventually(
    () => spend(process, 1),
    (passed) => passed === 1,
    5000,
  )
})
