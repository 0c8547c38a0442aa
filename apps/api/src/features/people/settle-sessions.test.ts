import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

async function world() {
  const people = await sessionsWorld(stack)
  const remove = (body?: object) => stack.as(people.orgAdmin).delete(`/profiles/${people.coach.id}`, body)
  const change = (attributes: object, settle?: object[]) =>
    stack.as(people.admin).put(`/profiles/${people.coach.id}`, { attributes, ...(settle && { settle }) })
  const one = (id: string) => stack.as(people.admin).get(`/sessions/${id}`)
  const isDeleted = async () =>
    (await stack.as(people.admin).get(`/profiles/${people.coach.id}`)).body.response.deletedAt !== null
  return { ...people, remove, change, one, isDeleted }
}

const later = { start_time: at('17:00'), end_time: at('18:00') }

describe('a coach with sessions ahead [PEOPLE-68]', () => {
  test("a coach with sessions ahead can't be deleted, moved or lowered before the sessions are settled: 409 with their list", async () => {
    const { booked, remove, change, there, isDeleted, coach } = await world()
    const session = await booked()
    const open = {
      status: 409,
      body: { code: 'future_sessions', present: { total: 1, sessions: [{ id: session.id }] } },
    }
    expect(await remove()).toMatchObject(open)
    expect(await change({ organization_id: there.organization.id })).toMatchObject(open)
    expect(await change({ privs: 0 })).toMatchObject(open)
    expect(await isDeleted()).toBe(false)
    // A change that removes nobody from a session requires no settling.
    expect(await change({ first_name: 'Ann', privs: 2 })).toMatchObject({ status: 200 })
    expect(await stack.as(coach).get('/profiles/me')).toMatchObject({ status: 200 })
  })

  test('a coach with sessions ahead can be deleted by a call that also reassigns or cancels each session', async () => {
    const { booked, remove, one, isDeleted, coach, otherCoach, client, orgAdmin } = await world()
    const given = await booked()
    const off = await booked(later)
    const meeting = await booked({
      user_id: otherCoach.id,
      coach_id: otherCoach.id,
      participants: [coach.id, orgAdmin.id],
      start_time: at('20:00'),
      end_time: at('21:00'),
    })
    const third = await stack.make.person({ level: 'Coach', organization_id: coach.organization_id })
    const settle = [
      { session_id: given.id, act: 'reassign', to: otherCoach.id },
      { session_id: off.id, act: 'cancel' },
      { session_id: meeting.id, act: 'reassign', to: third.id },
    ]
    expect(await remove({ settle })).toMatchObject({ status: 200 })
    expect(await isDeleted()).toBe(true)
    expect((await one(given.id)).body.response).toMatchObject({
      coach_id: otherCoach.id,
      user_id: client.id,
      status: 'Scheduled',
    })
    expect((await one(off.id)).body.response.status).toBe('Cancelled')
    const { participants } = (await one(meeting.id)).body.response
    expect(participants.map((person: { id: string }) => person.id).toSorted()).toEqual(
      [third.id, orgAdmin.id].toSorted(),
    )
  })

  test('a coach with sessions ahead is told by mail, as are the coach who takes over and the client', async () => {
    await using own = await startStack()
    const { booked, coach, otherCoach, client, orgAdmin } = await sessionsWorld(own)
    const given = await booked()
    const settle = [{ session_id: given.id, act: 'reassign', to: otherCoach.id }]
    expect(await own.as(orgAdmin).delete(`/profiles/${coach.id}`, { settle })).toMatchObject({ status: 200 })
    await own.runJobs()
    const mails = await own.db
      .selectFrom('mails')
      .select(['person_id', 'kind'])
      .where('session_id', '=', given.id)
      .execute()
    expect(mails).toContainEqual({ person_id: coach.id, kind: 'session-cancelled' })
    expect(mails).toContainEqual({ person_id: otherCoach.id, kind: 'session-invitation' })
    expect(mails).toContainEqual({ person_id: client.id, kind: 'session-changed' })
  })

  test('a coach with sessions ahead can be moved and lowered by such a call, and a client can be moved by one', async () => {
    const { booked, change, there, otherCoach, client, otherClient, admin, one } = await world()
    const first = await booked()
    const settle = [{ session_id: first.id, act: 'reassign', to: otherCoach.id }]
    expect(await change({ organization_id: there.organization.id }, settle)).toMatchObject({ status: 200 })
    const attributes = { organization_id: there.organization.id }
    const move = (more: object) => stack.as(admin).put(`/profiles/${client.id}`, { attributes, ...more })
    expect(await move({})).toMatchObject({ status: 409, body: { code: 'future_sessions' } })
    const toOther = [{ session_id: first.id, act: 'reassign', to: otherClient.id }]
    expect(await move({ settle: toOther })).toMatchObject({ status: 200 })
    expect((await one(first.id)).body.response).toMatchObject({
      coach_id: otherCoach.id,
      user_id: otherClient.id,
    })
    const lower = (body: object) => stack.as(admin).put(`/profiles/${otherCoach.id}`, body)
    const lowered = { attributes: { privs: 0 }, settle: [{ session_id: first.id, act: 'cancel' }] }
    expect(await lower(lowered)).toMatchObject({ status: 200 })
    expect((await one(first.id)).body.response.status).toBe('Cancelled')
  })

  test("a coach with sessions ahead stays when one of the sessions can't be reassigned, and the refusal says which", async () => {
    const { booked, remove, one, isDeleted, otherCoach, otherClient, there } = await world()
    const [clashing, off, foreign] = [
      await booked(),
      await booked(later),
      await booked({ start_time: at('19:00'), end_time: at('20:00') }),
    ]
    await booked({ coach_id: otherCoach.id, user_id: otherClient.id })
    const settle = [
      { session_id: off.id, act: 'cancel' },
      { session_id: clashing.id, act: 'reassign', to: otherCoach.id },
      { session_id: foreign.id, act: 'reassign', to: there.coach.id },
    ]
    expect(await remove({ settle })).toMatchObject({
      status: 409,
      body: {
        code: 'settle_refused',
        errors: [
          { path: 'settle.1', message: "Robin Ames is in 'Values in practice' at that time." },
          { path: 'settle.2', message: 'There is no such coach.' },
        ],
      },
    })
    expect((await one(off.id)).body.response).toMatchObject({ status: 'Scheduled', version: off.version })
    expect(await isDeleted()).toBe(false)
  })

  test("a coach with sessions ahead can't be deleted by an OrgAdmin while a session is in another organization", async () => {
    const { booked, coach, there, remove } = await world()
    await booked()
    const organization_id = there.organization.id
    await stack.db.updateTable('people').set({ organization_id }).where('id', '=', coach.id).execute()
    expect(await remove()).toMatchObject({ status: 404 })
    expect(await stack.as(there.orgAdmin).delete(`/profiles/${coach.id}`)).toMatchObject({
      status: 409,
      body: { code: 'future_elsewhere' },
    })
  })
})

test('when a coach is deleted while somebody books them, no session is left with a deleted coach [PEOPLE-68]', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { book, coach, orgAdmin, remove } = await world()
    const [removed, made] = await Promise.all([remove(), book(orgAdmin)])
    expect([removed.status, made.status].join()).toMatch(/^(200,400|409,200)$/)
    const left = await stack.db
      .selectFrom('session_busy')
      .select('session_id')
      .where('person_id', '=', coach.id)
      .execute()
    expect(left).toHaveLength(made.status === 200 ? 1 : 0)
  }
})
