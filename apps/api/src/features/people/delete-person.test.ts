import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { system } from '#platform/audit/audit.ts'
import { makePasswordLink } from '#features/identity/identity.ts'
import { idsOf, peopleCalls, peopleWorld } from '../../../../../tests/support/worlds/people-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let calls: ReturnType<typeof peopleCalls>
beforeAll(async () => {
  stack = await startStack()
  calls = peopleCalls(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
const world = () => peopleWorld(stack)

describe('deleting', () => {
  test('a deleted person is gone from lists, selectors and counts at once, and can be restored [API-11 PEOPLE-38 PEOPLE-41 PEOPLE-42]', async () => {
    const { orgAdmin, coach } = await world()
    const lists = async () =>
      Promise.all(
        ['/profiles', '/profiles/list-admins', '/profiles/list-coaches'].map(async (path) =>
          idsOf(await stack.as(orgAdmin).get(path)).includes(coach.id),
        ),
      )
    const options = async () =>
      (await stack.as(orgAdmin).get('/profiles/filter')).body.response.coach.map(
        (one: { value: string }) => one.value,
      )
    const deleted = async () =>
      idsOf(
        await stack
          .as(orgAdmin)
          .get(`/profiles/list-coaches?page=1&filters=${encodeURIComponent('{"deleted":true}')}`),
      )
    expect(await lists()).toEqual([true, true, true])
    expect(await calls.remove(orgAdmin, coach)).toMatchObject({
      status: 200,
      body: { response: { abilities: { restore: true, edit: false } } },
    })
    expect(await lists()).toEqual([false, false, false])
    expect(await options()).not.toContain(coach.id)
    expect(await deleted()).toEqual([coach.id])
    expect((await stack.as(orgAdmin).get('/profiles/count')).body.response.entryCount).toBe(4)
    expect(await stack.as(orgAdmin).post(`/profiles/restore/${coach.id}`)).toMatchObject({
      status: 200,
      body: { response: { deletedAt: null } },
    })
    expect(await lists()).toEqual([true, true, true])
    expect(await deleted()).toEqual([])
  })

  test('deleting a person ends all their tokens and password links, and a restore does not bring them back [GUARD-08 PEOPLE-40]', async () => {
    const { orgAdmin, coach } = await world()
    const link = await makePasswordLink(stack.db, system, coach, stack.clock.now())
    await calls.remove(orgAdmin, coach)
    expect(await stack.as(coach).get('/profiles/me')).toMatchObject({
      status: 401,
      body: { code: 'role_lost' },
    })
    for (const path of ['/auth/password-link', '/auth/set-password'])
      expect(
        await stack.visitor.post(
          path,
          path.endsWith('link') ? { token: link } : { token: link, password: 'quiet morning harbour' },
        ),
      ).toMatchObject({ status: 404 })
    await stack.as(orgAdmin).post(`/profiles/restore/${coach.id}`)
    expect(await stack.visitor.post('/auth/password-link', { token: link })).toMatchObject({ status: 404 })
    expect(await stack.as(coach).get('/profiles/me')).toMatchObject({ status: 401 })
  })

  test("a coach can't see deleted people", async () => {
    const { orgAdmin, coach, client } = await world()
    await calls.remove(orgAdmin, client)
    expect(await stack.as(coach).get(`/profiles/${client.id}`)).toMatchObject({ status: 404 })
    expect(idsOf(await stack.as(coach).get('/profiles'))).toEqual([coach.id])
  })

  test("the audit holds ids and no person's name [PEOPLE-65]", async () => {
    const { orgAdmin, coach } = await world()
    await calls.update(orgAdmin, coach, { first_name: 'Wilhelmina', last_name: 'Featherstone' })
    await calls.remove(orgAdmin, coach)
    const entries = await stack.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', coach.id)
      .orderBy('id')
      .execute()
    expect(entries.map((entry) => entry.action)).toEqual(['people.update', 'people.delete'])
    expect(entries[0]?.detail).toEqual({ fields: ['first_name', 'last_name'] })
    for (const name of ['Wilhelmina', 'Featherstone', 'Robin', 'Ames', coach.username, coach.email])
      expect(JSON.stringify(entries)).not.toContain(name)
  })
})

test('abilities agree with what the server allows [WIRE-32 WIRE-10]', async () => {
  const { orgAdmin, coach, client, otherClient, admin, superUser, there } = await world()
  for (const viewer of [coach, orgAdmin, admin, superUser])
    for (const person of [coach, client, otherClient, orgAdmin, admin, superUser, there.coach]) {
      const seen = await stack.as(viewer).get(`/profiles/${person.id}`)
      expect(seen.status).toBe(unseen(viewer).includes(person) ? 404 : 200)
      const may = seen.status === 200 ? seen.body.response.abilities : undefined
      const statusIf = (isAllowed?: boolean) => (isAllowed ? 200 : may ? 403 : 404)
      expect((await calls.update(viewer, person, { first_name: 'Robin' })).status).toBe(statusIf(may?.edit))
      // The route refuses every coach by level, before it looks at the person.
      const removal = viewer === coach ? 403 : statusIf(may?.delete)
      expect((await calls.remove(viewer, person)).status).toBe(removal)
      const deleted = await stack.as(viewer).get(`/profiles/${person.id}`)
      expect(deleted.body.response.abilities?.restore).toBe(may?.delete)
      const restored = may?.delete ? await stack.as(viewer).post(`/profiles/restore/${person.id}`) : deleted
      expect(restored.status).toBe(seen.status)
      if (may?.delete) await revive(person)
    }

  function unseen(viewer: TestPerson): TestPerson[] {
    if (viewer === coach) return [otherClient, orgAdmin, admin, superUser, there.coach]
    return viewer === orgAdmin ? [admin, superUser, there.coach] : []
  }
})

/**
 * Reopens the sign-ins of a restored person, who would have to sign in again, so that the loop above can continue with the
 * same token.
 */
const revive = (person: TestPerson) =>
  stack.db
    .updateTable('sign_in_tokens')
    .set({ ended_at: null, end_reason: null })
    .where('person_id', '=', person.id)
    .execute()

test("a person whose address was taken in the meantime can't be restored: 400 email_taken", async () => {
  const { orgAdmin, admin, coach, organization } = await world()
  await calls.remove(orgAdmin, coach)
  const other = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  await stack.db.updateTable('people').set({ email: coach.email }).where('id', '=', other.id).execute()
  expect(await stack.as(admin).post(`/profiles/restore/${coach.id}`)).toMatchObject({
    status: 400,
    body: { code: 'email_taken' },
  })
  expect((await stack.as(admin).get(`/profiles/${coach.id}`)).body.response.deletedAt).not.toBeNull()
})
