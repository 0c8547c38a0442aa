import pg from 'pg'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses, herePlaces } from '../../../../../../scripts/engines/places.ts'
import { eventually } from '../../../../../../tests/support/eventually.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { tcpCut } from '../../../../../../tests/support/relays/tcp-cut.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())
const world = () => sessionsWorld(stack)
const people400 = { status: 400, body: { code: 'session_people' } }
const yours403 = { status: 403, body: { code: 'field_not_yours' } }

describe('a booked session', () => {
  test('a new session has every field of the specification and is Scheduled [API-13 API-14 API-15 API-21 STATUS-01 SESSION-18]', async () => {
    const { coach, client, booked, get, organization } = await world()
    const session = await booked()
    expect(session).toMatchObject({
      title: 'Values in practice',
      start_time: at('15:00'),
      end_time: at('16:00'),
      status: 'Scheduled',
      coach_id: coach.id,
      user_id: client.id,
      coach: [
        {
          id: coach.id,
          first_name: 'Robin',
          last_name: 'Ames',
          organization: { displayName: organization.display_name },
        },
      ],
      participants: [
        {
          id: client.id,
          first_name: 'Robin',
          last_name: 'Ames',
          username: client.username,
          email: client.email,
        },
      ],
      instance_count: 1,
      use_server: true,
      billable: true,
      organization_id: organization.id,
      version: 1,
    })
    // Each field by name, as documentation too. Together with `coach` and `participants` these are section 3.
    const read = (await get(coach, session.id)).body.response
    expect(read).toEqual({ ...session, abilities: read.abilities })
    expect(Object.keys(read)).toEqual(
      expect.arrayContaining([
        'id',
        'title',
        'start_time',
        'end_time',
        'status',
        'coach',
        'coach_id',
        'user_id',
        'participants',
        'instance_count',
        'use_server',
        'billable',
      ]),
    )
    expect(read.id).toMatch(/^[\da-f-]{36}$/)
  })

  test('every given field is stored, and a given status is refused [API-21 STATUS-01]', async () => {
    const { book, get, admin, coach, otherCoach } = await world()
    const given = {
      title: 'Coach circle',
      start_time: at('18:00'),
      end_time: at('19:30'),
      coach_id: coach.id,
      user_id: coach.id,
      instance_count: 3,
      use_server: false,
      billable: false,
    }
    const made = await book(admin, { ...given, participants: [otherCoach.id] })
    expect(made).toMatchObject({ status: 200 })
    const read = (await get(admin, made.body.response.id)).body.response
    expect(read).toMatchObject({ ...given, participants: [{ id: otherCoach.id }], status: 'Scheduled' })
    expect(await book(admin, { status: 'Completed' })).toMatchObject({ status: 400 })
  })

  test('a status is one of four, in the database and in requests [STATUS-01]', async () => {
    const { coach } = await world()
    const { rows } = await stack.platform.database.pool.query<{ status: string }>(
      'select unnest(enum_range(null::session_status))::text as status',
    )
    const four = ['Cancelled', 'Completed', 'NoShow', 'Scheduled']
    expect(rows.map(({ status }) => status).toSorted()).toEqual(four)
    const listed = (status: string) =>
      stack.as(coach).get(`/sessions?filters=${JSON.stringify({ status: [status] })}`)
    for (const status of four) expect(await listed(status)).toMatchObject({ status: 200 })
    for (const status of ['Pending', 'scheduled', 'No Show'])
      expect(await listed(status)).toMatchObject({ status: 400 })
  })

  test('an Individual session has one coach and one client, who is user_id and the only participant [SESSION-10]', async () => {
    const { book, coach, client, otherClient, otherCoach } = await world()
    expect((await book(coach)).body.response.participants).toHaveLength(1)
    expect(await book(coach, { participants: [client.id, otherClient.id] })).toMatchObject(people400)
    expect(await book(coach, { user_id: otherCoach.id })).toMatchObject(people400)
  })

  test('a session whose user is its coach is of type Org, with 1 to 10 participants of level 1 and above [SESSION-11 SESSION-12]', async () => {
    const { book, orgAdmin, coach, client, organization, orgSession } = await world()
    const made = (await book(orgAdmin, orgSession)).body.response
    expect(made.user_id).toBe(made.coach_id)
    expect(made.participants).toHaveLength(2)
    const crowd = await Promise.all(
      Array.from({ length: 11 }, () =>
        stack.make.person({ level: 'Coach', organization_id: organization.id }),
      ),
    )
    const ids = crowd.map((person) => person.id)
    const late = { user_id: coach.id, start_time: at('18:00'), end_time: at('19:00') }
    expect(await book(orgAdmin, { ...late, participants: ids })).toMatchObject({ status: 400 })
    expect(await book(orgAdmin, { ...late, participants: ids.slice(0, 10) })).toMatchObject({ status: 200 })
    expect(await book(orgAdmin, { ...late, participants: [client.id] })).toMatchObject(people400)
    expect(await book(orgAdmin, { ...late, participants: [] })).toMatchObject(people400)
  })

  test('a session with people of two organizations is refused [SESSION-13]', async () => {
    const { book, admin, coach, there } = await world()
    expect(await book(admin, { user_id: there.client.id })).toMatchObject(people400)
    expect(await book(admin, { user_id: coach.id, participants: [there.coach.id] })).toMatchObject(people400)
  })

  test('a session gets the organization of its coach and keeps it when the coach moves [SESSION-14]', async () => {
    const { booked, get, admin, coach, organization, there } = await world()
    const session = await booked()
    await stack
      .as(admin)
      .put(`/profiles/${coach.id}`, { attributes: { organization_id: there.organization.id } })
    expect((await get(admin, session.id)).body.response.organization_id).toBe(organization.id)
  })
})

