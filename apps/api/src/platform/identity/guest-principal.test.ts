import { afterAll, beforeAll, expect, test } from 'vitest'
import { route } from '@parley/contract/wire/route.ts'
import { done } from '@parley/contract/wire/shapes.ts'
import { askIn, guestWorld, secretFor } from '../../../../../tests/support/worlds/guest-world.ts'
import { at } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { findGuest } from '#features/sessions/guests/guest-links.ts'
import type { Context, Guest } from '#platform/process/context.ts'
import { once } from '#platform/http/idempotency.ts'
import { takePoint } from './limits.ts'
import { callerKey } from './principals.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

/** The context of a guest route's handler, without the HTTP layer. */
async function contextOf(secret: string, idempotencyKey?: string): Promise<Context<Guest>> {
  const principal = await findGuest(stack.db, stack.config, secret)
  if (!principal) throw new Error('this is no link')
  return {
    principal,
    now: stack.clock.now(),
    db: stack.db,
    requestId: 'a-request',
    address: '203.0.113.7',
    agent: 'test',
    cookies: { read: () => undefined, write: () => {} },
    idempotencyKey,
    readHeader: () => undefined,
    headerLines: () => [],
    setHeader: () => {},
    platform: stack.platform,
  }
}

test("a guest's act is audited as the client's, done by link [GUEST-23]", async () => {
  const { secret, client, orgAdmin } = await guestWorld(stack)
  expect(await askIn(stack, secret)).toMatchObject({ status: 200 })
  const { body } = await stack.as(orgAdmin).get('/audit')
  expect(body.response.entries[0]).toMatchObject({
    action: 'calls.ask',
    by: { id: client.id, name: 'Tomás Rivera' },
    byLink: true,
  })
})

test('an idempotency key belongs to one link, and the same key with another link acts again [GUEST-24]', async () => {
  const { secret, booked, client } = await guestWorld(stack)
  const other = await booked({ start_time: at('19:00'), end_time: at('20:00') })
  const otherSecret = await secretFor(stack, other.id, client.id)
  const entry = route({
    method: 'POST',
    effect: 'acts',
    path: '/guest/a-test',
    summary: '',
    access: { guest: true },
    answer: done,
    errors: [],
    idempotent: true,
  })
  const acted: string[] = []
  const act = async (given: string) => {
    const ctx = await contextOf(given, 'a-key')
    await once(ctx, entry, undefined, {
      authorize: async () => {},
      work: async () => {
        acted.push(given)
        return {}
      },
    })
  }
  await act(secret)
  await act(secret)
  await act(otherSecret)
  expect(acted).toEqual([secret, otherSecret])
})

test("a report that a guest sends twice with one key is stored once, and another link's report with that key is another [GUEST-24]", async () => {
  const { secret, booked, client, session } = await guestWorld(stack)
  const other = await booked({ start_time: at('19:00'), end_time: at('20:00') })
  const otherSecret = await secretFor(stack, other.id, client.id)
  for (const each of [secret, otherSecret]) await askIn(stack, each)
  await stack.db.updateTable('admissions').set({ state: 'admitted' }).execute()
  const body = { kinds: ['sound'], text: 'Nothing.', statistics: { agent: 'test', samples: [], changes: [] } }
  const report = async (by: string, id: string) => {
    const answer = await stack.guest(by).post(`/calls/${id}/report`, body, { 'idempotency-key': 'a-key' })
    expect(answer).toMatchObject({ status: 200 })
    return answer.body.response.id as string
  }
  const first = await report(secret, session.id)
  expect(await report(secret, session.id)).toBe(first)
  expect(await report(otherSecret, other.id)).not.toBe(first)
})

test('calls are counted by link, whatever address they come from [GUEST-22]', async () => {
  const { secret, client, booked } = await guestWorld(stack)
  const other = await booked({ start_time: at('19:00'), end_time: at('20:00') })
  const { principal } = await contextOf(secret)
  const { principal: byOther } = await contextOf(await secretFor(stack, other.id, client.id))
  expect(callerKey(principal, '203.0.113.7')).toBe(callerKey(principal, '198.51.100.2'))
  expect(callerKey(principal, '203.0.113.7')).not.toBe(callerKey(byOther, '203.0.113.7'))
  // The API counts under that key: one link is over its limit, the other one from the same address is not.
  const otherSecret = await secretFor(stack, other.id, client.id)
  const trial = (by: string) => stack.guest(by).post('/guest/trial')
  const { points } = stack.platform.limits.mail
  for (let calls = 0; calls < points; calls += 1)
    expect(await takePoint(stack.platform.limits.mail, callerKey(principal, 'anywhere'))).toBeUndefined()
  expect(await trial(secret)).toMatchObject({ status: 429, body: { code: 'too_many' } })
  expect(await trial(otherSecret)).toMatchObject({ status: 200 })
})
