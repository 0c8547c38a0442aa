import { AccessToken, RoomServiceClient } from 'livekit-server-sdk'
import { callPeopleMax } from '@parley/contract/rules/calls/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addresses, herePlaces } from '../../../../../scripts/engines/places.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

const { media } = addresses(herePlaces())

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '8760', PARLEY_TOKEN_ABSOLUTE_HOURS: '8760' })
  world = await sessionsWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(() => stack.clock.set(at('14:00')))

const join = (by: TestPerson, id: string) => stack.as(by).get(`/sessions/join/${id}`)
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
/** Asks as the front proxy does at a connect. */
const admission = (token: string, more: Record<string, string> = {}) =>
  stack.visitor.get('/calls/admission', undefined, {
    'x-forwarded-method': 'GET',
    'x-forwarded-uri': `/rtc/v1?access_token=${token}&auto_subscribe=1`,
    ...more,
  })
const mayIn = async (token: string) => (await admission(token)).status
let day = 17
/** Each session is on a day of its own, so that nobody is in two at once. */
const booked = (more: object = {}) => {
  day += 1
  const on = `2026-11-${day}`
  const session = world.booked({ start_time: at('15:00', on), end_time: at('16:00', on), ...more })
  return session.then(({ id }: { id: string }) => ({ id, on }))
}

describe('joining', () => {
  test('people of a session can join in its window, and nobody else can, whatever their level [CALL-01]', async () => {
    const { coach, otherCoach, orgAdmin, admin, superUser, orgSession, there } = world
    const one = await booked()
    stack.clock.set(at('14:45', one.on))
    expect(await join(coach, one.id)).toMatchObject({ status: 200 })
    for (const above of [orgAdmin, admin, superUser])
      expect(await join(above, one.id)).toMatchObject({ status: 403, body: { code: 'not_of_call' } })
    for (const stranger of [otherCoach, there.coach, there.orgAdmin])
      expect(await join(stranger, one.id)).toMatchObject({ status: 404, body: { code: 'session_not_found' } })

    const ofOrg = await booked(orgSession)
    stack.clock.set(at('16:15', ofOrg.on))
    for (const person of [coach, otherCoach, orgAdmin])
      expect(await join(person, ofOrg.id)).toMatchObject({ status: 200 })
    expect(await join(admin, ofOrg.id)).toMatchObject({ status: 403 })
  })

  test('joining is 409 outside the window and once the session is cancelled, a no-show or completed [CALL-02]', async () => {
    const { coach, cancel, complete } = world
    const refused = {
      status: 409,
      body: { code: 'not_joinable', response: 'This call cannot be joined now.' },
    }
    const one = await booked()
    for (const [clock, expected] of [
      ['14:44', 409],
      ['14:45', 200],
      ['16:15', 200],
      ['16:16', 409],
    ] as const) {
      stack.clock.set(at(clock, one.on))
      expect((await join(coach, one.id)).status).toBe(expected)
    }
    const [cancelled, noShow, completed] = [await booked(), await booked(), await booked()]
    stack.clock.set(at('15:10', cancelled.on))
    expect(await cancel(coach, cancelled.id)).toMatchObject({ status: 200 })
    expect(await join(coach, cancelled.id)).toMatchObject(refused)
    stack.clock.set(at('15:10', noShow.on))
    expect(await cancel(coach, noShow.id, { noShow: true })).toMatchObject({ status: 200 })
    expect(await join(coach, noShow.id)).toMatchObject(refused)
    stack.clock.set(at('15:10', completed.on))
    expect(await complete(coach, completed.id)).toMatchObject({ status: 200 })
    expect(await join(coach, completed.id)).toMatchObject(refused)
  })

  test("LiveKit accepts the token, and the address leads to the call's node [API-26]", async () => {
    const { coach } = world
    const one = await booked()
    stack.clock.set(at('15:00', one.on))
    const { twilio_token, media_url } = (await join(coach, one.id)).body.response
    expect(media_url).toBe('ws://127.0.0.1:8080/n1')
    const validate = (token: string) =>
      fetch(`${media.nodes[0]?.url}/rtc/validate?access_token=${token}`).then(({ status }) => status)
    expect(await validate(twilio_token)).toBe(200)
    expect(await validate(`${twilio_token}x`)).toBe(401)
  })

  test('a token lasts five minutes, is for one room and one person, and grants only to publish and subscribe [CALL-18 CALL-28]', async () => {
    const { coach } = world
    const one = await booked()
    stack.clock.set(at('15:00', one.on))
    const [first, second] = [await join(coach, one.id), await join(coach, one.id)]
    const claims = claimsOf(first.body.response.twilio_token)
    expect(claims).toEqual({
      iss: media.key,
      sub: coach.id,
      name: 'Robin Ames',
      attributes: { device: expect.stringMatching(/^[0-9a-f]{32}$/) },
      nbf: expect.any(Number),
      exp: Number(claims.nbf) + 300,
      video: {
        roomJoin: true,
        room: expect.stringMatching(/^[\w-]{22}$/),
        canPublish: true,
        canPublishSources: ['camera', 'microphone', 'screen_share', 'screen_share_audio'],
        canSubscribe: true,
        canPublishData: false,
        canUpdateOwnMetadata: false,
      },
    })
    // The room is the same each time, and its name cannot be guessed from the session.
    expect(claimsOf(second.body.response.twilio_token).video).toEqual(claims.video)
    expect(JSON.stringify(claims.video)).not.toContain(one.id)
    const terms = await stack.visitor.get('/content/terms')
    expect(JSON.stringify(terms.body)).toContain('Nothing is recorded.')
  })
})

