import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browsersPerLinkMax, promisedMs, waitingGoneMs } from '@parley/contract/rules/calls/admissions.ts'
import { lockPlace } from '#platform/database/locks.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { openEvents } from '../../../../../../tests/support/events.ts'
import { eventually } from '../../../../../../tests/support/eventually.ts'
import { askIn, secretFor } from '../../../../../../tests/support/worlds/guest-world.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let address: string
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '8760', PARLEY_TOKEN_ABSOLUTE_HOURS: '8760' })
  world = await sessionsWorld(stack)
  address = await stack.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(() => stack.clock.set(at('14:00')))

let day = 17
/** A session with a client of its own on a day of its own, and the client's link. The clock is ten minutes before it. */
async function invited() {
  day += 1
  const on = day <= 30 ? `2026-11-${day}` : `2026-12-${String(day - 30).padStart(2, '0')}`
  const { coach, organization } = world
  const client = await stack.make.person({
    level: 'Client',
    organization_id: organization.id,
    coach_id: coach.id,
  })
  const session = await stack.make.session({ coach, client, start: at('15:00', on) })
  const secret = await secretFor(stack, session.id, client.id)
  stack.clock.set(at('14:50', on))
  return { session, client, secret, on }
}

const ask = (secret: string, inBrowser?: string) => askIn(stack, secret, inBrowser)
const stateOf = async (secret: string, inBrowser?: string): Promise<string> =>
  (await stack.guest(secret, inBrowser).get('/guest/admission')).body.response.state
const beat = async (secret: string, inBrowser?: string): Promise<string> =>
  (await stack.guest(secret, inBrowser).post('/guest/admission/here')).body.response.state
const join = (secret: string, inBrowser?: string) => stack.guest(secret, inBrowser).get('/guest/join')
const waiting = async (by: TestPerson = world.coach) =>
  (await stack.as(by).get('/calls/waiting')).body.response
const decide = (id: string, admit: boolean, by: TestPerson = world.coach) =>
  stack.as(by).post(`/calls/admissions/${id}`, { admit })
const coachHears = () => openEvents(`${address}/api/live`, world.coach.token)
const setWaitingRoom = (waiting_room: boolean) =>
  stack.db
    .updateTable('organizations')
    .set({ waiting_room })
    .where('id', '=', world.organization.id)
    .execute()

