import { expect, test } from 'vitest'
import { ApiProblem } from '#platform/server/api-problem.ts'
import { attempt } from './attempt.ts'

const problem = (status: number) => new ApiProblem({ status, code: 'x', message: 'x' })

/** Answers in turn and records the idempotency keys that it was sent. */
function server(answers: readonly (ApiProblem | string)[]) {
  const keys: string[] = []
  return {
    keys,
    send: (key: string) => {
      const answer = answers[keys.length]
      keys.push(key)
      return answer instanceof ApiProblem ? Promise.reject(answer) : Promise.resolve(answer)
    },
  }
}

test('a request that failed with a server error is sent once more with the same idempotency key', async () => {
  const { send, keys } = server([problem(503), 'done'])
  expect(await attempt(send, new AbortController().signal)).toBe('done')
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('a refusal is not retried, and a second attempt has a key of its own', async () => {
  const { send, keys } = server([problem(409), problem(409)])
  const { signal } = new AbortController()
  await expect(attempt(send, signal)).rejects.toThrow('x')
  await expect(attempt(send, signal)).rejects.toThrow('x')
  expect(new Set(keys).size).toBe(2)
})
