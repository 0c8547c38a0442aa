import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { idsOf } from '../../../../../../tests/support/worlds/people-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const asQuery = (query: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(query).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

describe('filter options', () => {
  const options = async (by: TestPerson, query: Record<string, unknown> = {}) =>
    (await stack.as(by).get(`/sessions/filter?${asQuery(query)}`)).body.response

  test('filter options are lists of value and label for status, client, coach and organization [API-17]', async () => {
    const { orgAdmin, organization, coach, client, admin } = await sessionsWorld(stack)
    await rename(client, 'Noor', 'Haddad')
    await rename(coach, 'Dana', 'Whitfield')
    await stack.make.session({ coach, client, start: at('09:00') })
    expect(await options(orgAdmin)).toEqual({
      status: [
        { value: 'Cancelled', label: 'Cancelled', count: 0 },
        { value: 'Completed', label: 'Completed', count: 0 },
        { value: 'NoShow', label: 'No Show', count: 0 },
        { value: 'Scheduled', label: 'Scheduled', count: 1 },
      ],
      client_name: [
        { value: 'Noor Haddad', label: 'Noor Haddad' },
        { value: 'Robin Ames', label: 'Robin Ames' },
      ],
      coach_name: [
        { value: 'Dana Whitfield', label: 'Dana Whitfield' },
        { value: 'Robin Ames', label: 'Robin Ames' },
      ],
      organization: [{ value: organization.id, label: organization.display_name, count: 1 }],
    })
    const found = await stack
      .as(orgAdmin)
      .get(
        `/sessions?${asQuery({ filters: { client_name: ['Noor Haddad'], coach_name: ['Dana Whitfield'] } })}`,
      )
    expect(idsOf(found)).toHaveLength(1)
    expect((await options(admin, { owned: 'true' })).client_name).toEqual([])
  })

  test("a coach's options for the client have no coaches, neither themselves nor the coach of an Org session", async () => {
    const { coach, otherCoach, client } = await sessionsWorld(stack)
    await rename(client, 'Noor', 'Haddad')
    await rename(coach, 'Dana', 'Whitfield')
    await rename(otherCoach, 'Ruben', 'Hart')
    await stack.make.session({ coach, client, start: at('09:00') })
    await stack.make.session({ coach, participants: [otherCoach], start: at('10:00') })
    await stack.make.session({ coach: otherCoach, participants: [coach], start: at('11:00') })
    const names = [{ value: 'Noor Haddad', label: 'Noor Haddad' }]
    expect((await options(coach)).client_name).toEqual(names)
    expect((await options(coach, { field: 'client_name', q: 'h' })).client_name).toEqual(names)
  })

  test('a coach gets no options for coach and organization, and for the client those of their own sessions [API-19]', async () => {
    const { coach, client } = await sessionsWorld(stack)
    await rename(client, 'Noor', 'Haddad')
    await stack.make.session({ coach, client, start: at('09:00') })
    expect(await options(coach)).toMatchObject({
      client_name: [{ value: 'Noor Haddad' }],
      coach_name: [],
      organization: [],
    })
    expect((await options(coach, { field: 'coach_name' })).coach_name).toEqual([])
  })

  test('filter options have at most 50 values, narrowed by field and q [API-18]', async () => {
    const { orgAdmin, organization } = await sessionsWorld(stack)
    for (let i = 0; i < 60; i += 1)
      await stack.make.person({
        level: 'Client',
        organization_id: organization.id,
        first_name: `Ada ${String(i).padStart(2, '0')}`,
        last_name: i % 20 ? 'Lund' : 'Öst Berg',
      })
    const all = await options(orgAdmin)
    expect(all.client_name).toHaveLength(50)
    expect(all.client_name[0].label).toBe('Ada 00 Öst Berg')
    const some = await options(orgAdmin, { field: 'client_name', q: 'ost be' })
    expect(some.client_name.map((one: { label: string }) => one.label)).toEqual([
      'Ada 00 Öst Berg',
      'Ada 20 Öst Berg',
      'Ada 40 Öst Berg',
    ])
    expect([some.coach_name, some.organization, some.status.length]).toEqual([[], [], 4])
    // In these names the space may come before the last name or be part of it.
    const filters = { client_name: ['Ada 20 Öst Berg'] }
    expect((await stack.as(orgAdmin).get(`/sessions?${asQuery({ filters })}`)).status).toBe(200)
  })
})

