import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import { codeAt, turnOnSecondFactor } from '../../../../../tests/support/authenticator.ts'
import { password, type TestPerson } from '../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let home: string
let away: string
beforeAll(async () => {
  stack = await startStack()
  home = (await stack.make.organization()).id
  away = (await stack.make.organization()).id
})
afterAll(() => stack[Symbol.asyncDispose]())

const of = (level: LevelName, organization_id: string | null = home) =>
  stack.make.person({ level, organization_id })
async function withFactor(level: LevelName, organization_id: string | null = home) {
  const person = await of(level, organization_id)
  await stack.make.passwordFor(person.id)
  return { person, ...(await turnOnSecondFactor(stack, person)) }
}
const reset = (by: TestPerson, person: { id: string }) =>
  stack.as(by).post(`/profiles/reset-second-factor/${person.id}`)
const isOn = async (person: TestPerson) =>
  Boolean(
    (
      await stack.db
        .selectFrom('credentials')
        .select('totp_confirmed_at')
        .where('person_id', '=', person.id)
        .executeTakeFirst()
    )?.totp_confirmed_at,
  )

test('somebody above can reset a lost second factor: it is audited, ends the sign-ins, and the password alone signs in [AUTH-35]', async () => {
  const orgAdmin = await of('OrgAdmin')
  const { person, recoveryCodes } = await withFactor('Coach')
  expect(await reset(orgAdmin, person)).toMatchObject({ status: 200 })
  expect(await stack.as(person).get('/profiles/me')).toMatchObject({ status: 401 })
  const answer = await stack.visitor.post('/auth/login', { username: person.username, password })
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body.response.profile.second_factor).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
  const entries = await stack.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'people.reset-second-factor')
    .execute()
  expect(entries).toMatchObject([{ by_id: orgAdmin.id, subject_id: person.id, organization_id: home }])

  // The old recovery codes stay invalid after a new second factor is set up.
  const again = { ...person, token: answer.body.response.token }
  const { secret } = await turnOnSecondFactor(stack, again)
  const signIn = (code: string) =>
    stack.visitor.post('/auth/login', { username: person.username, password, code })
  expect(await signIn(recoveryCodes[0] ?? '')).toMatchObject({ status: 403 })
  stack.clock.advance(30_000)
  expect(await signIn(codeAt(secret, stack.clock.now()))).toMatchObject({ status: 200 })
})

test.each([
  ['Coach', 'own', 403, 'level_too_low'],
  ['OrgAdmin', 'other', 404, 'person_not_found'],
  ['OrgAdmin', 'own', 200, undefined],
  ['Admin', 'other', 200, undefined],
  ['Super', 'other', 200, undefined],
] as const)('%s of the %s organization resets a coach: %i [AUTH-35]', async (level, where, status, code) => {
  const { person } = await withFactor('Coach')
  const by = await of(level, where === 'own' ? home : away)
  const answer = await reset(by, person)
  expect(answer.status).toBe(status)
  expect(answer.body.code).toBe(code)
  expect(await isOn(person)).toBe(status !== 200)
})

test.each([
  ['OrgAdmin', 'OrgAdmin'],
  ['OrgAdmin', 'Admin'],
  ['Admin', 'Admin'],
  ['Super', 'Super'],
] as const)("%s can't reset the second factor of %s [AUTH-35]", async (level, other) => {
  const { person } = await withFactor(other)
  expect(await reset(await of(level), person)).toMatchObject({
    status: 403,
    body: { code: 'not_below', response: 'Cannot modify equal or higher priveleged user' },
  })
  expect(await isOn(person)).toBe(true)
  expect(await stack.as(person).get('/profiles/me')).toMatchObject({ status: 200 })
})

test('nobody can reset their own second factor this way [AUTH-35]', async () => {
  const { person } = await withFactor('Admin')
  expect(await reset(person, person)).toMatchObject({ status: 403, body: { code: 'not_below' } })
  expect(await isOn(person)).toBe(true)
})

test('resetting somebody without a second factor is 409 and signs nobody out', async () => {
  const admin = await of('Admin')
  const coach = await of('Coach')
  for (const person of [coach, await of('Client')])
    expect(await reset(admin, person)).toMatchObject({ status: 409, body: { code: 'no_second_factor' } })
  expect(await stack.as(coach).get('/profiles/me')).toMatchObject({ status: 200 })
  const { person } = await withFactor('Coach')
  await stack.db
    .updateTable('people')
    .set({ deleted_at: new Date(stack.clock.now()) })
    .where('id', '=', person.id)
    .execute()
  expect(await reset(admin, person)).toMatchObject({ status: 404, body: { code: 'person_not_found' } })
})

test('resetting during sign-ins causes no deadlock, and no sign-in with the old second factor stays valid', async () => {
  const admin = await of('Admin')
  for (let round = 0; round < 5; round += 1) {
    const { person, recoveryCodes } = await withFactor('Coach')
    const signIns = recoveryCodes
      .slice(0, 3)
      .map((code) => stack.visitor.post('/auth/login', { username: person.username, password, code }))
    const done = await reset(admin, person)
    expect(done.status).toBe(200)
    const answers = await Promise.all(signIns)
    for (const { status } of answers) expect([200, 401, 403]).toContain(status)
    // The reset ended all tokens made before it. Tokens that are still valid were made after it, by the password alone.
    const seen = await Promise.all(
      answers
        .filter(({ status }) => status === 200)
        .map(({ body }) => stack.as(body.response).get('/profiles/me')),
    )
    const alive = seen.filter(({ status }) => status !== 401)
    expect(alive.map(({ body }) => body.response.second_factor.isOn)).toEqual(alive.map(() => false))
  }
})

test('people who may reset a second factor see whether there is one, and nobody else does', async () => {
  const { person } = await withFactor('Coach')
  const seenBy = async (viewer: TestPerson) =>
    (await stack.as(viewer).get(`/profiles/${person.id}`)).body.response.has_second_factor
  expect(await seenBy(await of('OrgAdmin'))).toBe(true)
  expect(await seenBy(person)).toBeUndefined()
  const list = (await stack.as(person).get('/profiles')).body.response
  expect(list).toHaveLength(1)
  expect(list[0]).not.toHaveProperty('has_second_factor')
})
