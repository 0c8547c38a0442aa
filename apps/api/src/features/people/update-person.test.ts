import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { levels } from '@parley/contract/rules/people/levels.ts'
import { system } from '#platform/audit/audit.ts'
import { makePasswordLink } from '#features/identity/identity.ts'
import { openEvents } from '../../../../../tests/support/events.ts'
import { newPerson, peopleCalls, peopleWorld } from '../../../../../tests/support/worlds/people-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let calls: ReturnType<typeof peopleCalls>
beforeAll(async () => {
  stack = await startStack()
  calls = peopleCalls(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
const world = () => peopleWorld(stack)

describe('levels', () => {
  test("people of an equal or higher level can't be changed, deleted or restored [LEVEL-03 LEVEL-04]", async () => {
    const { orgAdmin, admin, superUser, organization } = await world()
    const peer = await stack.make.person({ level: 'OrgAdmin', organization_id: organization.id })
    const otherAdmin = await stack.make.person({ level: 'Admin' })
    const refusal = {
      status: 403,
      body: { response: 'Cannot modify equal or higher priveleged user', code: 'not_below' },
    }
    for (const [by, person] of [
      [orgAdmin, peer],
      [admin, otherAdmin],
      [admin, superUser],
      [superUser, await stack.make.person({ level: 'Super' })],
    ] as const) {
      expect(await calls.update(by, person, { first_name: 'X' })).toMatchObject(refusal)
      expect(await calls.remove(by, person)).toMatchObject(refusal)
    }
    for (const [by, person] of [
      [orgAdmin, peer],
      [admin, otherAdmin],
    ] as const) {
      await stack.db
        .updateTable('people')
        .set({ deleted_at: new Date() })
        .where('id', '=', person.id)
        .execute()
      expect(await stack.as(by).post(`/profiles/restore/${person.id}`)).toMatchObject(refusal)
    }
    expect(await calls.update(superUser, otherAdmin, { first_name: 'X' })).toMatchObject({ status: 404 })
  })

  test('everybody can change their own names, zone and hours, but not their level or organization [LEVEL-05 LEVEL-06]', async () => {
    const { coach, orgAdmin, admin, there } = await world()
    for (const person of [coach, orgAdmin, admin]) {
      const own = {
        first_name: 'New',
        last_name: 'Name',
        time_zone: 'Europe/Oslo',
        working_hours: { fri: [['08:00', '12:00']] },
      }
      expect(await calls.update(person, person, own)).toMatchObject({ status: 200, body: { response: own } })
      for (const foreign of [
        { privs: 10 },
        { privs: 0 },
        { organization_id: there.organization.id },
        { username: 'other.name' },
        { email: 'x@example.test' },
        { is_assessor: true },
        { coach_id: null },
      ])
        expect(await calls.update(person, person, foreign)).toMatchObject({
          status: 403,
          body: { code: 'field_not_yours' },
        })
    }
  })

  test.each([
    ['OrgAdmin', 2],
    ['Admin', 3],
    ['Super', 10],
  ] as const)('%s can give levels up to their own and none above [LEVEL-07 LEVEL-08]', async (level, own) => {
    const { organization } = await world()
    const by = await stack.make.person({ level, organization_id: organization.id })
    for (const privs of Object.values(levels)) {
      const made = await calls.create(by, newPerson({ privs, organization_id: organization.id }))
      const refusal = {
        status: 403,
        body: { response: 'Cannot promote user above yourself', code: 'above_self' },
      }
      const given = { status: 200, body: { response: { privs } } }
      expect(made).toMatchObject(privs <= own ? given : refusal)
      const coach = await stack.make.person({ level: 'Coach', organization_id: organization.id })
      const raised = await calls.update(by, coach, { privs })
      expect(raised).toMatchObject(privs <= own ? given : refusal)
    }
  })

  test('nobody can delete or lower the last Super [LEVEL-09]', async () => {
    await using lone = await startStack()
    const last = await lone.make.person({ level: 'Super' })
    const change = (set: object) => lone.db.updateTable('people').set(set).where('id', '=', last.id).execute()
    await expect(change({ privs: 3 })).rejects.toMatchObject({ constraint: 'people_last_super' })
    await expect(change({ deleted_at: new Date() })).rejects.toMatchObject({
      constraint: 'people_last_super',
    })
    expect(await lone.as(last).put(`/profiles/${last.id}`, { attributes: { privs: 3 } })).toMatchObject({
      status: 403,
    })
    expect(await lone.as(last).delete(`/profiles/${last.id}`)).toMatchObject({ status: 403 })
    await lone.make.person({ level: 'Super' })
    await change({ privs: 3 })
  })

  test("OrgAdmin, Admin and Super can set who may assess; a coach can't, not even for themselves [PEOPLE-60]", async () => {
    const { organization, coach, otherCoach } = await world()
    for (const level of ['OrgAdmin', 'Admin', 'Super'] as const) {
      const by = await stack.make.person({ level, organization_id: organization.id })
      for (const is_assessor of [true, false])
        expect(await calls.update(by, coach, { is_assessor })).toMatchObject({
          status: 200,
          body: { response: { is_assessor } },
        })
    }
    for (const person of [coach, otherCoach])
      expect((await calls.update(coach, person, { is_assessor: true })).status).not.toBe(200)
  })

  test("a request body can't set more than the form offers [LEVEL-11 WIRE-15]", async () => {
    const { coach, client, orgAdmin, otherCoach, there } = await world()
    for (const attributes of [
      { privs: 1 },
      { organization_id: there.organization.id },
      { coach_id: otherCoach.id },
      { is_assessor: true },
    ])
      expect(await calls.update(coach, client, { first_name: 'Sneaky', ...attributes })).toMatchObject({
        status: 403,
      })
    expect(
      await calls.update(orgAdmin, client, { first_name: 'Sneaky', organization_id: there.organization.id }),
    ).toMatchObject({ status: 403 })
    expect((await stack.as(orgAdmin).get(`/profiles/${client.id}`)).body.response.first_name).toBe('Robin')
    for (const attributes of [
      { id: there.client.id },
      { deleted_at: null },
      { version: 7 },
      { password: 'x' },
    ])
      expect(await calls.update(orgAdmin, client, attributes)).toMatchObject({ status: 400 })
  })
})

describe('changing', () => {
  test('PUT changes the given attributes and no others [API-10]', async () => {
    const { orgAdmin, client } = await world()
    const before = (await stack.as(orgAdmin).get(`/profiles/${client.id}`)).body.response
    const after = (await calls.update(orgAdmin, client, { last_name: 'Lund' })).body.response
    expect(after).toEqual({
      ...before,
      last_name: 'Lund',
      version: before.version + 1,
      updatedAt: after.updatedAt,
    })
  })

  test('a new address set by an administrator ends the password link in the old mailbox', async () => {
    const { orgAdmin, coach } = await world()
    const link = await makePasswordLink(stack.db, system, coach, stack.clock.now())
    expect(await calls.update(orgAdmin, coach, { email: 'new.mailbox@example.test' })).toMatchObject({
      status: 200,
    })
    expect(await stack.visitor.post('/auth/password-link', { token: link })).toMatchObject({ status: 404 })
  })

  test('a change with an old version is refused', async () => {
    const { orgAdmin, client } = await world()
    const put = (version: number) =>
      stack.as(orgAdmin).put(`/profiles/${client.id}`, { attributes: { last_name: 'Lund' }, version })
    expect(await put(1)).toMatchObject({ status: 200 })
    expect(await put(1)).toMatchObject({ status: 409, body: { code: 'stale' } })
  })

  test("an Admin can move a client, an OrgAdmin can't, and the client leaves the old coach behind [PEOPLE-52]", async () => {
    const { admin, orgAdmin, client, there } = await world()
    const to = { organization_id: there.organization.id }
    expect(await calls.update(orgAdmin, client, to)).toMatchObject({ status: 403 })
    expect(await calls.update(admin, client, to)).toMatchObject({
      status: 200,
      body: { response: { ...to, coach_id: null } },
    })
  })

  test("a coach who moves or is lowered to a client is no client's coach any more", async () => {
    const { admin, coach, client, there } = await world()
    await calls.update(admin, coach, { organization_id: there.organization.id })
    expect((await stack.as(admin).get(`/profiles/${client.id}`)).body.response.coach_id).toBeNull()
    const { otherCoach, otherClient, orgAdmin } = await world()
    await calls.update(orgAdmin, otherCoach, { privs: 0 })
    expect((await stack.as(admin).get(`/profiles/${otherClient.id}`)).body.response.coach_id).toBeNull()
  })

  test('demoting somebody ends all their tokens [GUARD-07]', async () => {
    const { admin, orgAdmin } = await world()
    const address = await listening()
    const stream = await openEvents(`${address}/api/live`, orgAdmin.token)
    expect(await calls.update(admin, orgAdmin, { privs: 1 })).toMatchObject({ status: 200 })
    expect(await stack.as(orgAdmin).get('/profiles/me')).toMatchObject({
      status: 401,
      body: { code: 'role_lost', response: 'You do not have the correct role.' },
    })
    await stream.ended
    expect(stream.notices).toContainEqual({ kind: 'signed-out', reason: 'role_lost' })
  })
})

const listening = async () => {
  const address = stack.app.server.address()
  if (typeof address === 'object' && address) return `http://127.0.0.1:${address.port}`
  return stack.app.listen({ host: '127.0.0.1', port: 0 })
}