const rename = ({ id }: TestPerson, first_name: string, last_name: string) =>
  stack.db.updateTable('people').set({ first_name, last_name }).where('id', '=', id).execute()

describe('the calendar', () => {
  const calendar = (by: TestPerson, query: Record<string, unknown>) =>
    stack.as(by).get(`/sessions/calendar?${asQuery(query)}`)

  test('the calendar returns sessions in half-open ranges of start and end, and with both given those in both [API-20 CALENDAR-07 CALENDAR-08]', async () => {
    const { coach, client, orgAdmin, otherCoach, otherClient, get } = await sessionsWorld(stack)
    const nine = await stack.make.session({ coach, client, start: at('09:00') })
    const ten = await stack.make.session({ coach, client, start: at('10:00'), end: at('12:00') })
    const colleague = await stack.make.session({ coach: otherCoach, client: otherClient, start: at('10:00') })
    const own = async (query: Record<string, unknown>) => idsOf(await calendar(coach, query))
    expect(await own({ start_time_range: [at('09:00'), at('10:00')] })).toEqual([nine.id])
    expect(await own({ start_time_range: [at('09:00'), at('10:01')] })).toEqual([nine.id, ten.id])
    expect(await own({ end_time_range: [at('10:00'), at('12:00')] })).toEqual([nine.id])
    expect(await own({ end_time_range: [at('10:01'), at('12:01')] })).toEqual([ten.id])
    const start_time_range = [at('09:00'), at('11:00')]
    expect(await own({ start_time_range, end_time_range: [at('11:00'), at('13:00')] })).toEqual([ten.id])
    expect(await own({ start_time_range, end_time_range: [at('13:00'), at('14:00')] })).toEqual([])
    const answer = await calendar(coach, { start_time_range })
    expect(answer.body.response[0]).toEqual((await get(coach, nine.id)).body.response)
    expect(idsOf(await calendar(orgAdmin, { start_time_range })).toSorted()).toEqual(
      [nine.id, ten.id, colleague.id].toSorted(),
    )
    expect(idsOf(await calendar(orgAdmin, { start_time_range, owned: 'true' }))).toEqual([])
    expect(await calendar(coach, {})).toMatchObject({ status: 400, body: { code: 'range_missing' } })
  })

  test('a range of more than 62 days, or more than 1,000 entries, is 400 [CALENDAR-09]', async () => {
    const { coach, orgAdmin, organization } = await sessionsWorld(stack)
    const days = (n: number, more = 0) => {
      const from = Date.parse(at('00:00', '2021-01-01'))
      return [new Date(from).toISOString(), new Date(from + n * 86_400_000 + more).toISOString()]
    }
    for (const name of ['start_time_range', 'end_time_range']) {
      expect(await calendar(coach, { [name]: days(62) })).toMatchObject({ status: 200 })
      expect(await calendar(coach, { [name]: days(62, 1) })).toMatchObject({
        status: 400,
        body: { code: 'range_too_long' },
      })
    }
    await sql`insert into sessions (organization_id, coach_id, user_id, start_time, end_time, status, title, search)
      select ${organization.id}, ${coach.id}, ${coach.id}, at, at + interval '15 minutes', 'Cancelled', 'x', ' x'
      from (select timestamptz '2021-01-01Z' + make_interval(mins => 15 * i) as at from generate_series(0, 1000) i) x`.execute(
      stack.db,
    )
    for (const viewer of [coach, orgAdmin])
      expect(await calendar(viewer, { start_time_range: days(30) })).toMatchObject({
        status: 400,
        body: { code: 'range_too_full' },
      })
    const last = Date.parse('2021-01-01T00:00:00.000Z') + 1000 * 15 * 60_000
    const range = [days(1)[0], new Date(last).toISOString()]
    expect(idsOf(await calendar(coach, { start_time_range: range }))).toHaveLength(1000)
  })

  test("today counts the Scheduled sessions in the viewer's scope", async () => {
    const { coach, client, orgAdmin, otherCoach, otherClient } = await sessionsWorld(stack)
    await stack.make.session({ coach, client, start: at('16:00') })
    await stack.make.session({ coach: otherCoach, client: otherClient, start: at('16:00') })
    await stack.make.session({ coach, client, start: at('09:00'), status: 'Completed' })
    await stack.make.session({ coach, client, start: at('05:00', '2026-11-17') })
    const today = (range: string[]) => stack.as(orgAdmin).get(`/sessions/today?${asQuery({ range })}`)
    expect((await today([at('05:00'), at('05:00', '2026-11-17')])).body.response).toEqual({ scheduled: 2 })
    expect(await today([at('05:00'), at('05:00', '2027-02-17')])).toMatchObject({
      status: 400,
      body: { code: 'range_too_long' },
    })
  })
})