describe('who may book', () => {
  test("a coach can book their own clients, and not another coach's [SESSION-04]", async () => {
    const { book, coach, otherClient } = await world()
    expect(await book(coach)).toMatchObject({ status: 200 })
    expect(
      await book(coach, { user_id: otherClient.id, start_time: at('17:00'), end_time: at('18:00') }),
    ).toMatchObject(people400)
  })

  test("a coach can't book for another coach, and can't book an Org session [SESSION-05]", async () => {
    const { book, otherCoach, coach, orgSession } = await world()
    expect(await book(otherCoach)).toMatchObject(yours403)
    expect(await book(coach, orgSession)).toMatchObject(yours403)
  })

  test('an OrgAdmin can book anybody of their own organization and nobody of another [SESSION-06]', async () => {
    const { book, orgAdmin, otherCoach, otherClient, there } = await world()
    expect(await book(orgAdmin)).toMatchObject({ status: 200 })
    expect(await book(orgAdmin, { coach_id: otherCoach.id, user_id: otherClient.id })).toMatchObject({
      status: 200,
    })
    expect(await book(orgAdmin, { coach_id: there.coach.id, user_id: there.client.id })).toMatchObject(
      people400,
    )
  })

  test('Admin and Super can book in any organization [SESSION-07]', async () => {
    const { book, admin, superUser, there } = await world()
    expect(await book(admin)).toMatchObject({ status: 200 })
    expect(await book(superUser, { coach_id: there.coach.id, user_id: there.client.id })).toMatchObject({
      status: 200,
    })
  })

  test('only an Admin can set billable [SESSION-19]', async () => {
    const { book, coach, orgAdmin, admin } = await world()
    for (const by of [coach, orgAdmin]) expect(await book(by, { billable: false })).toMatchObject(yours403)
    expect(await book(admin, { billable: false })).toMatchObject({
      status: 200,
      body: { response: { billable: false } },
    })
  })
})

describe('times', () => {
  const refused: [string, object, string, string][] = [
    [
      'a start more than two years ahead',
      { start_time: at('14:15', '2028-11-16'), end_time: at('15:15', '2028-11-16') },
      'You cannot schedule more than two years ahead',
      'SESSION-29',
    ],
    ['a start that has passed', { start_time: at('13:45') }, 'Start Time has already passed', 'FORM-18'],
    ['an end at the start', { end_time: at('15:00') }, 'End Time must be later than Start Time', 'FORM-19'],
    [
      'an end before the start',
      { end_time: at('14:45') },
      'End Time must be later than Start Time',
      'FORM-19',
    ],
    ['a start off the quarter', { start_time: at('15:10') }, 'Use quarters of an hour.', 'SESSION-20'],
    ['an end off the quarter', { end_time: at('16:05') }, 'Use quarters of an hour.', 'SESSION-20'],
    ['more than 8 hours', { end_time: at('23:15') }, 'A session lasts 8 hours at most.', 'SESSION-21'],
    ['four instances', { instance_count: 4 }, 'You are limited to 3 instances', 'FORM-25'],
    ['fewer than no instances', { instance_count: -1 }, 'Instances cannot be fewer than 0', 'FORM-26'],
    ['no title', { title: ' ' }, 'Title is required', 'FORM-11'],
  ]
  test.each(refused)('%s is refused: %o, %s [%s]', async (_what, body, message, _id) => {
    const { book, coach } = await world()
    const answer = await book(coach, body)
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.body.errors.map((fault: { message: string }) => fault.message)).toContain(message)
  })

  test('a session of 8 hours, without instances, that starts now is accepted [SESSION-21 FORM-26]', async () => {
    const { book, coach } = await world()
    expect(
      await book(coach, { start_time: at('14:00'), end_time: at('22:00'), instance_count: 0 }),
    ).toMatchObject({ status: 200 })
  })
})