describe('the check of a connect', () => {
  let device: string
  const other = (identity: string, room: string, more: object = {}) => {
    const token = new AccessToken(media.key, media.secret, { identity, attributes: { device } })
    token.addGrant({ roomJoin: true, room, ...more })
    return token.toJwt()
  }
  const roomOf = (token: string) => (claimsOf(token).video as { room: string }).room

  test('admits a token of ours while its holder is in the session, and no other token', async () => {
    const { coach, otherCoach, orgAdmin, orgSession, update } = world
    const one = await booked(orgSession)
    stack.clock.set(at('15:00', one.on))
    const token: string = (await join(otherCoach, one.id)).body.response.twilio_token
    ;({ device } = claimsOf(token).attributes as { device: string })
    expect(await mayIn(token)).toBe(200)
    expect(await admission('')).toMatchObject({ status: 403, body: { code: 'not_admitted' } })
    expect(await stack.visitor.get('/calls/admission')).toMatchObject({ status: 403 })
    expect(await mayIn(`${token.slice(0, -2)}xx`)).toBe(403)
    // Tokens made with our key, as renewed ones are, for somebody who is not in the call, and for another room.
    expect(await mayIn(await other(world.there.coach.id, roomOf(token)))).toBe(403)
    expect(await mayIn(await other(otherCoach.id, 'another'))).toBe(403)
    expect(await mayIn(await other('nobody', roomOf(token)))).toBe(403)
    expect(await mayIn(await other(otherCoach.id, roomOf(token)))).toBe(200)
    expect(await mayIn(await other(otherCoach.id, roomOf(token), { roomJoin: false }))).toBe(403)

    // Somebody who is taken out of the session cannot connect any more, not even with a renewed token.
    stack.clock.set(at('14:00', one.on))
    expect(await update(coach, one.id, { participants: [orgAdmin.id] })).toMatchObject({ status: 200 })
    stack.clock.set(at('15:01', one.on))
    expect(await mayIn(token)).toBe(403)
    expect(await mayIn(await other(otherCoach.id, roomOf(token)))).toBe(403)
  })

  test('the check of a connect refuses two tokens in one request and an expired token', async () => {
    const { coach } = world
    const one = await booked()
    stack.clock.set(at('15:00', one.on))
    const token: string = (await join(coach, one.id)).body.response.twilio_token
    const strange = await other('nobody', roomOf(token))
    expect((await admission(token, { authorization: `Bearer ${strange}` })).status).toBe(403)
    expect((await admission(`${token}&access_token=${strange}`)).status).toBe(403)
    expect((await admission(`${token}?access_token=${strange}`)).status).toBe(403)
    const byHeader = {
      'x-forwarded-method': 'GET',
      'x-forwarded-uri': '/rtc',
      authorization: `Bearer ${token}`,
    }
    expect(await stack.visitor.get('/calls/admission', undefined, byHeader)).toMatchObject({ status: 200 })
    const old = new AccessToken(media.key, media.secret, { identity: coach.id, ttl: -60 })
    old.addGrant({ roomJoin: true, room: roomOf(token) })
    expect(await mayIn(await old.toJwt())).toBe(403)
    expect(stack.log()).not.toContain(token)
  })

  test('the check of a connect refuses before the window opens, and at once when the session is cancelled', async () => {
    const { coach, cancel } = world
    const one = await booked()
    stack.clock.set(at('15:00', one.on))
    const token: string = (await join(coach, one.id)).body.response.twilio_token
    stack.clock.set(at('14:44', one.on))
    expect(await mayIn(token)).toBe(403)
    stack.clock.set(at('15:05', one.on))
    expect(await mayIn(token)).toBe(200)
    expect(await cancel(coach, one.id)).toMatchObject({ status: 200 })
    expect(await mayIn(token)).toBe(403)
  })

  test('after completion or the window, people who were in the call can come back while another is there, and nobody new can join [CALL-23 CALL-24]', async () => {
    const { coach, otherCoach, orgAdmin, orgSession, complete } = world
    const one = await booked(orgSession)
    stack.clock.set(at('15:00', one.on))
    const tokens = await Promise.all(
      [coach, otherCoach, orgAdmin].map(
        async (person): Promise<string> => (await join(person, one.id)).body.response.twilio_token,
      ),
    )
    const stay = (person: TestPerson, until: string | null) => ({
      session_id: one.id,
      person_id: person.id,
      connection: `PA_${one.on}_${person.id}_${until}`,
      joined_at: at('15:00', one.on),
      left_at: until,
    })
    // The third person has looked in and left before.
    await stack.db
      .insertInto('presence')
      .values([stay(coach, null), stay(otherCoach, null), stay(orgAdmin, at('15:10', one.on))])
      .execute()
    stack.clock.set(at('15:30', one.on))
    expect(await complete(coach, one.id)).toMatchObject({ status: 200 })
    const doors = async () => Promise.all(tokens.map(mayIn))
    for (const clock of ['15:40', '16:20', '17:59']) {
      stack.clock.set(at(clock, one.on))
      expect([clock, await doors()]).toEqual([clock, [200, 200, 403]])
    }
    expect((await join(otherCoach, one.id)).status).toBe(200)
    expect((await join(orgAdmin, one.id)).status).toBe(409)
    stack.clock.set(at('18:01', one.on))
    expect(await doors()).toEqual([403, 403, 403])

    const left = (person: TestPerson, until: string | null) =>
      stack.db
        .updateTable('presence')
        .set({ left_at: until === null ? null : new Date(until) })
        .where('session_id', '=', one.id)
        .where('person_id', '=', person.id)
        .execute()
    // Somebody who was lost in the last seconds before the completion was still there; somebody who had left half a minute
    // before was not.
    stack.clock.set(at('15:40', one.on))
    await left(otherCoach, `${one.on}T15:29:45.000Z`)
    expect((await doors())[1]).toBe(200)
    await left(otherCoach, `${one.on}T15:29:30.000Z`)
    expect((await doors())[1]).toBe(403)
    await left(otherCoach, null)

    // After more than a minute alone there is nobody to come back to.
    stack.clock.set(at('17:00', one.on))
    await left(coach, at('16:59', one.on))
    expect(await doors()).toEqual([200, 200, 403])
    stack.clock.set(at('17:01', one.on))
    expect(await doors()).toEqual([200, 403, 403])
  })
})

