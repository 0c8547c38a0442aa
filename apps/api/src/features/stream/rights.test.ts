import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { streamCalls, streamWorld, signalRequest } from '../../../../../tests/support/stream/stream-world.ts'
import { sweepStreams } from './sweep.ts'

let world: Awaited<ReturnType<typeof streamWorld>>
beforeAll(async () => {
  world = await streamWorld()
})
afterAll(() => world.stack[Symbol.asyncDispose]())

const by = (person: typeof world.coach, sessionId: string) => streamCalls(world.stack.as(person), sessionId)
const every = (calls: ReturnType<typeof by>) =>
  Promise.all([calls.connect(), calls.signal(), calls.read(), calls.show(), calls.hand(world.coach.id)])

describe('the application of a call', () => {
  test('the application of a call is refused to everybody outside the session, whatever their level [STREAM-03]', async () => {
    const id = await world.session()
    const { admin, superUser, orgAdmin, otherCoach, there } = world
    for (const person of [admin, superUser, orgAdmin, otherCoach, there.coach, there.orgAdmin])
      for (const { status, body } of await every(by(person, id))) {
        expect([403, 404]).toContain(status)
        expect(['not_of_call', 'session_not_found']).toContain(body.code)
      }
    expect(await world.instances(id)).toEqual([])
    const other = await world.letIn(await world.session({ start: world.from(120_000) }))
    for (const { status } of [await streamCalls(other, id).connect(), await streamCalls(other, id).read()])
      expect(status).toBe(404)
    expect((await by(world.coach, id).connect()).body.response).toEqual({ state: 'starting' })
  })

  test('the application of a call is available only in the join window, and not to somebody who was removed', async () => {
    const early = await world.session({ start: world.from(15 * 60_000 + 1) })
    const past = await world.session({ start: world.from(-3 * 3_600_000) })
    const off = await world.session({ status: 'Cancelled' })
    for (const id of [early, past, off])
      for (const { status, body } of await every(by(world.coach, id)))
        expect([status, body.code]).toEqual([409, 'not_joinable'])
    const org = await world.session({ client: undefined, participants: [world.otherCoach] })
    expect((await by(world.otherCoach, org).read()).status).toBe(200)
    await world.stack.as(world.coach).post(`/calls/remove/${org}`, { person_id: world.otherCoach.id })
    for (const { body } of await every(by(world.otherCoach, org))) expect(body.code).toBe('taken_out')
  })

  test("the application of a call can be shown and handed over only by the session's coach, and only to its people", async () => {
    const org = await world.session({ client: undefined, participants: [world.otherCoach, world.orgAdmin] })
    const calls = by(world.otherCoach, org)
    for (const { status, body } of [await calls.show(), await calls.hand(world.otherCoach.id)])
      expect([status, body.code]).toEqual([403, 'not_your_call'])
    await by(world.coach, org).connect()
    expect((await by(world.coach, org).hand(world.admin.id)).body.code).toBe('not_in_session')
    expect((await by(world.coach, org).hand(world.orgAdmin.id)).body.response.instances).toMatchObject([
      { number: 1, holder_id: world.orgAdmin.id },
    ])
  })

  test('the application of a call returns to the coach when the person in control is removed from the call [STREAM-38]', async () => {
    const org = await world.session({ client: undefined, participants: [world.otherCoach] })
    const { stack, coach, otherCoach } = world
    await stack.as(coach).get(`/sessions/join/${org}`)
    await by(coach, org).connect()
    await by(coach, org).hand(otherCoach.id)
    await stack.as(coach).post(`/calls/remove/${org}`, { person_id: otherCoach.id })
    await stack.runJobs()
    expect((await by(coach, org).read()).body.response.instances).toMatchObject([{ holder_id: coach.id }])
  })

  test("the application of a call is controlled by the session's new coach, once the old one had taken it back [STREAM-47]", async () => {
    const org = await world.session({ client: undefined, participants: [world.otherCoach, world.orgAdmin] })
    const { coach, otherCoach, orgAdmin, stack } = world
    await by(coach, org).connect()
    await by(coach, org).hand(orgAdmin.id)
    await by(coach, org).hand(coach.id)
    expect(await world.instances(org)).toMatchObject([{ holder_id: null }])
    await stack.db
      .updateTable('sessions')
      .set({ coach_id: otherCoach.id, user_id: otherCoach.id })
      .where('id', '=', org)
      .execute()
    expect((await by(otherCoach, org).read()).body.response).toMatchObject({
      instances: [{ holder_id: otherCoach.id }],
      abilities: { lead: true },
    })
  })

  test('the application of a call stays in the control of a client who comes back in another browser', async () => {
    const id = await world.session()
    const { stack, coach, client } = world
    await stack.as(coach).get(`/sessions/join/${id}`)
    await world.letIn(id)
    await by(coach, id).connect()
    await by(coach, id).hand(client.id)
    const second = await world.letIn(id, 'second')
    await stack.runJobs()
    expect((await streamCalls(second, id).read()).body.response.instances).toMatchObject([
      { holder_id: client.id },
    ])
    await stack.as(coach).post(`/calls/remove/${id}`, { person_id: client.id })
    await stack.runJobs()
    expect((await by(coach, id).read()).body.response.instances).toMatchObject([{ holder_id: coach.id }])
  })

  test('the application of a call uses the first instance unless another is named, and none beyond its count [STREAM-11]', async () => {
    const id = await world.session({}, { instance_count: 2 })
    const calls = by(world.coach, id)
    expect((await calls.connect(signalRequest(), 3)).body.code).toBe('instance_not_found')
    expect((await calls.signal(3)).body.code).toBe('instance_not_found')
    for (const instance of [0, -1, 4, 1.5])
      expect((await calls.connect(signalRequest(), instance)).status).toBe(400)
    await calls.connect()
    expect((await world.instances(id)).map(({ number }) => number)).toEqual([1])
    await calls.connect(signalRequest(), 2)
    expect((await world.instances(id)).map(({ number }) => number)).toEqual([1, 2])
  })

  test('the application of a call is off without an instance or without a server, and nothing is started [STREAM-02]', async () => {
    for (const more of [{ instance_count: 0 }, { use_server: false }]) {
      const id = await world.session({}, more)
      const calls = by(world.coach, id)
      await world.stack.as(world.coach).get(`/sessions/join/${id}`)
      for (const answer of [await calls.connect(), await calls.signal(), await calls.show()])
        expect([answer.status, answer.body.code]).toEqual([409, 'stream_off'])
      expect((await calls.read()).body.response.instances).toEqual([])
      await sweepStreams(world.stack.platform)
      expect(await world.instances(id)).toEqual([])
    }
  })

  test('the application of a call is refused once the organization has switched it off, and running instances end [ORG-19]', async () => {
    const id = await world.session()
    const calls = by(world.coach, id)
    const switched = (streamed_app: boolean) =>
      world.stack.db
        .updateTable('organizations')
        .set({ streamed_app })
        .where('id', '=', world.organization.id)
        .execute()
    await calls.connect()
    await switched(false)
    expect((await calls.connect()).body.code).toBe('stream_off')
    expect((await calls.read()).body.response.instances).toEqual([])
    await sweepStreams(world.stack.platform)
    expect(await world.instances(id)).toMatchObject([{ status: 'ended' }])
    const later = await world.session()
    await sweepStreams(world.stack.platform)
    expect(await world.instances(later)).toEqual([])
    await switched(true)
    expect((await calls.read()).body.response.instances).toHaveLength(1)
  })

  test("the application of a call can't be launched again once nobody new can join, and the coach is told so [STREAM-43]", async () => {
    const { stack, coach, client } = world
    const id = await world.session()
    await stack.as(coach).get(`/sessions/join/${id}`)
    await stack.db
      .insertInto('stream_instances')
      .values({ session_id: id, number: 1, status: 'ready', ref: 'host/run', begun_at: new Date() })
      .execute()
    await stack.db
      .insertInto('presence')
      .values(
        [coach, client].map((person) => ({
          session_id: id,
          person_id: person.id,
          connection: `${id} ${person.id}`,
          joined_at: new Date(),
        })),
      )
      .execute()
    const overtimeMs = 80 * 60_000
    stack.clock.advance(overtimeMs)
    onTestFinished(() => stack.clock.advance(-overtimeMs))
    expect((await by(coach, id).show(1)).status).toBe(200)
    expect(await by(coach, id).show(1, { again: true })).toMatchObject({
      status: 409,
      body: { code: 'not_joinable' },
    })
    expect(await world.instances(id)).toMatchObject([{ epoch: 1, status: 'ready' }])
  })

  test('the application of a call is launched once when several people ask at once, also after it has failed', async () => {
    const id = await world.session({ client: undefined, participants: [world.otherCoach, world.orgAdmin] })
    const people = [world.coach, world.otherCoach, world.orgAdmin, world.coach]
    await world.stack.as(world.coach).get(`/sessions/join/${id}`)
    const atOnce = () =>
      Promise.all([...people.map((person) => by(person, id).connect()), by(world.coach, id).show()])
    for (const { status } of await atOnce()) expect(status).toBe(200)
    expect(await world.instances(id)).toMatchObject([{ epoch: 1, status: 'starting' }])
    await world.stack.db
      .updateTable('stream_instances')
      .set({ status: 'failed' })
      .where('session_id', '=', id)
      .execute()
    for (const { status } of await atOnce()) expect(status).toBe(200)
    expect(await world.instances(id)).toMatchObject([{ epoch: 2, status: 'starting' }])
  })

  test('the application of a call is ended when it is shown, handed over and ended at once', async () => {
    const id = await world.session({ client: undefined, participants: [world.otherCoach] })
    const calls = by(world.coach, id)
    await world.stack.as(world.coach).get(`/sessions/join/${id}`)
    for (let round = 0; round < 10; round += 1) {
      await calls.show()
      await world.stack.db.updateTable('sessions').set({ use_server: false }).where('id', '=', id).execute()
      const answers = await Promise.all([
        calls.show(),
        calls.hand(world.otherCoach.id),
        sweepStreams(world.stack.platform).then(() => ({ status: 200 })),
      ])
      for (const { status } of answers) expect([200, 404, 409]).toContain(status)
      expect(await world.instances(id)).toMatchObject([{ status: 'ended' }])
      await world.stack.db.updateTable('sessions').set({ use_server: true }).where('id', '=', id).execute()
    }
  })

  test('the application of a call is answered 429 when it is asked too often', async () => {
    const id = await world.session()
    const { otherCoach, coach } = world
    const org = await world.session({ client: undefined, participants: [otherCoach] })
    const { stream } = world.stack.platform.limits
    const keys: string[] = []
    const consume = stream.consume.bind(stream)
    stream.consume = (key, points) => {
      keys.push(String(key))
      return consume(key, points)
    }
    onTestFinished(() => void (stream.consume = consume))
    const status = async () => (await by(otherCoach, org).signal()).status
    expect(await status()).not.toBe(429)
    // Count the calls between the first one and the limit in one go: a busy machine would take over a minute to make them.
    const [key = ''] = keys
    const spent = (await stream.get(key))?.consumedPoints ?? 0
    await consume(key, 119 - spent)
    expect(await status()).not.toBe(429)
    expect(await status()).toBe(429)
    expect(new Set(keys).size).toBe(1)
    expect((await by(coach, id).read()).status).toBe(200)
  })

  test('the application of a call answers a signal only after an offer', async () => {
    const id = await world.session()
    expect((await by(world.coach, id).signal()).body.code).toBe('offer_missing')
    expect((await by(world.coach, id).connect('x'.repeat(24_001))).status).toBe(400)
  })
})
