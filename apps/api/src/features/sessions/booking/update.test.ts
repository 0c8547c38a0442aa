import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(async () => {
  await stack.anew()
  world = await sessionsWorld(stack)
})

test('an update changes the given fields and no others [API-22]', async () => {
  const { coach, booked, update } = world
  const before = await booked()
  const after = (await update(coach, before.id, { title: 'Anew' })).body.response
  expect(after).toEqual({
    ...before,
    title: 'Anew',
    version: before.version + 1,
    updatedAt: after.updatedAt,
    abilities: after.abilities,
  })
})

test('times and people can be changed while the session is Scheduled and before its start; afterwards it is 409 [SESSION-22]', async () => {
  const { coach, orgAdmin, booked, update, otherCoach, otherClient, cancel } = world
  const session = await booked()
  expect(await update(coach, session.id, { start_time: at('15:15'), end_time: at('16:15') })).toMatchObject({
    status: 200,
  })
  expect(
    await update(orgAdmin, session.id, { coach_id: otherCoach.id, user_id: otherClient.id }),
  ).toMatchObject({ status: 200 })
  stack.clock.set(at('15:15'))
  const late = { status: 409, body: { code: 'not_editable' } }
  expect(await update(orgAdmin, session.id, { end_time: at('16:30') })).toMatchObject(late)
  expect(await update(orgAdmin, session.id, { coach_id: coach.id })).toMatchObject(late)
  const other = await booked({ start_time: at('20:00'), end_time: at('21:00') })
  await cancel(orgAdmin, other.id)
  expect(await update(orgAdmin, other.id, { start_time: at('20:15') })).toMatchObject(late)
})

test('values equal to the stored ones are not checked, so the title can change after the start [SESSION-24]', async () => {
  const { coach, booked, update, client } = world
  const session = await booked()
  stack.clock.set(at('15:30'))
  const same = {
    start_time: session.start_time,
    end_time: session.end_time,
    coach_id: coach.id,
    user_id: client.id,
    billable: true,
  }
  expect(await update(coach, session.id, { ...same, title: 'Anew' })).toMatchObject({
    status: 200,
    body: { response: { title: 'Anew' } },
  })
})

test('participants count as a set: [A, A] is A alone and no longer {A, B}', async () => {
  const { orgAdmin, otherCoach, booked, update, orgSession } = world
  const session = await booked(orgSession)
  const idsIn = (answer: { body: { response: { participants: { id: string }[] } } }) =>
    answer.body.response.participants.map((person) => person.id)
  const twice = await update(orgAdmin, session.id, { participants: [otherCoach.id, otherCoach.id] })
  expect(idsIn(twice)).toEqual([otherCoach.id])
  const again = await update(orgAdmin, session.id, { participants: [otherCoach.id, otherCoach.id] })
  expect(again.body.response.version).toBe(twice.body.response.version)
})

test('an empty list of participants changes nothing in an Individual session [SESSION-24]', async () => {
  const { coach, booked, update, orgAdmin, orgSession, otherClient } = world
  const session = await booked()
  stack.clock.set(at('15:30'))
  const answer = await update(coach, session.id, { participants: [] })
  expect(answer).toMatchObject({ status: 200, body: { response: { version: session.version } } })
  expect(await update(coach, session.id, { participants: [], title: 'Anew' })).toMatchObject({ status: 200 })
  // A list that names somebody is a change, and that is refused once the session has begun.
  const named = await update(coach, session.id, { participants: [otherClient.id] })
  expect(named).toMatchObject({ status: 409, body: { code: 'not_editable' } })
  const org = await booked({ ...orgSession, start_time: at('20:00'), end_time: at('21:00') })
  expect(await update(orgAdmin, org.id, { participants: [] })).toMatchObject({ status: 400 })
})