describe('progress', () => {
  const progress = async (by: TestPerson) => (await stack.as(by).get('/sessions/progress')).body.response

  test('rates cover the last 28 days, totals all own sessions in any status [DASH-17 DASH-18 PROFILE-01]', async () => {
    const { coach, client, otherCoach, orgAdmin } = await sessionsWorld(stack)
    stack.clock.set(at('14:00'))
    expect(await progress(coach)).toMatchObject({ completed: 0, noShow: 0, total: 0, minutesTotal: 0 })
    const ago = (days: number) => new Date(stack.clock.now() - days * 86_400_000).toISOString()
    const make = (status: 'Completed' | 'NoShow' | 'Cancelled' | 'Scheduled', days: number) =>
      stack.make.session({ coach, client, start: ago(days), status })
    for (const days of [1, 2, 10, 28]) await make('Completed', days)
    await make('NoShow', 3)
    for (const days of [28.5, 40]) await make('Completed', days)
    await make('NoShow', 29)
    await make('Cancelled', 4)
    await make('Scheduled', -3)
    await stack.make.session({ coach: otherCoach, participants: [coach], start: ago(5), status: 'Completed' })
    await stack.make.session({ coach: otherCoach, participants: [orgAdmin], start: ago(6), status: 'NoShow' })
    const figures = await progress(coach)
    expect(figures).toMatchObject({ completed: 5, noShow: 1, total: 11, minutesTotal: 7 * 60 })
    const sum = (name: 'completed' | 'noShow') =>
      figures.rates.reduce((all: number, one: Record<string, number>) => all + (one[name] ?? 0), 0)
    expect([sum('completed'), sum('noShow'), figures.rates.length]).toEqual([5, 1, 4])
  })

  test("weeks begin on Monday in the viewer's zone [DASH-19]", async () => {
    const { organization, client } = await sessionsWorld(stack)
    const organization_id = organization.id
    stack.clock.set(at('14:00', '2026-11-18'))
    const newYork = await stack.make.person({ level: 'Coach', organization_id })
    const sydney = await stack.make.person({ level: 'Coach', organization_id, time_zone: 'Australia/Sydney' })
    // Monday morning in Sydney is Sunday in New York.
    for (const coach of [newYork, sydney])
      await stack.make.session({ coach, client, start: at('01:00'), end: at('01:45'), status: 'Completed' })
    const weeks = async (by: TestPerson) => (await progress(by)).weeks
    expect(await weeks(newYork)).toHaveLength(8)
    expect((await weeks(newYork)).slice(-2)).toEqual([
      { start: '2026-11-09', calls: 1, minutes: 45 },
      { start: '2026-11-16', calls: 0, minutes: 0 },
    ])
    expect((await weeks(sydney)).at(-1)).toEqual({ start: '2026-11-16', calls: 1, minutes: 45 })
    // The clocks of New York went back on Nov 1, so that week had 169 hours, and this session is in its last hour.
    await stack.make.session({
      coach: newYork,
      client,
      start: '2026-11-02T04:30:00.000Z',
      status: 'Completed',
    })
    expect((await weeks(newYork)).find((one: { start: string }) => one.start === '2026-10-26')).toMatchObject(
      {
        calls: 1,
      },
    )
    stack.clock.set(at('14:00'))
  })
})

