import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeAt, turnOnSecondFactor } from '../../../../../../tests/support/authenticator.ts'
import { password } from '../../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { system } from '#platform/audit/audit.ts'
import { limitKey } from '#platform/identity/limits.ts'
import { makePasswordLink } from '#features/identity/password/password-links.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ PARLEY_LOGIN_ADDRESS_TRIES_MAX: '1000' })
})
afterAll(() => stack[Symbol.asyncDispose]())

/** A person whose second factor is on, at a time step whose code is unused. */
async function account() {
  const organization = await stack.make.organization()
  const person = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  await stack.make.passwordFor(person.id)
  const factor = await turnOnSecondFactor(stack, person)
  stack.clock.advance(60_000)
  return { person, ...factor, code: () => codeAt(factor.secret, stack.clock.now()) }
}
const signIn = (username: string, code?: string, given = password, headers = {}) =>
  stack.visitor.post(
    '/auth/login',
    { username, password: given, ...(code === undefined ? {} : { code }) },
    headers,
  )
const bare = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => ({
  status,
  response: body.response,
  code: body.code,
})

/** A code that is not valid now. */
function wrongCode(secret: string): string {
  const right = [-1, 0, 1].map((by) => codeAt(secret, stack.clock.now() + by * 30_000))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

test('the right password alone is 403 second_factor_required and makes no token; with a code it signs in [AUTH-41]', async () => {
  const { person, code } = await account()
  const tokens = () =>
    stack.db.selectFrom('sign_in_tokens').select('token_hash').where('person_id', '=', person.id).execute()
  const before = (await tokens()).length
  for (const none of [undefined, ''])
    expect(await signIn(person.username, none)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    })
  expect(await tokens()).toHaveLength(before)
  const answer = await signIn(person.username, code())
  expect(answer.status).toBe(200)
  expect(await stack.as(answer.body.response).get('/profiles/me')).toMatchObject({ status: 200 })
})

test('before the right password nothing reveals the second factor, and an unknown name gets the same answer', async () => {
  const { person, code } = await account()
  const wrong = bare(await signIn(person.username, undefined, 'not the password'))
  expect(wrong.code).toBe('wrong_credentials')
  expect(bare(await signIn(person.username, code(), 'not the password'))).toEqual(wrong)
  expect(bare(await signIn('nobody-of-this-name', code(), 'not the password'))).toEqual(wrong)
})

test('a code works once, and after it no code of an earlier step [AUTH-42]', async () => {
  const { person, secret, code } = await account()
  const used = codeAt(secret, stack.clock.now() - 60_000)
  const before = codeAt(secret, stack.clock.now() - 30_000)
  const now = code()
  expect(await signIn(person.username, used)).toMatchObject({ status: 403 })
  expect(await signIn(person.username, now)).toMatchObject({ status: 200 })
  for (const replayed of [now, before])
    expect(await signIn(person.username, replayed)).toMatchObject({
      status: 403,
      body: { code: 'code_wrong' },
    })
  stack.clock.advance(30_000)
  expect(await signIn(person.username, now)).toMatchObject({ status: 403 })
  expect(await signIn(person.username, code())).toMatchObject({ status: 200 })
})

test("the code that turned the second factor on can't sign in", async () => {
  const organization = await stack.make.organization()
  const person = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  await stack.make.passwordFor(person.id)
  const { secret } = await turnOnSecondFactor(stack, person)
  expect(await signIn(person.username, codeAt(secret, stack.clock.now()))).toMatchObject({ status: 403 })
})

test('of four sign-ins at once with one code, or with one recovery code, one succeeds', async () => {
  const { person, code, recoveryCodes } = await account()
  for (const shared of [code(), recoveryCodes[0]]) {
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(person.username, shared)))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403])
    stack.clock.advance(16 * 60_000)
    await stack.platform.redis.flushDb()
  }
})

test('a recovery code signs its owner in once, in any spelling, and nobody else [AUTH-43]', async () => {
  const { person, recoveryCodes } = await account()
  const other = await account()
  const [first = '', second = ''] = recoveryCodes
  expect(await signIn(other.person.username, first)).toMatchObject({ status: 403 })
  expect(await signIn(person.username, first)).toMatchObject({ status: 200 })
  expect(await signIn(person.username, first)).toMatchObject({ status: 403, body: { code: 'code_wrong' } })
  const answer = await signIn(person.username, ` ${second.toLowerCase().replace('-', ' ')}`)
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body.response.profile.second_factor.recoveryCodesLeft).toBe(8)
  const entries = await stack.db
    .selectFrom('audit_log')
    .select('detail')
    .where('subject_id', '=', person.id)
    .where('action', '=', 'identity.sign-in')
    .execute()
  expect(entries.map((entry) => entry.detail)).toEqual([
    { second_factor: 'recovery-code' },
    { second_factor: 'recovery-code' },
  ])
})