describe('asking to be let in', () => {
  test('a client accepts the terms once for each version, and person, version and time are stored [GUEST-08]', async () => {
    const { secret, client } = await invited()
    const guest = stack.guest(secret)
    const first = (await guest.get('/guest/admission')).body.response
    expect(first).toMatchObject({ state: 'none', since: null, terms: { is_accepted: false } })
    const { version } = first.terms
    const refused = await guest.post('/guest/admission', { consents: true })
    expect(refused).toMatchObject({ status: 409, body: { code: 'terms_needed' } })
    const outdated = await guest.post('/guest/admission', { consents: true, terms: '2001-01' })
    expect(outdated).toMatchObject({ status: 409, body: { code: 'terms_outdated' } })
    for (const body of [{ terms: version }, { terms: version, consents: false }])
      expect(await guest.post('/guest/admission', body)).toMatchObject({ status: 400 })
    expect(await stateOf(secret)).toBe('none')

    expect(await ask(secret)).toMatchObject({ status: 200, body: { response: { state: 'waiting' } } })
    const stored = await stack.db
      .selectFrom('eula_acceptances')
      .selectAll()
      .where('person_id', '=', client.id)
      .execute()
    expect(stored).toEqual([{ person_id: client.id, version, accepted_at: new Date(stack.clock.now()) }])
    const again = (await guest.get('/guest/admission')).body.response
    expect(again.terms).toEqual({ version, is_accepted: true })
    expect(await guest.post('/guest/admission', { consents: true })).toMatchObject({ status: 200 })
  })

  test('opening a link and reading its state binds it to no browser; only asking to be let in does [J10]', async () => {
    const { secret, session } = await invited()
    for (const path of ['/guest/session', '/guest/admission', '/guest/calendar-file'])
      for (const name of ['scanner', 'preview', 'first'])
        expect((await stack.guest(secret, name).get(path)).headers['set-cookie']).toBeUndefined()
    // Asking without the consents is refused and binds nothing.
    expect(await stack.guest(secret, 'scanner').post('/guest/admission', {})).toMatchObject({ status: 400 })
    expect(await stack.guest(secret, 'scanner').post('/guest/admission/here')).toMatchObject({ status: 200 })
    const bound = await stack.db
      .selectFrom('admissions')
      .select('id')
      .where('session_id', '=', session.id)
      .execute()
    expect(bound).toEqual([])
    expect((await ask(secret, 'first')).body.response).toMatchObject({
      state: 'waiting',
      is_other_device: false,
    })
  })

  test("a browser that asks without a device key gets one in a cookie that scripts can't read", async () => {
    const { secret } = await invited()
    const reply = await stack.app.inject({
      method: 'POST',
      url: '/api/guest/admission',
      headers: { authorization: `Guest ${secret}`, 'content-type': 'application/json' },
      payload: { consents: true, terms: stack.platform.texts.terms.version },
    })
    const cookie = String(reply.headers['set-cookie'])
    expect(cookie).toMatch(/^parley\.device=[\w-]{22}; /)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Strict')
    const headers = { authorization: `Guest ${secret}`, cookie: cookie.split(';')[0] ?? '' }
    const looked = await stack.app.inject({ method: 'GET', url: '/api/guest/admission', headers })
    expect(looked.json().response.state).toBe('waiting')
  })

  test('asking to be let in is refused days before the session and after its join window', async () => {
    const { secret, on } = await invited()
    stack.clock.set(at('14:00', '2026-11-16'))
    expect(await ask(secret)).toMatchObject({ status: 409, body: { code: 'guest_link_early' } })
    stack.clock.set(at('16:16', on))
    expect(await ask(secret)).toMatchObject({ status: 409, body: { code: 'guest_link_closed' } })
    expect(await stack.guest(secret).get('/guest/admission')).toMatchObject({ status: 200 })
  })

  test('a waiting client reads only their own state, and can join once they are let in [GUEST-11 GUEST-12]', async () => {
    const { secret } = await invited()
    expect(await join(secret)).toMatchObject({ status: 403, body: { code: 'not_let_in' } })
    await ask(secret)
    expect(await join(secret)).toMatchObject({ status: 403, body: { code: 'not_let_in' } })
    expect(await beat(secret)).toBe('waiting')
    const [knock] = await waiting()
    expect(await decide(knock.id, true)).toMatchObject({ status: 200 })
    expect(await beat(secret)).toBe('admitted')
    const { status, body } = await join(secret)
    expect([status, Object.keys(body.response).toSorted()]).toEqual([
      200,
      ['media_url', 'session_id', 'twilio_token'],
    ])
  })

  const rowsOf = (sessionId: string) =>
    stack.db.selectFrom('admissions').select('id').where('session_id', '=', sessionId).execute()

  test(`when 40 browsers ask by one link at once, ${browsersPerLinkMax} of them are kept`, async () => {
    const { secret, session } = await invited()
    // On a busy machine the API may run out of connections for some of them. These ask again, as their page does.
    const answered = (i: number) =>
      eventually(
        () => ask(secret, `browser-${i}`),
        ({ status }) => status !== 503,
        30_000,
      )
    const asked = await Promise.all(Array.from({ length: 40 }, (_, i) => answered(i)))
    expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
    expect(await waiting()).toHaveLength(browsersPerLinkMax)
    expect(await rowsOf(session.id)).toHaveLength(browsersPerLinkMax)
  })

  test('when a link was opened in too many browsers, the one silent for longest gives way to the next [GUEST-33]', async () => {
    const { secret, session } = await invited()
    for (let i = 0; i < browsersPerLinkMax; i += 1) {
      await ask(secret, `browser-${i}`)
      stack.clock.advance(100)
    }
    const knocks: { id: string }[] = await waiting()
    await decide(knocks[0]?.id ?? '', true)
    await decide(knocks[1]?.id ?? '', false)
    await beat(secret, 'browser-2')
    expect(await ask(secret, 'client')).toMatchObject({ body: { response: { state: 'waiting' } } })
    const states = await Promise.all([0, 1, 2, 3, 4].map((i) => stateOf(secret, `browser-${i}`)))
    expect(states).toEqual(['admitted', 'turned_away', 'waiting', 'none', 'waiting'])
    expect(await rowsOf(session.id)).toHaveLength(browsersPerLinkMax)
  })

  test('a browser that the coach has decided about does not give way: one more is refused', async () => {
    const { secret } = await invited()
    for (let i = 0; i < browsersPerLinkMax; i += 1) await ask(secret, `browser-${i}`)
    for (const { id } of await waiting()) await decide(id, false)
    expect(await ask(secret, 'one-more')).toMatchObject({ status: 409, body: { code: 'too_many_devices' } })
  })
})

