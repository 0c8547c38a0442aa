import { expect, test } from 'vitest'
import { parseStat, shareBetween, worstShareBetween } from './stolen-time.ts'

test('the first line of /proc/stat gives the total, and its eighth figure the stolen time', () => {
  expect(parseStat('cpu  100 5 20 700 10 0 5 160 50 50\ncpu0 1 2 3 4 5 6 7 8\n')).toEqual({
    all: 1000,
    stolen: 160,
  })
})

test('the stolen share of a span is taken between the samples around it, or over all samples there are', () => {
  const looks = [
    { at: 1000, all: 0, stolen: 0 },
    { at: 2000, all: 200, stolen: 0 },
    { at: 3000, all: 400, stolen: 150 },
    { at: 4000, all: 600, stolen: 150 },
  ]
  expect(shareBetween(looks, 1000, 2000)).toBe(0)
  expect(shareBetween(looks, 2100, 2900)).toBe(0.75)
  expect(shareBetween(looks, 2500, 3500)).toBe(0.375)
  expect(shareBetween(looks, 0, 9000)).toBe(0.25)
  expect(shareBetween([], 0, 1)).toBe(0)
  expect(shareBetween(looks.slice(0, 1), 0, 1)).toBe(0)
})

test('in a span of minutes the worst ten seconds count', () => {
  const looks = Array.from({ length: 121 }, (_, i) => ({
    at: i * 1000,
    all: i * 200,
    // Half of the time between the 60th and the 70th second was stolen.
    stolen: Math.min(Math.max(i - 60, 0), 10) * 100,
  }))
  expect(shareBetween(looks, 0, 120_000)).toBeCloseTo(0.04)
  expect(worstShareBetween(looks, 0, 120_000)).toBe(0.5)
  expect(worstShareBetween(looks, 0, 50_000)).toBe(0)
  expect(worstShareBetween(looks, 61_000, 63_000)).toBe(0.5)
  expect(worstShareBetween([], 0, 1)).toBe(0)
})
