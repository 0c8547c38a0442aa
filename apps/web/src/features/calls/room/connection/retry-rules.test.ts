import { expect, test } from 'vitest'
import { ApiProblem } from '#platform/server/api-problem.ts'
import { isShut, waitBefore } from './retry-rules.ts'

test.each([
  [403, true],
  [404, true],
  [409, true],
  // No answer, an ended sign-in, a rate limit and a server that is away are all temporary.
  [0, false],
  [401, false],
  [419, false],
  [429, false],
  [503, false],
])('a join answered %s is refused for good: %s', (status, expected) => {
  expect(isShut(new ApiProblem({ status, code: 'x', message: 'x' }))).toBe(expected)
})

test('an error that is not an answer of the API does not end a call', () => {
  expect(isShut(new Error('the media server is away'))).toBe(false)
})

const waits = (chance: number) => Array.from({ length: 11 }, (_, made) => waitBefore(made, chance))

test('the first retries come quickly, none waits longer than 1.5 s, and there are at most ten', () => {
  expect(waits(1)).toEqual([300, 600, 1200, ...Array.from({ length: 7 }, () => 1500), undefined])
})

test('jitter spreads the clients of a lost node over the second half of each wait', () => {
  expect(waits(0).slice(0, 4)).toEqual([150, 300, 600, 750])
})