test('an update with an old version is 409 stale and returns the present session [SESSION-25]', async () => {
  const { coach, booked, update } = world
  const session = await booked()
  await update(coach, session.id, { title: 'First', version: 1 })
  expect(await update(coach, session.id, { title: 'Second', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale', present: { id: session.id, title: 'First', version: 2 } },
  })
})

test('moving a session is checked like booking it: clashes, times, people, rights', async () => {
  const { coach, otherCoach, orgAdmin, booked, update, there } = world
  const one = await booked()
  const two = await booked({ start_time: at('17:00'), end_time: at('18:00') })
  expect(await update(coach, two.id, { start_time: one.start_time, end_time: one.end_time })).toMatchObject({
    status: 409,
    body: { code: 'clash' },
  })
  expect(await update(coach, two.id, { start_time: at('17:15') })).toMatchObject({ status: 200 })
  expect(await update(coach, two.id, { start_time: at('13:00'), end_time: at('13:30') })).toMatchObject({
    status: 400,
  })
  expect(await update(coach, two.id, { coach_id: otherCoach.id })).toMatchObject({ status: 403 })
  expect(await update(coach, two.id, { billable: false })).toMatchObject({ status: 403 })
  expect(await update(orgAdmin, two.id, { coach_id: there.coach.id })).toMatchObject({ status: 400 })
})

test('after a move the old time is free and the new one is taken', async () => {
  const { coach, booked, book, update } = world
  const session = await booked()
  await update(coach, session.id, { start_time: at('18:00'), end_time: at('19:00') })
  expect(await book(coach)).toMatchObject({ status: 200 })
  expect(await book(coach, { start_time: at('18:30'), end_time: at('19:30') })).toMatchObject({ status: 409 })
})

test('when two sessions are reassigned to one coach at once, one is and the other gets 409 [S1]', async () => {
  const { coach, otherCoach, otherClient, orgAdmin, organization, booked, update } = world
  const third = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  const one = await booked()
  const two = await booked({ coach_id: otherCoach.id, user_id: otherClient.id })
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      [one, two].map(({ id }) => update(orgAdmin, id, { coach_id: third.id })),
    )
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await update(orgAdmin, one.id, { coach_id: coach.id })
    await update(orgAdmin, two.id, { coach_id: otherCoach.id })
  }
})

test('the database itself refuses to put somebody into two sessions at once [S1]', async () => {
  const { coach, booked } = world
  const one = await booked()
  const two = await booked({ start_time: at('17:00'), end_time: at('18:00') })
  await expect(
    stack.platform.database.pool.query(
      `update session_busy b set during = o.during from session_busy o
       where b.session_id = $1 and o.session_id = $2 and b.person_id = $3 and o.person_id = $3`,
      [two.id, one.id, coach.id],
    ),
  ).rejects.toThrow(/exclusion constraint/)
})

test('when two sessions of a coach are moved to one time at once, one is and the other gets 409 [S1]', async () => {
  const { coach, orgAdmin, booked, update } = world
  const one = await booked()
  const two = await booked({ start_time: at('17:00'), end_time: at('18:00') })
  for (let round = 0; round < 5; round += 1) {
    const wanted = { start_time: at('20:00'), end_time: at('21:00') }
    const answers = await Promise.all([update(coach, one.id, wanted), update(orgAdmin, two.id, wanted)])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await update(coach, one.id, { start_time: at('15:00'), end_time: at('16:00') })
    await update(coach, two.id, { start_time: at('17:00'), end_time: at('18:00') })
  }
})

test("the history has who changed what, with old and new values, and can't be changed itself", async () => {
  const { coach, orgAdmin, booked, update, there } = world
  const session = await booked()
  await update(orgAdmin, session.id, { start_time: at('15:30'), end_time: at('16:30') })
  const history = (await stack.as(coach).get(`/sessions/${session.id}/history`)).body.response
  expect(history).toMatchObject([
    {
      action: 'updated',
      by: { id: orgAdmin.id, name: 'Robin Ames' },
      changes: { start_time: { from: at('15:00'), to: at('15:30') } },
    },
    { action: 'created' },
  ])
  expect(await stack.as(there.coach).get(`/sessions/${session.id}/history`)).toMatchObject({ status: 404 })
  await expect(stack.db.deleteFrom('session_history').execute()).rejects.toThrow('permission denied')
  await expect(stack.db.updateTable('session_history').set({ action: 'x' }).execute()).rejects.toThrow(
    'permission denied',
  )
})

test('busy times name the sessions that the viewer may see, and can leave out the session that is moved', async () => {
  const { coach, otherCoach, otherClient, orgAdmin, booked, client, organization } = world
  const mine = await booked()
  const shared = await stack.make.person({
    level: 'Client',
    organization_id: organization.id,
    coach_id: coach.id,
  })
  await booked({
    coach_id: otherCoach.id,
    user_id: otherClient.id,
    start_time: at('19:00'),
    end_time: at('20:00'),
  })
  const range = encodeURIComponent(JSON.stringify([at('00:00'), at('00:00', '2026-11-17')]))
  const busy = (by: typeof coach, people: string[], more = '') =>
    stack
      .as(by)
      .get(`/sessions/busy?people=${encodeURIComponent(JSON.stringify(people))}&range=${range}${more}`)
  const answer = (await busy(coach, [coach.id, client.id, shared.id])).body.response
  const of = (person: { id: string }) => answer.find((one: { id: string }) => one.id === person.id).busy
  expect(of(coach)).toMatchObject([
    { start: at('15:00'), end: at('16:00'), session: { id: mine.id, title: 'Values in practice' } },
  ])
  expect(of(client)).toHaveLength(1)
  expect(of(shared)).toEqual([])
  await booked({
    coach_id: otherCoach.id,
    user_id: otherCoach.id,
    participants: [orgAdmin.id],
    start_time: at('21:00'),
    end_time: at('22:00'),
  })
  expect((await busy(coach, [coach.id], `&except=${mine.id}`)).body.response[0].busy).toEqual([])
  expect(await busy(coach, [otherClient.id])).toMatchObject({ status: 400 })
  const seen = (await busy(orgAdmin, [otherCoach.id])).body.response[0]
  expect(seen.busy).toHaveLength(2)
})

