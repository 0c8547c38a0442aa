import { problems, type ProblemCode } from '@parley/contract/wire/problems.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { channel } from '#platform/live/channel.ts'
import { ApiProblem } from '#platform/server/api-problem.ts'
import { failureOf, outboxOf } from './outboxes.ts'

const refusal = (code: ProblemCode) =>
  new ApiProblem({ status: problems[code].status, code, message: problems[code].text })

test.each([
  // Somebody else has signed in over this page: the answer belongs to its author and waits for them.
  ['not_author', 'away'],
  ['token_expired', 'away'],
  ['too_many', 'away'],
  ['engine_away', 'away'],
  ['not_assessor', 'not-theirs'],
  ['malformed', 'refused'],
] as const)('an answer that fails with %s counts as %s', (code, kind) => {
  expect(failureOf(refusal(code)).kind).toBe(kind)
})

afterEach(() => {
  channel.write(undefined)
  localStorage.clear()
})

test('unsent answers are retried at once when the live stream is back', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  channel.write({ state: 'down', since: 0 })
  const outbox = outboxOf('dana')
  outbox.say(
    { sessionId: '01890000-0000-7000-8000-000000000001', userId: '01890000-0000-7000-8000-000000000002' },
    { kind: 'criterion', conversation: 0, path: 'clarity/opening/good-time', value: true },
  )
  await expect.poll(() => outbox.read().isAway).toBe(true)
  const before = asked.mock.calls.length
  channel.write({ state: 'up', since: 1 })
  // Sooner than the next scheduled retry, which takes at least a second.
  await expect.poll(() => asked.mock.calls.length, { timeout: 900, interval: 20 }).toBeGreaterThan(before)
  outbox.close()
})