describe('the future sessions of a person', () => {
  const future = (by: TestPerson, { id }: { id: string }) => stack.as(by).get(`/sessions/future/${id}`)

  test('the future sessions of a person are Scheduled and not begun, as coach, client or participant, soonest first, with their number', async () => {
    const { orgAdmin, coach, otherCoach, client, there, admin } = await sessionsWorld(stack)
    const later = await stack.make.session({ coach, client, start: at('09:00', '2026-12-02') })
    const soon = await stack.make.session({ coach: otherCoach, participants: [coach], start: at('16:00') })
    await stack.make.session({ coach, client, start: at('14:00') })
    await stack.make.session({ coach, client, start: at('10:00', '2026-12-03'), status: 'Cancelled' })
    const ofCoach = (await future(orgAdmin, coach)).body.response
    expect(ofCoach.total).toBe(2)
    expect(ofCoach.sessions.map((one: { id: string }) => one.id)).toEqual([soon.id, later.id])
    expect((await future(orgAdmin, client)).body.response).toMatchObject({
      total: 1,
      sessions: [{ id: later.id }],
    })
    expect(await future(orgAdmin, there.coach)).toMatchObject({
      status: 404,
      body: { code: 'person_not_found' },
    })
    expect((await future(admin, there.coach)).body.response).toEqual({ sessions: [], total: 0 })
  })

  test('the future sessions of a person who moved are shown to an Admin, and those of the old organization not to the new OrgAdmin [SESSION-32]', async () => {
    const { orgAdmin, coach, client, there, admin } = await sessionsWorld(stack)
    const left = await stack.make.session({ coach, client, start: at('09:00', '2026-12-02') })
    const organization_id = there.organization.id
    await stack.db.updateTable('people').set({ organization_id }).where('id', '=', coach.id).execute()
    expect((await future(there.orgAdmin, coach)).body.response).toEqual({ sessions: [], total: 0 })
    expect((await future(admin, coach)).body.response).toMatchObject({
      total: 1,
      sessions: [{ id: left.id }],
    })
    expect(await future(orgAdmin, coach)).toMatchObject({ status: 404 })
  })
})

describe('people whom a coach meets in sessions', () => {
  test("a coach sees the people they share a session with, and can't edit them [PEOPLE-02 PEOPLE-06]", async () => {
    const { coach, client, otherCoach, otherClient, orgAdmin, organization, there } =
      await sessionsWorld(stack)
    const alone = await stack.make.person({ level: 'Coach', organization_id: organization.id })
    const seen = async () => idsOf(await stack.as(coach).get('/profiles')).toSorted()
    const known = [coach, client]
    const expectSeen = async () => expect(await seen()).toEqual(known.map((one) => one.id).toSorted())
    await expectSeen()
    const meetings = [
      { coach, client: otherClient },
      { coach: otherCoach, participants: [coach, orgAdmin] },
    ]
    for (const given of meetings)
      await stack.make.session({ ...given, start: at('09:00'), status: 'Completed' })
    known.push(otherClient, otherCoach, orgAdmin)
    await expectSeen()
    expect((await stack.as(coach).get('/profiles/count')).body.response.entryCount).toBe(5)
    expect(idsOf(await stack.as(coach).get('/profiles/list-clients')).toSorted()).toEqual(
      [client.id, otherClient.id].toSorted(),
    )
    for (const hidden of [alone, there.client])
      expect(await stack.as(coach).get(`/profiles/${hidden.id}`)).toMatchObject({ status: 404 })

    const met = await stack.as(coach).get(`/profiles/${otherClient.id}`)
    expect(met.body.response.abilities).toMatchObject({ edit: false, delete: false, sendLoginEmail: false })
    const attributes = { first_name: 'Changed' }
    expect(await stack.as(coach).put(`/profiles/${otherClient.id}`, { attributes })).toMatchObject({
      status: 403,
    })
    expect(await stack.as(coach).put(`/profiles/${otherCoach.id}`, { attributes })).toMatchObject({
      status: 403,
    })
    expect(await stack.as(coach).post(`/profiles/send-login-email/${otherClient.id}`)).toMatchObject({
      status: 403,
    })
    expect((await stack.as(coach).get(`/profiles/${otherClient.id}`)).body.response.first_name).toBe('Robin')
    expect(await stack.as(coach).put(`/profiles/${client.id}`, { attributes })).toMatchObject({ status: 200 })
  })
})