describe('nobody is in two places', () => {
  test('a session that overlaps with another of its coach, client or participant is 409 clash [SESSION-15]', async () => {
    const { book, admin, coach, otherCoach, otherClient, orgAdmin, orgSession } = await world()
    expect(await book(admin)).toMatchObject({ status: 200 })
    const clash = { status: 409, body: { code: 'clash' } }
    expect(await book(admin, { start_time: at('15:30'), end_time: at('16:30') })).toMatchObject(clash)
    expect(
      await book(admin, { ...orgSession, start_time: at('14:30'), end_time: at('15:15') }),
    ).toMatchObject(clash)
    expect(
      await book(admin, { coach_id: otherCoach.id, user_id: otherCoach.id, participants: [coach.id] }),
    ).toMatchObject(clash)
    expect(await book(admin, { coach_id: otherCoach.id, user_id: otherClient.id })).toMatchObject({
      status: 200,
    })
    expect(
      await book(admin, { coach_id: orgAdmin.id, user_id: orgAdmin.id, participants: [otherCoach.id] }),
    ).toMatchObject(clash)
  })

  test('the clash is named only to somebody who may see that session', async () => {
    const { book, admin, coach, otherCoach, client, organization } = await world()
    const shared = await stack.make.person({
      level: 'Client',
      organization_id: organization.id,
      coach_id: otherCoach.id,
    })
    await book(admin, { user_id: shared.id, title: 'A private matter' })
    expect((await book(admin, { user_id: client.id })).body.response).toContain('A private matter')
    const unseen = await book(otherCoach, { coach_id: otherCoach.id, user_id: shared.id })
    expect(unseen).toMatchObject({ status: 409, body: { response: 'That time is taken.' } })
    expect(await book(coach)).toMatchObject({ status: 409 })
  })

  test('a session may begin when another ends [SESSION-16]', async () => {
    const { book, coach } = await world()
    expect(await book(coach)).toMatchObject({ status: 200 })
    expect(await book(coach, { start_time: at('16:00'), end_time: at('17:00') })).toMatchObject({
      status: 200,
    })
    expect(await book(coach, { start_time: at('14:15'), end_time: at('15:00') })).toMatchObject({
      status: 200,
    })
  })

  test('a Cancelled, NoShow or Completed session blocks no time [SESSION-17]', async () => {
    const fresh = await startStack()
    const { book, cancel, complete, coach } = await sessionsWorld(fresh)
    const first = (await book(coach)).body.response
    await cancel(coach, first.id)
    const second = (await book(coach)).body.response
    fresh.clock.set(at('15:05'))
    expect(await cancel(coach, second.id, { noShow: true })).toMatchObject({ status: 200 })
    const third = (await book(coach, { start_time: at('15:15'), end_time: at('16:15') })).body.response
    fresh.clock.set(at('15:20'))
    expect(await complete(coach, third.id)).toMatchObject({ status: 200 })
    expect(await book(coach, { start_time: at('15:30'), end_time: at('16:00') })).toMatchObject({
      status: 200,
    })
    await fresh[Symbol.asyncDispose]()
  })

  test('of twelve bookings for one time at once, one succeeds and the others get 409 [S1]', async () => {
    const { book, coach, admin, orgAdmin } = await world()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => book([coach, admin, orgAdmin][i % 3] ?? coach)),
    )
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
  })
})

