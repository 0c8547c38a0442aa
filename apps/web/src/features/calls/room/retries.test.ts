import { expect, test } from 'vitest'
import { waitBefore } from './retries.ts'

const waits = (chance: number) => Array.from({ length: 11 }, (_, made) => waitBefore(made, chance))

test('the first tries come at once, none waits for longer than a second and a half, and after ten it is over', () => {
  expect(waits(1)).toEqual([300, 600, 1200, ...Array.from({ length: 7 }, () => 1500), undefined])
})

test('chance spreads whoever lost the same node over half of each wait', () => {
  expect(waits(0).slice(0, 4)).toEqual([150, 300, 600, 750])
})
