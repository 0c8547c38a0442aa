import { afterAll, beforeAll, expect, test } from 'vitest'
import { turnOnSecondFactor } from '../../../../../tests/support/authenticator.ts'
import { openEvents } from '../../../../../tests/support/events.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { startRedis } from '../../../../../tests/support/engines/processes.ts'
import { tcpCut } from '../../../../../tests/support/relays/tcp-cut.ts'

let stack: Stack
let address: string
beforeAll(async () => {
  stack = await startStack()
  address = await stack.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => stack[Symbol.asyncDispose]())

const listen = (token: string) => openEvents(`${address}/api/live`, token)

test('an event stream ends within 1 s after its person signs out, and says why [WIRE-43]', async () => {
  const person = await stack.make.person({ level: 'Super' })
  const stream = await listen(person.token)
  expect(stream.status).toBe(200)
  const ended = performance.now()
  await stack.as(person).post('/auth/logout')
  expect((await stream.ended) - ended).toBeLessThan(1000)
  expect(stream.notices).toEqual([{ kind: 'signed-out', reason: 'signed_out' }])
})

test('a stream ends within 1 s after its token expires, even if it was open all the time [WIRE-43 AUTH-15]', async () => {
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

test('an end that is committed late, after a later end was seen, is not missed [WIRE-43]', async () => {
  const [late, early] = [
    await stack.make.person({ level: 'Super' }),
    await stack.make.person({ level: 'Super' }),
  ]
  const streams = [await listen(late.token), await listen(early.token)]
  const endOf = (person: { id: string }, db = stack.db) =>
    db
      .updateTable('sign_in_tokens')
      .set({ ended_at: new Date(stack.clock.now()), end_reason: 'signed_out' })
      .where('person_id', '=', person.id)
      .execute()
  await stack.db.transaction().execute(async (tx) => {
    await endOf(late, tx)
    await endOf(early)
    // By now a look has seen the later end and moved on.
    await streams[1]?.ended
    expect(streams[0]?.notices).toEqual([])
  })
  await streams[0]?.ended
  expect(streams[0]?.notices).toEqual([{ kind: 'signed-out', reason: 'signed_out' }])
})

test('a person who moves to another organization loses the stream at once and hears nothing more of the old one [WIRE-64]', async () => {
  const [here, there] = [await stack.make.organization(), await stack.make.organization()]
  const admin = await stack.make.person({ level: 'Admin' })
  const person = await stack.make.person({ level: 'OrgAdmin', organization_id: here.id })
  const stream = await listen(person.token)
  const since = performance.now()
  const move = { attributes: { organization_id: there.id } }
  expect(await stack.as(admin).put(`/profiles/${person.id}`, move)).toMatchObject({ status: 200 })
  await stack.platform.live.publish([`organization:${here.id}`], {
    kind: 'organization',
    id: here.id,
    version: 9,
  })
  expect((await stream.ended) - since).toBeLessThan(1000)
  const again = await listen(person.token)
  await stack.platform.live.publish([`org-admins:${here.id}`], { kind: 'people' })
  await stack.platform.live.publish([`org-admins:${there.id}`], { kind: 'sessions' })
  await eventually(
    () => again.notices.length,
    (count) => count > 0,
  )
  expect(again.notices).toEqual([{ kind: 'sessions' }])
  again.stop()
})

test('without Redis, too, the stream of a person who was moved or promoted ends within 1 s [WIRE-64]', async () => {
  await using redis = await startRedis()
  await using alone = await startStack({ REDIS_URL: redis.url })
  const at = await alone.app.listen({ host: '127.0.0.1', port: 0 })
  const [here, there] = [await alone.make.organization(), await alone.make.organization()]
  const moved = await alone.make.person({ level: 'Coach', organization_id: here.id })
  const raised = await alone.make.person({ level: 'Coach', organization_id: here.id })
  const stays = await alone.make.person({ level: 'Coach', organization_id: here.id })
  const [first, second, third] = await Promise.all(
    [moved, raised, stays].map(({ token }) => openEvents(`${at}/api/live`, token)),
  )
  await redis.stop('SIGKILL')
  const since = performance.now()
  // Writes to the database as another process would, without a message to this one.
  await alone.db.updateTable('people').set({ organization_id: there.id }).where('id', '=', moved.id).execute()
  await alone.db.updateTable('people').set({ privs: 2 }).where('id', '=', raised.id).execute()
  await alone.db.updateTable('people').set({ first_name: 'Anew' }).where('id', '=', stays.id).execute()
  expect(((await first?.ended) ?? Infinity) - since).toBeLessThan(1000)
  expect(((await second?.ended) ?? Infinity) - since).toBeLessThan(1000)
  expect([first?.notices, second?.notices]).toEqual([[], []])
  expect((await alone.platform.metrics.liveStreams.get()).values[0]?.value).toBe(1)
  third?.stop()
})

test('when an organization begins to require a second factor, the streams of people without one end', async () => {
  const [{ id: organization_id }, elsewhere] = [
    await stack.make.organization(),
    await stack.make.organization(),
  ]
  const coachOf = (organization: string) =>
    stack.make.person({ level: 'Coach', organization_id: organization })
  const [without, withFactor, other] = [
    await coachOf(organization_id),
    await coachOf(organization_id),
    await coachOf(elsewhere.id),
  ]
  await stack.make.passwordFor(withFactor.id)
  await turnOnSecondFactor(stack, withFactor)
  const streams = [await listen(without.token), await listen(withFactor.token), await listen(other.token)]
  const since = performance.now()
  await stack.db
    .updateTable('organizations')
    .set({ two_factor_required: true })
    .where('id', '=', organization_id)
    .execute()
  expect(((await streams[0]?.ended) ?? Infinity) - since).toBeLessThan(1000)
  // The sign-in itself is still valid, so nobody is told that it ended.
  expect(streams[0]?.notices).toEqual([])
  expect((await listen(without.token)).status).toBe(403)
  expect((await listen(withFactor.token)).status).toBe(200)
  const stillOpen = await Promise.race([streams[1]?.ended, streams[2]?.ended, Promise.resolve('open')])
  expect(stillOpen).toBe('open')
})

test('a stream tells the state of the channel at its start, and whenever it goes down or comes back [WIRE-65]', async () => {
  await using redis = await startRedis()
  await using relay = await tcpCut({ host: '127.0.0.1', port: redis.port })
  await using alone = await startStack({ REDIS_URL: `redis://127.0.0.1:${relay.port}` })
  const at = await alone.app.listen({ host: '127.0.0.1', port: 0 })
  const person = await alone.make.person({ level: 'Super' })
  const stream = await openEvents(`${at}/api/live`, person.token)
  const said = (text: string) =>
    eventually(
      () => stream.channel.join(' '),
      (channel) => channel.endsWith(text),
      10_000,
    )
  await said('up')
  relay.cut()
  await said('down')
  const during = await openEvents(`${at}/api/live`, person.token)
  await eventually(
    () => during.channel.join(' '),
    (channel) => channel === 'down',
  )
  relay.join()
  await said('down up')
  // Redis accepts commands but never answers, like a network that swallows everything.
  redis.send('SIGSTOP')
  await said('up down')
  redis.send('SIGCONT')
  await said('down up')
  const heard = await eventually(
    () => during.channel.join(' '),
    (channel) => channel.split(' ').length >= 4,
  )
  expect(heard).toBe('down up down up')
  await alone.platform.live.publish([`person:${person.id}`], { kind: 'people' })
  await eventually(
    () => [stream.notices.length, during.notices.length].join(' '),
    (counts) => counts === '1 1',
  )
  stream.stop()
  during.stop()
})

test('after a process could not publish, all streams are told to ask as soon as Redis is back [WIRE-65]', async () => {
  await using redis = await startRedis()
  await using relay = await tcpCut({ host: '127.0.0.1', port: redis.port })
  await using cut = await startStack({ REDIS_URL: `redis://127.0.0.1:${relay.port}` })
  await using whole = await startStack({ REDIS_URL: redis.url })
  const at = await whole.app.listen({ host: '127.0.0.1', port: 0 })
  const person = await whole.make.person({ level: 'Super' })
  const stream = await openEvents(`${at}/api/live`, person.token)
  await eventually(
    () => stream.channel.at(-1),
    (state) => state === 'up',
  )
  const before = stream.channel.length
  relay.cut()
  await cut.platform.live.publish([`person:${person.id}`], { kind: 'people' })
  relay.join()
  await eventually(
    () => stream.channel.slice(before).join(' '),
    (states) => states === 'down up',
    10_000,
  )
  expect(stream.notices).toEqual([])
  stream.stop()
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

test("signing out ends one person's stream and leaves another's open, and a closed stream is no longer counted", async () => {
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

test('a frozen Redis delays a call by less than 3 s, and is used again when it answers', async () => {
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
