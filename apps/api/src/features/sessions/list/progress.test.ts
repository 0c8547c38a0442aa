import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, sessionsWorld } from '../../../../../../tests/support/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

test('the calls of this week are those that took place or are to come; today and to come are told apart', async () => {
  const { coach, client } = await sessionsWorld(stack)
  // Monday, 9 AM in New York.
  const make = (start: string, status?: 'Completed' | 'NoShow' | 'Cancelled') =>
    stack.make.session({ coach, client, start, ...(status && { status }) })
  await make(at('12:00'), 'Completed')
  await make(at('13:00'), 'NoShow')
  await make(at('20:00'))
  await make(at('15:00', '2026-11-20'))
  await make(at('16:00', '2026-11-20'), 'Cancelled')
  // Sunday evening in New York still belongs to the week; the next Monday does not.
  await make(at('02:00', '2026-11-23'))
  await make(at('15:00', '2026-11-23'))
  const { response } = (await stack.as(coach).get('/sessions/progress')).body
  expect(response.weeks.at(-1)).toEqual({ start: '2026-11-16', calls: 4, minutes: 60 })
  expect(response).toMatchObject({ today: 2, toCome: 3 })
})