describe('the waiting room', () => {
  test('the waiting list is the same after a reload, and the client reads since when the coach has been told [J3]', async () => {
    const { secret, session } = await invited()
    await stack.guest(secret).post('/guest/admission', {
      consents: true,
      terms: stack.platform.texts.terms.version,
      checked: { camera: 'good', microphone: 'none', connection: 'weak' },
    })
    expect((await stack.guest(secret).get('/guest/admission')).body.response.told_at).toBeNull()
    const listed = await waiting()
    expect(listed).toEqual([
      {
        id: listed[0].id,
        session_id: session.id,
        title: expect.any(String),
        start_time: expect.any(String),
        name: 'Robin Ames',
        state: 'waiting',
        since: new Date(stack.clock.now()).toISOString(),
        is_other_device: false,
        is_promised: false,
        checked: { camera: 'good', microphone: 'none', connection: 'weak' },
      },
    ])
    expect(await waiting()).toEqual(listed)
    // The page must not claim more than is true: the coach has been told from here on.
    const told = (await stack.guest(secret).get('/guest/admission')).body.response.told_at
    expect(told).toBe(new Date(stack.clock.now()).toISOString())
  })

  test('a client whose page is silent for 15 s leaves the waiting list, and is listed again as soon as it reports', async () => {
    const { secret } = await invited()
    await ask(secret)
    stack.clock.advance(14_000)
    expect(await waiting()).toHaveLength(1)
    stack.clock.advance(2000)
    expect(await waiting()).toEqual([])
    expect(await beat(secret)).toBe('waiting')
    expect(await waiting()).toHaveLength(1)
  })

  test('time in the waiting room is recorded apart from the call and counts for the no-show rule [CALL-31]', async () => {
    const { secret, session, on } = await invited()
    const stays = () =>
      stack.db
        .selectFrom('waiting_stays')
        .select(['began_at', 'seen_at'])
        .where('session_id', '=', session.id)
        .orderBy('began_at')
        .execute()
    const seconds = async () =>
      (await stays()).map(({ began_at, seen_at }) => (seen_at.getTime() - began_at.getTime()) / 1000)
    // Early: nobody could let them in yet.
    stack.clock.set(at('14:40', on))
    await ask(secret)
    expect(await stays()).toEqual([])
    stack.clock.set(at('14:58', on))
    for (let i = 0; i < 40; i += 1) {
      await beat(secret)
      stack.clock.advance(3000)
    }
    expect(await seconds()).toEqual([117])
    // After a silence another stay begins; the time away does not count.
    stack.clock.set(at('15:05', on))
    for (let i = 0; i < 61; i += 1) {
      await beat(secret)
      stack.clock.advance(3000)
    }
    expect(await seconds()).toEqual([117, 180])
    const noShow = () => stack.as(world.coach).post(`/sessions/cancel/${session.id}`, { noShow: true })
    const presence = await stack.db
      .selectFrom('presence')
      .select('id')
      .where('session_id', '=', session.id)
      .execute()
    expect(presence).toEqual([])
    stack.clock.advance(-1000)
    await beat(secret)
    await beat(secret)
    // 117 + 182 s are 4:59.
    expect(await seconds()).toEqual([117, 182])
    expect(
      (await stack.as(world.coach).get(`/sessions/${session.id}`)).body.response.abilities,
    ).toMatchObject({
      noShow: true,
    })
    stack.clock.advance(1000)
    await beat(secret)
    expect(await noShow()).toMatchObject({ status: 409, body: { code: 'no_show_refused' } })
  })

  test("after 'Join and admit' the client reads that the coach is joining, and can't join before the coach has [GUEST-29]", async () => {
    const { secret } = await invited()
    await ask(secret)
    const [knock] = await waiting()
    const standing = async () => (await stack.guest(secret).get('/guest/admission')).body.response
    expect(await standing()).toMatchObject({ state: 'waiting', is_coach_joining: false })
    expect(
      await stack.as(world.coach).post(`/calls/admissions/${knock.id}`, { admit: 'when_joined' }),
    ).toMatchObject({
      status: 200,
    })
    expect(await standing()).toMatchObject({ state: 'waiting', is_coach_joining: true })
    expect(await join(secret)).toMatchObject({ status: 403, body: { code: 'not_let_in' } })
    expect(await waiting()).toMatchObject([{ id: knock.id, is_promised: true }])
    // A coach who closed the device check is not on the way any more.
    stack.clock.advance(promisedMs - 1)
    await beat(secret)
    expect(await waiting()).toMatchObject([{ is_promised: true }])
    stack.clock.advance(1)
    expect(await waiting()).toMatchObject([{ is_promised: false }])
    expect(await standing()).toMatchObject({ state: 'waiting', is_coach_joining: false })
    await stack.as(world.coach).post(`/calls/admissions/${knock.id}`, { admit: 'when_joined' })
    await decide(knock.id, true)
    expect(await standing()).toMatchObject({ state: 'admitted', is_coach_joining: false })
  })

  test('a client who was turned away is listed with the time of that decision [GUEST-30]', async () => {
    const { secret } = await invited()
    await ask(secret)
    const [knock] = await waiting()
    stack.clock.advance(10_000)
    await decide(knock.id, false)
    expect(await waiting()).toMatchObject([
      { state: 'turned_away', since: new Date(stack.clock.now()).toISOString() },
    ])
  })

  test('a client who was let in can still join an hour later and after a reload, without asking again [J5]', async () => {
    const { secret, on } = await invited()
    await ask(secret)
    const [knock] = await waiting()
    await decide(knock.id, true)
    stack.clock.set(at('15:55', on))
    expect(await ask(secret)).toMatchObject({ body: { response: { state: 'admitted' } } })
    expect(await join(secret)).toMatchObject({ status: 200 })
  })

  test('a client who was turned away stays so after a reload and another ask, until the coach lets them in [J6]', async () => {
    const { secret } = await invited()
    await ask(secret)
    const [knock] = await waiting()
    expect(await decide(knock.id, false)).toMatchObject({ status: 200 })
    expect(await stateOf(secret)).toBe('turned_away')
    expect(await ask(secret)).toMatchObject({ body: { response: { state: 'turned_away' } } })
    expect(await beat(secret)).toBe('turned_away')
    expect(await join(secret)).toMatchObject({ status: 403 })
    // The coach still sees the people they turned away.
    const listed = await waiting()
    expect(listed).toMatchObject([{ id: knock.id, state: 'turned_away' }])
    await decide(knock.id, true)
    expect(await beat(secret)).toBe('admitted')
  })

  test("only the session's coach can let a client in or turn them away; everybody else gets 404, whatever their level [GUEST-14]", async () => {
    const { secret } = await invited()
    await ask(secret)
    const [knock] = await waiting()
    const { otherCoach, orgAdmin, admin, superUser, there } = world
    for (const other of [otherCoach, orgAdmin, admin, superUser, there.coach]) {
      expect(await waiting(other)).toEqual([])
      for (const admit of [true, false])
        expect(await decide(knock.id, admit, other)).toMatchObject({
          status: 404,
          body: { code: 'admission_not_found' },
        })
    }
    expect(await beat(secret)).toBe('waiting')
    expect(await decide(knock.id, true)).toMatchObject({ status: 200 })
  })

  test('the waiting list is empty before the call opens, and nobody can be let in after it closed', async () => {
    const { secret, on } = await invited()
    stack.clock.set(at('14:30', on))
    await ask(secret)
    expect(await waiting()).toEqual([])
    stack.clock.set(at('14:50', on))
    await beat(secret)
    const [knock] = await waiting()
    stack.clock.set(at('16:16', on))
    expect(await decide(knock.id, true)).toMatchObject({ status: 409, body: { code: 'not_joinable' } })
  })

  test("the coach's browsers get a live notice when a client asks and when the coach decides", async () => {
    const { secret, session } = await invited()
    const events = await coachHears()
    await ask(secret)
    const told = { kind: 'waiting', id: session.id }
    await eventually(
      () => events.notices.length,
      (n) => n === 1,
    )
    expect(events.notices).toEqual([told])
    const [knock] = await waiting()
    await decide(knock.id, false)
    await eventually(
      () => events.notices.length,
      (n) => n === 2,
    )
    expect(events.notices).toEqual([told, told])
    events.stop()
  })
})

