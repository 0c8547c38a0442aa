import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEvents } from '../../../../tests/support/events.ts'
import { startStack, type Stack } from '../../../../tests/support/stack.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { startRedis } from '../../../../tests/support/processes.ts'

let stack: Stack
let address: string
beforeAll(async () => {
  stack = await startStack()
  address = await stack.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => stack[Symbol.asyncDispose]())

const listen = (token: string) => openEvents(`${address}/api/live`, token)

test('an event stream ends within 1 s of its token, and says why [WIRE-43]', async () => {
  const person = await stack.make.person({ level: 'Super' })
  const stream = await listen(person.token)
  expect(stream.status).toBe(200)
  const ended = performance.now()
  await stack.as(person).post('/auth/logout')
  expect((await stream.ended) - ended).toBeLessThan(1000)
  expect(stream.notices).toEqual([{ kind: 'signed-out', reason: 'signed_out' }])
})

test('a stream whose token expires ends within 1 s, though it was open all the time [WIRE-43 AUTH-15]', async () => {
  const person = await stack.make.person({ level: 'Super' })
  const stream = await listen(person.token)
  const before = stack.clock.now()
  stack.clock.advance(12 * 3_600_000)
  const ended = performance.now()
  expect((await stream.ended) - ended).toBeLessThan(1000)
  expect(stream.notices).toEqual([{ kind: 'signed-out', reason: 'expired' }])
  stack.clock.set(new Date(before).toISOString())
})

test("a demoted person's stream ends with the reason", async () => {
  const organization = await stack.make.organization()
  const person = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  const stream = await listen(person.token)
  await stack.db.updateTable('people').set({ privs: 0 }).where('id', '=', person.id).execute()
  await stream.ended
  expect(stream.notices).toEqual([{ kind: 'signed-out', reason: 'role_lost' }])
})

test('a token in the address of the stream is not accepted [WIRE-41]', async () => {
  const person = await stack.make.person({ level: 'Super' })
  for (const query of [
    `?token=${person.token}`,
    `?access_token=${person.token}`,
    `?authorization=Bearer ${person.token}`,
  ]) {
    const reply = await fetch(`${address}/api/live${query}`)
    expect(reply.status).toBe(401)
  }
})

test('other streams stay open, and a closed one is forgotten', async () => {
  const one = await stack.make.person({ level: 'Super' })
  const other = await stack.make.person({ level: 'Super' })
  const streams = [await listen(one.token), await listen(other.token)]
  const open = async () => (await stack.platform.metrics.liveStreams.get()).values[0]?.value ?? 0
  const before = await open()
  await stack.as(one).post('/auth/logout')
  await streams[0]?.ended
  await eventually(open, (count) => count === before - 1)
  streams[1]?.stop()
  expect(await eventually(open, (count) => count === before - 2)).toBe(before - 2)
})

test('a Redis that is frozen holds nobody up, and is used again when it thaws', async () => {
  await using redis = await startRedis()
  await using frozen = await startStack({ REDIS_URL: redis.url })
  const person = await frozen.make.person({ level: 'Super' })
  redis.send('SIGSTOP')
  const started = performance.now()
  expect(await frozen.as(person).post('/auth/logout')).toMatchObject({ status: 200 })
  expect(performance.now() - started).toBeLessThan(3000)
  expect(await frozen.as(person).get('/profiles/me')).toMatchObject({ status: 401 })
  expect(frozen.log()).toContain('redis does not answer')
  redis.send('SIGCONT')
  await eventually(() => frozen.platform.redis.isReady, Boolean, 10_000)
})
