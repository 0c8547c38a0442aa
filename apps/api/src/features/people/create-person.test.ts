import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('creating', () => {
  test('POST /profiles/ creates a client unless privs is given, and returns the person [API-08]', async () => {
    const { orgAdmin, coach, organization } = await world()
    const answer = await calls.create(orgAdmin, newPerson({ coach_id: coach.id }))
    expect(answer).toMatchObject({
      status: 200,
      body: { response: { privs: 0, organization_id: organization.id, coach_id: coach.id } },
    })
    expect(await calls.create(orgAdmin, newPerson({ privs: 1 }))).toMatchObject({
      body: { response: { privs: 1, is_assessor: true } },
    })
  })

  test('a new person of level 1 may assess, one of another level may not, unless the body says otherwise [PEOPLE-59]', async () => {
    const { organization } = await world()
    const by = await stack.make.person({ level: 'Super', organization_id: organization.id })
    const made = async (privs: number, more = {}) =>
      (await calls.create(by, newPerson({ privs, organization_id: organization.id, ...more }))).body.response
    expect((await made(1)).is_assessor).toBe(true)
    for (const privs of [0, 2, 3, 10]) expect((await made(privs)).is_assessor).toBe(false)
    expect((await made(2, { is_assessor: true })).is_assessor).toBe(true)
    expect((await made(1, { is_assessor: false })).is_assessor).toBe(false)
  })

  test('a coach can create and edit clients, who get this coach and their organization [PEOPLE-05]', async () => {
    const { coach, organization } = await world()
    const made = await calls.create(coach, newPerson())
    expect(made).toMatchObject({
      status: 200,
      body: {
        response: {
          coach_id: coach.id,
          coach: { id: coach.id, first_name: 'Robin', last_name: 'Ames' },
          organization_id: organization.id,
        },
      },
    })
    expect(await calls.update(coach, made.body.response, { first_name: 'Nour' })).toMatchObject({
      status: 200,
      body: { response: { first_name: 'Nour', version: 2 } },
    })
  })

  test("a coach can't create anybody of level 1 or above and can't delete anybody [PEOPLE-07]", async () => {
    const { coach, client } = await world()
    expect(await calls.create(coach, newPerson({ privs: 1 }))).toMatchObject({ status: 403 })
    expect(await calls.create(coach, newPerson({ privs: 2 }))).toMatchObject({
      status: 403,
      body: { code: 'above_self' },
    })
    expect(await calls.remove(coach, client)).toMatchObject({ status: 403 })
  })

  test('an OrgAdmin can create, edit and delete people of their own organization only [PEOPLE-08]', async () => {
    const { orgAdmin, coach, client, there } = await world()
    expect(await calls.create(orgAdmin, newPerson({ organization_id: there.organization.id }))).toMatchObject(
      {
        status: 403,
      },
    )
    expect(await calls.create(orgAdmin, newPerson({ privs: 1 }))).toMatchObject({ status: 200 })
    expect(await calls.update(orgAdmin, coach, { last_name: 'Mended' })).toMatchObject({ status: 200 })
    expect(await calls.update(orgAdmin, there.coach, { last_name: 'Mended' })).toMatchObject({ status: 404 })
    expect(await calls.remove(orgAdmin, there.client)).toMatchObject({ status: 404 })
    expect(await calls.remove(orgAdmin, client)).toMatchObject({ status: 200 })
  })

  test('Admin and Super can create, edit and delete people below them in every organization [PEOPLE-09]', async () => {
    const { admin, superUser, there } = await world()
    for (const by of [admin, superUser]) {
      const made = await calls.create(by, newPerson({ privs: 1, organization_id: there.organization.id }))
      expect(made.status).toBe(200)
      expect(await calls.update(by, made.body.response, { first_name: 'Ida' })).toMatchObject({ status: 200 })
      expect(await calls.remove(by, made.body.response)).toMatchObject({ status: 200 })
    }
  })

  test.each([
    ['first_name', 'First name is required', 'PEOPLE-18'],
    ['last_name', 'Last name is required', 'PEOPLE-19'],
    ['username', 'Username is required', 'PEOPLE-20'],
    ['email', 'Email is required', 'PEOPLE-21'],
  ])('without %s it is 400 with %s [%s]', async (field, message) => {
    const { orgAdmin } = await world()
    expect(await calls.create(orgAdmin, newPerson({ [field]: ' ' }))).toMatchObject({
      status: 400,
      body: { errors: [{ path: `attributes.${field}`, message }] },
    })
  })

  test('a username has 3 to 64 of a-z 0-9 . _ - [PEOPLE-26]', async () => {
    const { orgAdmin } = await world()
    for (const username of ['ab', 'a'.repeat(65), 'has space', 'ümlaut', 'a@b.test', 'semi;colon'])
      expect(await calls.create(orgAdmin, newPerson({ username }))).toMatchObject({ status: 400 })
    for (const username of ['abc', 'z'.repeat(64), 'a.b_c-9'])
      expect(await calls.create(orgAdmin, newPerson({ username }))).toMatchObject({ status: 200 })
  })

  test('a username that is taken in another case is refused, in any organization [PEOPLE-27]', async () => {
    const { orgAdmin, there } = await world()
    const taken = newPerson()
    expect(await calls.create(orgAdmin, taken)).toMatchObject({ status: 200 })
    for (const by of [orgAdmin, there.orgAdmin])
      expect(await calls.create(by, newPerson({ username: taken.username.toUpperCase() }))).toMatchObject({
        status: 400,
        body: { code: 'username_taken', errors: [{ path: 'attributes.username' }] },
      })
  })

  test('from level 1 up an email address belongs to one person; clients may share one [PEOPLE-28 PEOPLE-29]', async () => {
    const { orgAdmin, coach, there } = await world()
    expect(
      await calls.create(there.orgAdmin, newPerson({ privs: 1, email: coach.email.toUpperCase() })),
    ).toMatchObject({
      status: 400,
      body: { code: 'email_taken', errors: [{ path: 'attributes.email' }] },
    })
    for (let i = 0; i < 2; i += 1)
      expect(await calls.create(orgAdmin, newPerson({ email: 'family@example.test' }))).toMatchObject({
        status: 200,
      })
    expect(await calls.create(orgAdmin, newPerson({ email: coach.email }))).toMatchObject({ status: 200 })
  })

  test("a client without an organization gets the coach's, and without either it is refused [PEOPLE-49 PEOPLE-50]", async () => {
    const { admin, coach, organization } = await world()
    expect(await calls.create(admin, newPerson({ coach_id: coach.id }))).toMatchObject({
      status: 200,
      body: { response: { organization_id: organization.id } },
    })
    for (const attributes of [newPerson(), newPerson({ privs: 1 })])
      expect(await calls.create(admin, attributes)).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'attributes.organization_id', message: 'Organization is required' }] },
      })
  })

  test("a client can't have a coach of another organization [PEOPLE-51]", async () => {
    const { admin, orgAdmin, client, organization, there } = await world()
    for (const by of [admin, orgAdmin]) {
      expect(
        await calls.create(by, newPerson({ organization_id: organization.id, coach_id: there.coach.id })),
      ).toMatchObject({
        status: 400,
        body: { code: 'coach_elsewhere' },
      })
      expect(await calls.update(by, client, { coach_id: there.coach.id })).toMatchObject({ status: 400 })
    }
  })

  test('copying fills in organization, coach, zone and hours that the body leaves out, and given values win [PEOPLE-53 API-09]', async () => {
    const { admin, coach, otherCoach, organization } = await world()
    const working_hours = { mon: [['09:00', '12:00']] }
    const source = (
      await calls.create(admin, newPerson({ coach_id: coach.id, time_zone: 'Asia/Tokyo', working_hours }))
    ).body.response
    expect((await calls.create(admin, newPerson(), { copyFrom: source.id })).body.response).toMatchObject({
      organization_id: organization.id,
      coach_id: coach.id,
      time_zone: 'Asia/Tokyo',
      working_hours,
    })
    expect(
      (
        await calls.create(admin, newPerson({ coach_id: otherCoach.id, time_zone: 'Europe/Oslo' }), {
          copyFrom: source.id,
        })
      ).body.response,
    ).toMatchObject({ coach_id: otherCoach.id, time_zone: 'Europe/Oslo', working_hours })
    expect(
      (await calls.create(admin, newPerson({ privs: 1 }), { copy_id: source.id })).body.response,
    ).toMatchObject({
      privs: 1,
      organization_id: organization.id,
      time_zone: 'Asia/Tokyo',
    })
  })

  test('copying takes no name, username, address, level, password or right [PEOPLE-54]', async () => {
    const { admin, orgAdmin } = await world()
    await stack.make.passwordFor(orgAdmin.id)
    await stack.db.updateTable('people').set({ is_assessor: true }).where('id', '=', orgAdmin.id).execute()
    const given = newPerson()
    const made = (await calls.create(admin, given, { copyFrom: orgAdmin.id })).body.response
    expect(made).toMatchObject({ ...given, privs: 0, is_assessor: false, coach_id: null })
    expect(
      await stack.db.selectFrom('credentials').selectAll().where('person_id', '=', made.id).execute(),
    ).toEqual([])
  })

  test('copying somebody who is out of scope is 404 [PEOPLE-55]', async () => {
    const { orgAdmin, coach, there } = await world()
    for (const by of [orgAdmin, coach])
      expect(await calls.create(by, newPerson(), { copyFrom: there.client.id })).toMatchObject({
        status: 404,
        body: { code: 'person_not_found' },
      })
  })
})
