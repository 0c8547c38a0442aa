import { expect, test } from 'vitest'
import { ApiProblem } from '#platform/server/api-problem.ts'
import { isShut } from './is-shut.ts'

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