test('people who are already in a session are not checked again when its coach moves it [SESSION-30]', async () => {
  const { coach, orgAdmin, otherCoach, client, booked, update, orgSession } = world
  const later = { start_time: at('17:00'), end_time: at('18:00') }
  const org = await booked(orgSession)
  expect(await update(coach, org.id, later)).toMatchObject({
    status: 200,
    body: { response: { ...later, participants: [{}, {}] } },
  })
  const single = await booked({ start_time: at('20:00'), end_time: at('21:00') })
  await stack.as(orgAdmin).put(`/profiles/${client.id}`, { attributes: { coach_id: otherCoach.id } })
  expect(single.abilities.editTimes).toBe(true)
  expect(await update(coach, single.id, { start_time: at('20:15') })).toMatchObject({ status: 200 })
})

test("people who are added are checked: a coach can't add people out of reach, and nobody can add people of another organization [SESSION-30]", async () => {
  const { coach, admin, otherClient, there, booked, update, orgSession, organization } = world
  const single = await booked()
  expect(await update(coach, single.id, { user_id: otherClient.id })).toMatchObject({
    status: 400,
    body: { code: 'session_people', errors: [{ path: 'user_id' }] },
  })
  const org = await booked({ ...orgSession, start_time: at('17:00'), end_time: at('18:00') })
  const third = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  const withThird = { participants: [...orgSession.participants, third.id] }
  expect(await update(coach, org.id, withThird)).toMatchObject({ status: 400 })
  expect(await update(admin, org.id, withThird)).toMatchObject({ status: 200 })
  expect(await update(admin, org.id, { coach_id: there.coach.id })).toMatchObject({ status: 400 })
  expect(await update(coach, org.id, { participants: orgSession.participants })).toMatchObject({
    status: 200,
  })
})

test("a coach can read the busy times of a session's people to move that session, and not otherwise [SESSION-30]", async () => {
  const { coach, orgAdmin, otherCoach, client, booked } = world
  const single = await booked()
  await stack.as(orgAdmin).put(`/profiles/${client.id}`, { attributes: { coach_id: otherCoach.id } })
  const busy = (except: string) => {
    const people = encodeURIComponent(JSON.stringify([coach.id, client.id]))
    const range = encodeURIComponent(JSON.stringify([at('14:00'), at('22:00')]))
    return stack.as(coach).get(`/sessions/busy?people=${people}&range=${range}${except}`)
  }
  expect(await busy('')).toMatchObject({ status: 400, body: { code: 'session_people' } })
  const { body } = await busy(`&except=${single.id}`)
  expect(body.response.map((one: { id: string }) => one.id).toSorted()).toEqual(
    [coach.id, client.id].toSorted(),
  )
})

test('after a change of people an Individual session is found by its new client, and an Org session not by a participant', async () => {
  const { admin, coach, client, otherCoach, orgAdmin, booked, update, orgSession } = world
  const second = await stack.make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
    last_name: 'Quillfeather',
  })
  const third = await stack.make.person({
    level: 'Coach',
    organization_id: coach.organization_id,
    last_name: 'Oxenbridge',
  })
  const one = await booked({ start_time: at('05:00', '2026-11-20'), end_time: at('06:00', '2026-11-20') })
  const org = await booked({
    ...orgSession,
    start_time: at('07:00', '2026-11-20'),
    end_time: at('08:00', '2026-11-20'),
  })
  expect(one.user_id).toBe(client.id)
  expect(await update(admin, one.id, { user_id: second.id })).toMatchObject({ status: 200 })
  const others = [otherCoach.id, orgAdmin.id, third.id]
  expect(await update(admin, org.id, { participants: others })).toMatchObject({ status: 200 })
  const found = async (words: string) => {
    const answer = await stack.as(admin).get(`/sessions?page=1&search=${words}`)
    return answer.body.response.entries.map(({ id }: { id: string }) => id)
  }
  expect(await found('quillfeather')).toEqual([one.id])
  expect(await found('oxenbridge')).toEqual([])
})

test('the 21st move of a session within an hour is 429, and its title can still be changed [OPS-12]', async () => {
  const { coach, booked, update } = world
  const session = await booked()
  const moved = (i: number) =>
    update(coach, session.id, i % 2 ? { start_time: at('15:00') } : { start_time: at('15:15') })
  const statuses: number[] = []
  for (let i = 0; i < 21; i += 1) statuses.push((await moved(i)).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect((await update(coach, session.id, { title: 'Another title' })).status).toBe(200)
  stack.clock.advance(3_600_000)
  expect((await moved(20)).status).toBe(409)
})