test('a rejoin gets the same rights, and is refused after a removal or the window, like a first join [J12]', async () => {
  const { coach, otherCoach, orgSession } = world
  const { id, on } = await booked(orgSession)
  stack.clock.set(at('15:00', on))
  const again = async (by: TestPerson) => (await join(by, id)).body
  const first: string = (await again(otherCoach)).response.twilio_token
  const second: string = (await again(otherCoach)).response.twilio_token
  const rights = (token: string) => {
    const { video, sub, exp, nbf } = claimsOf(token)
    return { video, sub, minutes: (Number(exp) - Number(nbf)) / 60 }
  }
  expect(rights(second)).toEqual(rights(first))
  const { room } = (rights(second).video ?? {}) as { room: string }
  const rooms = new RoomServiceClient(media.nodes[0]?.url ?? '', media.key, media.secret)
  // The room must not close while people may come back: somebody who connects at that moment could not get in.
  expect(await rooms.listRooms([room])).toMatchObject([
    { maxParticipants: callPeopleMax, emptyTimeout: 86_400, departureTimeout: 86_400 },
  ])

  await stack.as(coach).post(`/calls/remove/${id}`, { person_id: otherCoach.id })
  expect(await again(otherCoach)).toMatchObject({ code: 'taken_out' })
  for (const token of [first, second]) expect(await mayIn(token)).toBe(403)

  const own: string = (await again(coach)).response.twilio_token
  stack.clock.set(at('16:16', on))
  expect(await again(coach)).toMatchObject({ code: 'not_joinable' })
  expect(await mayIn(own)).toBe(403)
})