test("right codes don't count towards the day's limit of wrong codes", async () => {
  const { person, secret, code } = await account()
  const { limits } = stack.platform
  const limit = 50
  await limits.code.set(limitKey('code', person.id), limit - 1, 86_400)
  for (let i = 0; i < 3; i += 1) {
    expect((await signIn(person.username, code())).status).toBe(200)
    stack.clock.advance(30_000)
  }
  expect((await signIn(person.username, wrongCode(secret))).body.code).toBe('code_wrong')
  expect(await signIn(person.username, code())).toMatchObject({ status: 429, body: { code: 'too_many' } })
})

test('wrong codes count as wrong tries: after ten the account asks for the link, whatever is entered', async () => {
  const { person, secret, code, recoveryCodes } = await account()
  for (let i = 0; i < 10; i += 1)
    expect(await signIn(person.username, i % 2 ? wrongCode(secret) : 'QQQQQ-QQQQQ')).toMatchObject({
      status: 403,
      body: { code: 'code_wrong' },
    })
  const answers = [
    await signIn(person.username, code()),
    await signIn(person.username, recoveryCodes[0]),
    await signIn(person.username),
    await signIn(person.username, undefined, 'not the password'),
    await signIn(person.username, code(), 'not the password'),
  ]
  // The answer is the same for the right and the wrong password, so the limit reveals nothing.
  for (const answer of answers) expect(bare(answer)).toMatchObject({ status: 429, code: 'use_link' })
  expect(new Set(answers.map((answer) => JSON.stringify(bare(answer)))).size).toBe(1)
})

test('being asked for the code does not count as a wrong try', async () => {
  const { person, code } = await account()
  for (let i = 0; i < 12; i += 1)
    expect(await signIn(person.username)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    })
  expect(await signIn(person.username, code())).toMatchObject({ status: 200 })
})

test('setting a password by link does not skip the second factor [AUTH-32]', async () => {
  const { person, code } = await account()
  const token = await makePasswordLink(stack.db, system, person, stack.clock.now())
  const opened = await stack.visitor.post('/auth/password-link', { token })
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  const chosen = 'quiet morning harbour'
  const set = await stack.visitor.post('/auth/set-password', { token, password: chosen }, { cookie })
  expect(set).toMatchObject({ status: 200 })
  expect(Object.keys(set.body.response)).toEqual(['username'])
  expect(await signIn(person.username, undefined, chosen, { cookie })).toMatchObject({
    status: 403,
    body: { code: 'second_factor_required' },
  })
  expect(await signIn(person.username, code(), chosen, { cookie })).toMatchObject({ status: 200 })
})

test('fifty wrong codes a day are the most, even with new links; a recovery code works after that', async () => {
  const { person, secret, code, recoveryCodes } = await account()
  const token = await makePasswordLink(stack.db, system, person, stack.clock.now())
  let cookie = ''
  for (let i = 0; i < 50; i += 1) {
    if (i % 10 === 0) {
      const opened = await stack.visitor.post('/auth/password-link', { token })
      cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
    }
    expect(await signIn(person.username, wrongCode(secret), password, { cookie })).toMatchObject({
      status: 403,
    })
  }
  const opened = await stack.visitor.post('/auth/password-link', { token })
  cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  expect(await signIn(person.username, code(), password, { cookie })).toMatchObject({
    status: 429,
    body: { code: 'too_many' },
  })
  expect(await signIn(person.username, recoveryCodes[0], password, { cookie })).toMatchObject({ status: 200 })
})

test('a sign-in with the old password that overlaps with a change of password leaves no valid token', async () => {
  const organization = await stack.make.organization()
  for (let round = 0; round < 5; round += 1) {
    const person = await stack.make.person({ level: 'Coach', organization_id: organization.id })
    await stack.make.passwordFor(person.id)
    const signIns = [1, 2, 3, 4].map(() => signIn(person.username))
    const change = stack
      .as(person)
      .post('/profiles/me/password', { password, newPassword: 'quiet morning harbour' })
    const answers = await Promise.all(signIns)
    const { token } = (await change).body.response
    for (const answer of answers.filter(({ status }) => status === 200))
      expect(await stack.as(answer.body.response).get('/profiles/me')).toMatchObject({ status: 401 })
    expect(await stack.as({ token }).get('/profiles/me')).toMatchObject({ status: 200 })
  }
})
