import { expect, test } from 'vitest'
import { isAway, messageOf, problemOf } from './api-problem.ts'

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

test("the message is the first field error, or the answer's own text if there is none [WIRE-06]", async () => {
  const errors = [
    { path: 'username', message: 'Username is required' },
    { path: 'password', message: 'Password is required' },
  ]
  const withFields = await problemOf(
    answer(400, { response: 'Check the fields.', code: 'malformed', errors }),
  )
  expect(messageOf(withFields)).toBe('Username is required')
  expect(withFields).toMatchObject({ status: 400, code: 'malformed', errors })

  const plain = await problemOf(answer(409, { response: 'Too late.', code: 'stale', requestId: 'r-1' }))
  expect(plain).toMatchObject({ message: 'Too late.', requestId: 'r-1', errors: [] })
  expect(messageOf(plain)).toBe('Too late.')
})

test('the wait before a retry is read from the Retry-After header', async () => {
  expect(await problemOf(answer(429, { response: 'Wait.' }, { 'Retry-After': '7' }))).toMatchObject({
    retryAfter: 7,
  })
})

test("a proxy's HTML page instead of JSON is a problem with its status", async () => {
  const problem = await problemOf(answer(502, '<html>Bad gateway</html>'))
  expect(problem).toMatchObject({ status: 502, code: 'unreadable' })
  expect(isAway(problem)).toBe(true)
})

test('a body of an unknown shape does not put its own text on the screen', async () => {
  expect((await problemOf(answer(400, { response: { html: '<b>' } }))).message).toMatch(/could not be read/)
})
