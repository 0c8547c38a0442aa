import { expect, test } from 'vitest'
import { waitBefore } from './retries.ts'

const waits = (chance: number) => Array.from({ length: 11 }, (_, made) => waitBefore(made, chance))

test('the first retries come quickly, none waits longer than 1.5 s, and there are at most ten', () => {
  expect(waits(1)).toEqual([300, 600, 1200, ...Array.from({ length: 7 }, () => 1500), undefined])
})

test('jitter spreads the clients of a lost node over the second half of each wait', () => {
  expect(waits(0).slice(0, 4)).toEqual([150, 300, 600, 750])
})
