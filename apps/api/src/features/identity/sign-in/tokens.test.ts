import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { sweepIdentity } from '#features/identity/queries.ts'

const hour = 3_600_000
let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const coach = async () => {
  const organization = await stack.make.organization()
  return stack.make.person({ level: 'Coach', organization_id: organization.id })
}
const me = (person: { token: string }, headers = {}) =>
  stack.as(person).get('/profiles/me', undefined, headers)

test('the own profile has every field of the specification [API-02]', async () => {
  const organization = await stack.make.organization({ display_name: 'Harbor', time_zone: 'Europe/Berlin' })
  await stack.db
    .updateTable('organizations')
    .set({ contact: 'desk@harbor.test' })
    .where('id', '=', organization.id)
    .execute()
  const head = await stack.make.person({
    level: 'OrgAdmin',
    organization_id: organization.id,
    first_name: 'Mia',
  })
  const person = await stack.make.person({
    level: 'Coach',
    organization_id: organization.id,
    coach_id: head.id,
  })
  const { response } = (await me(person)).body
  expect(response).toEqual({
    id: person.id,
    username: person.username,
    email: person.email,
    first_name: 'Robin',
    last_name: 'Ames',
    has_accepted_eula: false,
    privs: 1,
    coach_id: head.id,
    coach: { id: head.id, first_name: 'Mia', last_name: 'Ames' },
    organization_id: organization.id,
    organization: { displayName: 'Harbor', time_zone: 'Europe/Berlin', contact: 'desk@harbor.test' },
    time_zone: null,
    is_assessor: false,
    second_factor: { isOn: false, isRequired: false, since: null, recoveryCodesLeft: 0 },
    iat: expect.any(String),
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
})

test('iat is the instant at which the token was issued [AUTH-19]', async () => {
  const person = await coach()
  const issued = new Date(stack.clock.now()).toISOString()
  stack.clock.advance(5 * 60_000)
  expect((await me(person)).body.response.iat).toBe(issued)
})

test('instants are ISO 8601 in UTC with Z, ids are opaque strings [WIRE-23 WIRE-25]', async () => {
  const { response } = (await me(await coach())).body
  for (const instant of [response.iat, response.createdAt, response.updatedAt])
    expect(instant).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  for (const id of [response.id, response.organization_id]) expect(typeof id).toBe('string')
  expect(response.id).not.toMatch(/^\d+$/)
})

test('no token and a bad token are 401 [WIRE-08]', async () => {
  expect(await stack.visitor.get('/profiles/me')).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  })
  for (const token of ['x', 'a'.repeat(43), '', '…'])
    expect(
      await stack.visitor.get('/profiles/me', undefined, { authorization: `Bearer ${encodeURI(token)}` }),
    ).toMatchObject({
      status: 401,
    })
  const { token } = await coach()
  expect(
    await stack.visitor.get('/profiles/me', undefined, { authorization: `Basic ${token}` }),
  ).toMatchObject({ status: 401 })
})

test('a token unused for 12 h is 419 [AUTH-13 WIRE-09]', async () => {
  const person = await coach()
  stack.clock.advance(12 * hour - 1)
  expect(await me(person, { 'x-background': '1' })).toMatchObject({ status: 200 })
  stack.clock.advance(1)
  expect(await me(person)).toMatchObject({
    status: 419,
    body: { response: 'Your session has expired', code: 'token_expired' },
  })
})

test('PARLEY_TOKEN_IDLE_HOURS sets the idle limit [AUTH-13]', async () => {
  await using short = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '1' })
  const person = await short.make.person({ level: 'Super' })
  short.clock.advance(hour)
  expect(await short.as(person).get('/profiles/me')).toMatchObject({ status: 419 })
})

test('a token is 419 from 7 days after its issue, even in constant use [AUTH-14]', async () => {
  const person = await coach()
  for (let elapsed = 0; elapsed < 7 * 24; elapsed += 6) {
    expect(await me(person)).toMatchObject({ status: 200 })
    stack.clock.advance(6 * hour)
  }
  expect(await me(person)).toMatchObject({ status: 419 })
})

test('PARLEY_TOKEN_ABSOLUTE_HOURS sets the absolute limit [AUTH-14]', async () => {
  await using short = await startStack({ PARLEY_TOKEN_ABSOLUTE_HOURS: '2' })
  const person = await short.make.person({ level: 'Super' })
  short.clock.advance(hour)
  expect(await short.as(person).get('/profiles/me')).toMatchObject({ status: 200 })
  short.clock.advance(hour)
  expect(await short.as(person).get('/profiles/me')).toMatchObject({ status: 419 })
})

test("a background call does not extend the idle limit; a person's own act does [AUTH-15]", async () => {
  const watcher = await coach()
  const actor = await coach()
  stack.clock.advance(11 * hour)
  expect(await me(watcher, { 'x-background': '1' })).toMatchObject({ status: 200 })
  expect(await me(actor)).toMatchObject({ status: 200 })
  stack.clock.advance(hour)
  expect(await me(watcher)).toMatchObject({ status: 419 })
  expect(await me(actor)).toMatchObject({ status: 200 })
})

test('sign-out ends the token at once and no other', async () => {
  const person = await coach()
  const other = await coach()
  expect(await stack.as(person).post('/auth/logout')).toMatchObject({ status: 200, body: { response: {} } })
  expect(await me(person)).toMatchObject({ status: 401 })
  expect(await me(other)).toMatchObject({ status: 200 })
})

test('GET /profiles/me answers under a flood, never 408 or 429 [AUTH-18]', async () => {
  const person = await coach()
  const answers = await Promise.all(Array.from({ length: 1500 }, () => me(person)))
  const statuses = answers.map((answer) => answer.status)
  expect(statuses).toContain(200)
  expect(statuses).not.toContain(408)
  expect(statuses).not.toContain(429)
})

test('the token of a deleted person is answered 401 role_lost', async () => {
  const person = await coach()
  await stack.db
    .updateTable('people')
    .set({ deleted_at: new Date(stack.clock.now()) })
    .where('id', '=', person.id)
    .execute()
  expect(await me(person)).toMatchObject({
    status: 401,
    body: { code: 'role_lost', response: 'You do not have the correct role.' },
  })
})

test('the sweep deletes tokens that expired long ago and keeps fresh ones', async () => {
  const old = await coach()
  stack.clock.advance(40 * 24 * hour)
  const fresh = await coach()
  await sweepIdentity(stack.db, stack.clock.now(), stack.config.tokenAbsoluteMs)
  const left = await stack.db
    .selectFrom('sign_in_tokens')
    .select('person_id')
    .where('person_id', 'in', [old.id, fresh.id])
    .execute()
  expect(left.map((row) => row.person_id)).toEqual([fresh.id])
})