describe('Idempotency-Key', () => {
  const key = (value: string) => ({ 'idempotency-key': value })

  test('a call repeated with its key acts once and gets the same answer, at once or later [WIRE-36]', async () => {
    const { book, coach } = await world()
    const [one, other] = await Promise.all([book(coach, {}, key('a')), book(coach, {}, key('a'))])
    expect(one).toMatchObject({ status: 200 })
    expect(other?.body).toEqual(one?.body)
    expect((await book(coach, {}, key('a'))).body).toEqual(one?.body)
    const rows = await stack.db.selectFrom('sessions').select('id').where('coach_id', '=', coach.id).execute()
    expect(rows).toHaveLength(1)
  })

  test('a key used again with another body is 409; the same key of another person or route acts [WIRE-37]', async () => {
    const { book, coach, orgAdmin, cancel } = await world()
    const made = (await book(coach, {}, key('b'))).body.response
    expect(await book(coach, { title: 'Other' }, key('b'))).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    })
    expect(await book(orgAdmin, { start_time: at('20:00'), end_time: at('21:00') }, key('b'))).toMatchObject({
      status: 200,
    })
    expect(await cancel(coach, made.id, {}, key('b'))).toMatchObject({
      status: 200,
      body: { response: { status: 'Cancelled' } },
    })
  })

  test('rights are checked again before a stored answer is given [WIRE-38]', async () => {
    const { book, cancel, coach, admin, client } = await world()
    const made = (await book(coach, {}, key('c'))).body.response
    expect(await cancel(coach, made.id, {}, key('d'))).toMatchObject({ status: 200 })
    await stack.db.updateTable('sessions').set({ coach_id: admin.id }).where('id', '=', made.id).execute()
    expect(await cancel(coach, made.id, {}, key('d'))).toMatchObject({ status: 404 })
    expect(client.id).toBeTruthy()
  })

  test('somebody moved to another organization gets neither the stored session nor the words of a stored refusal [WIRE-38]', async () => {
    const { book, orgAdmin, there } = await world()
    expect(await book(orgAdmin, {}, key('made'))).toMatchObject({ status: 200 })
    const named = "Robin Ames is in 'Values in practice' at that time."
    expect(await book(orgAdmin, {}, key('taken'))).toMatchObject({ status: 409, body: { response: named } })
    expect(await book(orgAdmin, {}, key('made'))).toMatchObject({ status: 200 })
    const organization_id = there.organization.id
    await stack.db.updateTable('people').set({ organization_id }).where('id', '=', orgAdmin.id).execute()
    expect(await book(orgAdmin, {}, key('made'))).toMatchObject({
      status: 404,
      body: { code: 'session_not_found' },
    })
    expect(await book(orgAdmin, {}, key('taken'))).toMatchObject({
      status: 409,
      body: { code: 'clash', response: 'That time is taken.' },
    })
  })

  test('a 429 is not stored: the call repeated with its key acts [WIRE-39]', async () => {
    await using fresh = await startStack()
    const { book, coach } = await sessionsWorld(fresh)
    const { act } = fresh.platform.limits
    const consume = act.consume.bind(act)
    // The rejection that the limiter gives above the limit.
    act.consume = () => Promise.reject(new RateLimiterRes(0, 1000, 1201, false))
    expect(await book(coach, {}, key('l'))).toMatchObject({ status: 429, body: { code: 'too_many' } })
    act.consume = consume
    expect(await book(coach, {}, key('l'))).toMatchObject({ status: 200 })
  })

  test('a 503 is not stored: the call repeated with its key acts [WIRE-39]', async () => {
    const { host, port } = addresses(herePlaces()).postgres
    await using relay = await tcpCut({ host, port })
    const url = new URL(stack.database.appUrl)
    url.port = String(relay.port)
    await using behind = await startStack({ DATABASE_URL: url.href })
    const { coach, client } = await sessionsWorld(stack)
    const body = {
      title: 'Cut off',
      start_time: at('15:00'),
      end_time: at('16:00'),
      coach_id: coach.id,
      user_id: client.id,
    }
    const book = () => behind.as(coach).post('/sessions/create', body, key('e'))
    // A lock on the coach stops the request in the middle of its transaction, and then the database connection is cut.
    const owner = new pg.Client({ connectionString: stack.database.ownerUrl })
    await owner.connect()
    await owner.query('begin')
    await owner.query('select from people where id = $1 for update', [coach.id])
    expect(await behind.visitor.get('/health')).toMatchObject({ status: 200 })
    const cutOff = book()
    await eventually(
      async () => {
        // Within a transaction PostgreSQL keeps showing its first snapshot of the activity unless it is cleared.
        await owner.query('select pg_stat_clear_snapshot()')
        const waiting =
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
        return (await owner.query(waiting)).rowCount
      },
      (waiting) => waiting === 1,
    )
    relay.cut()
    expect(await cutOff).toMatchObject({ status: 503 })
    await owner.query('rollback')
    await owner.end()
    relay.join()
    expect(await book()).toMatchObject({ status: 200 })
  })
})
