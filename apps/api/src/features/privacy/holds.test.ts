import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { sweepMails } from '#platform/mail/mail.ts'
import { eraseKept } from './erasures.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '87600', PARLEY_TOKEN_ABSOLUTE_HOURS: '87600' })
})
beforeEach(async () => {
  await stack.anew()
  world = await sessionsWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())

const dayMs = 86_400_000
const later = (days: number) => new Date(stack.clock.now() + days * dayMs).toISOString()
const place = (by: TestPerson, of: object, until = later(100), reason = 'Case 12') =>
  stack.as(by).post('/privacy/holds', { of, reason, until })
const holds = (by: TestPerson, query: string) => stack.as(by).get(`/privacy/holds?${query}`)
const erase = (by: TestPerson, { id }: { id: string }) => stack.as(by).post(`/privacy/erasure/${id}`)
const isErased = async ({ id }: { id: string }) => {
  const row = await stack.db
    .selectFrom('people')
    .select('former_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.former_number !== null
}

test('a person under legal hold is erased neither on demand nor by night, and is erased once the hold ends [PRIV-05]', async () => {
  const { admin, orgAdmin, client } = world
  const until = later(100)
  expect(await place(admin, { person: client.id }, until)).toMatchObject({
    status: 200,
    body: { response: { isOfOrganization: false, reason: 'Case 12', until } },
  })
  expect(await erase(orgAdmin, client)).toMatchObject({ status: 409, body: { code: 'held' } })
  expect((await stack.as(orgAdmin).get(`/privacy/erasure/${client.id}`)).body.response).toMatchObject({
    heldUntil: until,
  })
  // A deletion only hides a person and is no erasure, so it is still allowed.
  expect(await stack.as(orgAdmin).delete(`/profiles/${client.id}`)).toMatchObject({ status: 200 })
  stack.clock.advance(99 * dayMs)
  await eraseKept(stack.platform)
  expect(await isErased(client)).toBe(false)
  stack.clock.advance(dayMs)
  await eraseKept(stack.platform)
  expect(await isErased(client)).toBe(true)
})

test("an organization's hold covers everybody of it until an Admin ends it, and nobody of another organization [PRIV-05]", async () => {
  const { admin, client, otherClient, organization, there } = world
  const { body } = await place(admin, { organization: organization.id })
  expect((await holds(admin, `person=${client.id}`)).body.response).toMatchObject([
    { id: body.response.id, isOfOrganization: true, by: expect.any(String) },
  ])
  expect((await holds(admin, `organization=${organization.id}`)).body.response).toHaveLength(1)
  expect((await holds(admin, `person=${there.client.id}`)).body.response).toEqual([])
  expect((await holds(admin, '')).body.response).toEqual([])
  expect(await erase(admin, otherClient)).toMatchObject({ status: 409, body: { code: 'held' } })
  expect(await erase(admin, there.client)).toMatchObject({ status: 200 })
  const end = () => stack.as(admin).post(`/privacy/holds/end/${body.response.id}`)
  expect(await end()).toMatchObject({ status: 200 })
  expect(await end()).toMatchObject({ status: 404, body: { code: 'hold_not_found' } })
  expect(await erase(admin, otherClient)).toMatchObject({ status: 200 })
  const acts = await stack.db
    .selectFrom('audit_log')
    .select(['action', 'subject_kind', 'organization_id'])
    .where('subject_id', '=', organization.id)
    .where('action', 'like', 'privacy.%')
    .orderBy('id')
    .execute()
  const subject = { subject_kind: 'organization', organization_id: organization.id }
  expect(acts).toEqual([
    { action: 'privacy.hold', ...subject },
    { action: 'privacy.hold-end', ...subject },
  ])
})

test('a hold needs a reason, an end in the future, somebody who exists and is not erased, and an Admin above them [PRIV-05]', async () => {
  const { admin, orgAdmin, coach, client, superUser } = world
  const of = { person: client.id }
  expect(await place(orgAdmin, of)).toMatchObject({ status: 403, body: { code: 'level_too_low' } })
  expect(await place(coach, of)).toMatchObject({ status: 403 })
  expect(await place(admin, of, later(0))).toMatchObject({ status: 400, body: { code: 'hold_past' } })
  expect(await place(admin, of, later(1), '  ')).toMatchObject({ status: 400 })
  expect(await place(admin, { person: superUser.id })).toMatchObject({
    status: 403,
    body: { code: 'not_below' },
  })
  const nobody = '01890000-0000-7000-8000-000000000000'
  expect(await place(admin, { person: nobody })).toMatchObject({
    status: 404,
    body: { code: 'person_not_found' },
  })
  expect(await place(admin, { organization: nobody })).toMatchObject({
    status: 404,
    body: { code: 'organization_not_found' },
  })
  await erase(admin, client)
  expect(await place(admin, of)).toMatchObject({ status: 409, body: { code: 'person_erased' } })
})

test('when a hold and an erasure arrive at once, one of them is refused [PRIV-05]', async () => {
  const { admin, organization } = world
  const outcomes = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    const person = await stack.make.person({ level: 'Client', organization_id: organization.id })
    const [held, erased] = await Promise.all([place(admin, { person: person.id }), erase(admin, person)])
    const there = await isErased(person)
    outcomes.add(`${held.status} ${erased.status}`)
    expect([held.status === 200, erased.status === 200, there].join(' ')).toMatch(
      /^(true false false|false true true)$/,
    )
  }
  expect([...outcomes].every((outcome) => ['200 409', '409 200'].includes(outcome))).toBe(true)
})

test('the mails of a person under hold stay in the delivery log until the hold ends [PRIV-05]', async () => {
  const { admin, client, otherClient, organization } = world
  await place(admin, { person: client.id })
  for (const { id, email } of [client, otherClient])
    await sql`insert into mails (id, message_id, kind, person_id, organization_id, to_address, created_at, sent_at, state)
      values (uuidv7(), ${`<${id}@x>`}, 'session-invitation', ${id}, ${organization.id}, ${email},
        ${new Date(stack.clock.now())}, ${new Date(stack.clock.now())}, 'sent')`.execute(stack.db)
  const left = async () =>
    (await stack.db.selectFrom('mails').select('person_id').execute()).map(({ person_id }) => person_id)
  stack.clock.advance(91 * dayMs)
  await sweepMails(stack.db, stack.clock.now(), 90 * dayMs)
  expect(await left()).toEqual([client.id])
  stack.clock.advance(10 * dayMs)
  await sweepMails(stack.db, stack.clock.now(), 90 * dayMs)
  expect(await left()).toEqual([])
})