describe('one place for each client', () => {
  test("a second browser waits as another device, and letting it in ends the first one's place [GUEST-15 GUEST-16 J9]", async () => {
    const { secret } = await invited()
    await ask(secret, 'first')
    const [first] = await waiting()
    await decide(first.id, true)
    const passed = await ask(secret, 'second')
    expect(passed.body.response).toMatchObject({ state: 'waiting', is_other_device: true })
    expect(await join(secret, 'second')).toMatchObject({ status: 403 })
    expect(await beat(secret, 'first')).toBe('admitted')
    const [second] = await waiting()
    expect(second).toMatchObject({ state: 'waiting', is_other_device: true })
    await decide(second.id, true)
    expect(await beat(secret, 'first')).toBe('replaced')
    expect(await join(secret, 'first')).toMatchObject({ status: 403, body: { code: 'not_let_in' } })
    expect(await join(secret, 'second')).toMatchObject({ status: 200 })
    // The first browser asks again and has to wait. It does not count as another device, because it came first.
    expect(await ask(secret, 'first')).toMatchObject({ body: { response: { state: 'waiting' } } })
  })

  test('with the waiting room off the first browser enters without being let in and the coach is told; a second one waits [ORG-20 GUEST-15]', async () => {
    await setWaitingRoom(false)
    const { secret, on, session } = await invited()
    const events = await coachHears()
    stack.clock.set(at('14:30', on))
    // Nobody comes in before the call opens.
    expect(await ask(secret, 'first')).toMatchObject({ body: { response: { state: 'waiting' } } })
    stack.clock.set(at('14:45', on))
    expect(await beat(secret, 'first')).toBe('admitted')
    const told = { kind: 'waiting', id: session.id }
    await eventually(
      () => events.notices.length,
      (n) => n === 2,
    )
    expect(events.notices).toEqual([told, told])
    events.stop()
    expect(await waiting()).toMatchObject([{ state: 'admitted', is_other_device: false }])
    expect(await join(secret, 'first')).toMatchObject({ status: 200 })
    expect(await ask(secret, 'second')).toMatchObject({
      body: { response: { state: 'waiting', is_other_device: true } },
    })
    expect(await beat(secret, 'second')).toBe('waiting')
    stack.clock.advance(61_000)
    await beat(secret, 'second')
    expect(await waiting()).toMatchObject([{ state: 'waiting', is_other_device: true }])
    await setWaitingRoom(true)
  })

  test('with the waiting room off a second device that returns after a silence is announced to the coach, and its heartbeat waits for no lock [GUEST-34]', async () => {
    await setWaitingRoom(false)
    const { secret, session, client } = await invited()
    await ask(secret, 'first')
    await ask(secret, 'second')
    stack.clock.advance(waitingGoneMs + 1000)
    const events = await coachHears()
    await inTransaction(stack.db, async (tx) => {
      await lockPlace(tx, session.id, client.id)
      expect(await beat(secret, 'second')).toBe('waiting')
    })
    await eventually(
      () => events.notices,
      (notices) => notices.length > 0,
    )
    expect(events.notices).toEqual([{ kind: 'waiting', id: session.id }])
    events.stop()
    await setWaitingRoom(true)
  })

  test('with the waiting room off one of four browsers that ask at once enters, and the others wait', async () => {
    await setWaitingRoom(false)
    const { secret } = await invited()
    const asked = await Promise.all(['a', 'b', 'c', 'd'].map((name) => ask(secret, name)))
    const states = asked.map(({ body }) => body.response.state)
    expect(states.filter((state) => state === 'admitted')).toHaveLength(1)
    expect(states.filter((state) => state === 'waiting')).toHaveLength(3)
    await setWaitingRoom(true)
  })

  test('when three devices of a client are let in at once, one of them gets the place', async () => {
    const { secret } = await invited()
    for (const name of ['a', 'b', 'c']) await ask(secret, name)
    const knocks: { id: string }[] = await waiting()
    const decided = await Promise.all(knocks.map(({ id }) => decide(id, true)))
    expect(decided.map(({ status }) => status)).toEqual([200, 200, 200])
    const states = await Promise.all(['a', 'b', 'c'].map((name) => stateOf(secret, name)))
    expect(states.toSorted()).toEqual(['admitted', 'replaced', 'replaced'])
  })

  test('a new link starts without the admission that the revoked link had', async () => {
    const { secret, session, client } = await invited()
    await ask(secret)
    const [knock] = await waiting()
    await decide(knock.id, true)
    expect(await stack.as(world.coach).post(`/sessions/revoke-link/${session.id}`)).toMatchObject({
      status: 200,
    })
    expect(await join(secret)).toMatchObject({ status: 404, body: { code: 'guest_link_dead' } })
    expect(await ask(secret)).toMatchObject({ status: 404 })
    const next = await secretFor(stack, session.id, client.id)
    expect(await stateOf(next)).toBe('none')
    expect(await join(next)).toMatchObject({ status: 403, body: { code: 'not_let_in' } })
  })
})
