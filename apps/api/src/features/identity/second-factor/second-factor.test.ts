import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeAt, turnOnSecondFactor } from '../../../../../../tests/support/authenticator.ts'
import { password, type TestPerson } from '../../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { hashOf } from '#platform/identity/secrets.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

async function coach(given: { two_factor_required?: boolean } = {}) {
  const organization = await stack.make.organization()
  if (given.two_factor_required)
    await stack.db
      .updateTable('organizations')
      .set({ two_factor_required: true })
      .where('id', '=', organization.id)
      .execute()
  const person = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  await stack.make.passwordFor(person.id)
  return person
}
const start = (person: TestPerson) => stack.as(person).post('/profiles/me/second-factor/start', { password })
const confirm = (person: TestPerson, code: string) =>
  stack.as(person).post('/profiles/me/second-factor/confirm', { code })
const remove = (person: TestPerson, given = password) =>
  stack.as(person).post('/profiles/me/second-factor/remove', { password: given })
const stateOf = async (person: TestPerson) =>
  (await stack.as(person).get('/profiles/me')).body.response.second_factor
const codesOf = (person: TestPerson) =>
  stack.db.selectFrom('recovery_codes').selectAll().where('person_id', '=', person.id).execute()
const credentialsOf = (person: TestPerson) =>
  stack.db.selectFrom('credentials').selectAll().where('person_id', '=', person.id).executeTakeFirstOrThrow()
const actionsOn = async (person: TestPerson) =>
  (
    await stack.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', person.id)
      .orderBy('id')
      .execute()
  ).map(({ action, by_id }) => [action, by_id])

test('the second factor is on once a code was confirmed, and ten recovery codes are shown [AUTH-43]', async () => {
  const person = await coach()
  expect(await stateOf(person)).toEqual({ isOn: false, isRequired: false, since: null, recoveryCodesLeft: 0 })
  const started = await start(person)
  expect(Object.keys(started.body.response)).toEqual(['secret', 'uri', 'qr'])
  expect((await stateOf(person)).isOn).toBe(false)
  // Until it is confirmed, sign-ins do not require it.
  expect(await stack.visitor.post('/auth/login', { username: person.username, password })).toMatchObject({
    status: 200,
  })

  const confirmed = await confirm(person, codeAt(started.body.response.secret, stack.clock.now()))
  const { recoveryCodes } = confirmed.body.response
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
  expect(await stateOf(person)).toEqual({
    isOn: true,
    isRequired: false,
    since: new Date(stack.clock.now()).toISOString(),
    recoveryCodesLeft: 10,
  })
  expect((await actionsOn(person)).at(-1)).toEqual(['identity.second-factor-on', person.id])
})

test('a code from a minute ago does not turn it on, one that is half a minute ahead does', async () => {
  const person = await coach()
  const { secret } = (await start(person)).body.response
  expect(await confirm(person, codeAt(secret, stack.clock.now() - 60_000))).toMatchObject({
    status: 403,
    body: { code: 'code_wrong' },
  })
  expect((await stateOf(person)).isOn).toBe(false)
  expect(await confirm(person, codeAt(secret, stack.clock.now() + 30_000))).toMatchObject({ status: 200 })
})

test('only the newest key can be confirmed, and only within 15 minutes of its start', async () => {
  const person = await coach()
  const refused = { status: 409, body: { code: 'second_factor_not_started' } }
  expect(await confirm(person, '123456')).toMatchObject(refused)
  const old = (await start(person)).body.response.secret
  stack.clock.advance(15 * 60_000 + 1)
  expect(await confirm(person, codeAt(old, stack.clock.now()))).toMatchObject(refused)
  const newer = (await start(person)).body.response.secret
  expect(await confirm(person, codeAt(old, stack.clock.now()))).toMatchObject({ status: 403 })
  expect(await confirm(person, codeAt(newer, stack.clock.now()))).toMatchObject({ status: 200 })
  for (const again of [await start(person), await confirm(person, codeAt(newer, stack.clock.now()))])
    expect(again).toMatchObject({ status: 409, body: { code: 'second_factor_on' } })
})

test('of two confirmations at once, one gets recovery codes', async () => {
  const person = await coach()
  const code = codeAt((await start(person)).body.response.secret, stack.clock.now())
  const answers = await Promise.all([confirm(person, code), confirm(person, code)])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await codesOf(person)).toHaveLength(10)
})

test('turning it on, turning it off and new recovery codes need the password, and without it nothing changes [AUTH-33]', async () => {
  const person = await coach()
  const asked = (path: string, given: object) =>
    stack.as(person).post(`/profiles/me/second-factor/${path}`, given)
  expect(await asked('start', { password: 'not mine' })).toMatchObject({
    status: 403,
    body: { code: 'password_wrong', errors: [{ path: 'password' }] },
  })
  expect((await credentialsOf(person)).totp_secret_enc).toBeNull()

  await turnOnSecondFactor(stack, person)
  const codes = await codesOf(person)
  for (const path of ['remove', 'recovery-codes']) {
    expect(await asked(path, { password: 'not mine' })).toMatchObject({
      status: 403,
      body: { code: 'password_wrong' },
    })
    expect(await asked(path, {})).toMatchObject({ status: 400 })
  }
  expect(await asked('start', {})).toMatchObject({ status: 400 })
  expect((await stateOf(person)).isOn).toBe(true)
  expect(await codesOf(person)).toEqual(codes)
})

test('wrong passwords and wrong set-up codes are counted together, and after ten every try is 429', async () => {
  const person = await coach()
  const other = await coach()
  await start(person)
  for (let i = 0; i < 6; i += 1) expect(await remove(person, `wrong ${i}`)).toMatchObject({ status: 403 })
  for (let i = 0; i < 4; i += 1) expect(await confirm(person, 'abcdef')).toMatchObject({ status: 403 })
  const refused = await start(person)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await confirm(person, '123456')).toMatchObject({ status: 429 })
  expect(await start(other)).toMatchObject({ status: 200 })
})

test("wrong tries at the sign-in form don't stop the owner from setting it up", async () => {
  const person = await coach()
  for (let i = 0; i < 11; i += 1)
    await stack.visitor.post('/auth/login', { username: person.username, password: `wrong ${i}` })
  expect(await start(person)).toMatchObject({ status: 200 })
})

test("new recovery codes end the old ones, and can't be made without a second factor [AUTH-43]", async () => {
  const person = await coach()
  const fresh = () => stack.as(person).post('/profiles/me/second-factor/recovery-codes', { password })
  expect(await fresh()).toMatchObject({ status: 409, body: { code: 'no_second_factor' } })
  const { recoveryCodes: old } = await turnOnSecondFactor(stack, person)
  const { recoveryCodes: made } = (await fresh()).body.response
  expect(made).toHaveLength(10)
  const signIn = (code: string) =>
    stack.visitor.post('/auth/login', { username: person.username, password, code })
  expect(await signIn(old[0] ?? '')).toMatchObject({ status: 403, body: { code: 'code_wrong' } })
  expect(await signIn(made[0])).toMatchObject({ status: 200 })
  expect((await stateOf(person)).recoveryCodesLeft).toBe(9)
  expect((await actionsOn(person)).map(([action]) => action)).toContain('identity.recovery-codes')
})

test('turning it off deletes the key and the codes, and is refused where the organization requires it', async () => {
  const person = await coach()
  expect(await remove(person)).toMatchObject({ status: 409, body: { code: 'no_second_factor' } })
  await turnOnSecondFactor(stack, person)
  expect(await remove(person)).toMatchObject({ status: 200 })
  expect(await stateOf(person)).toEqual({ isOn: false, isRequired: false, since: null, recoveryCodesLeft: 0 })
  expect(await codesOf(person)).toEqual([])
  expect((await credentialsOf(person)).totp_secret_enc).toBeNull()
  expect(await stack.visitor.post('/auth/login', { username: person.username, password })).toMatchObject({
    status: 200,
  })

  const bound = await coach({ two_factor_required: true })
  await turnOnSecondFactor(stack, bound)
  expect(await remove(bound)).toMatchObject({ status: 409, body: { code: 'second_factor_required_here' } })
  expect((await stateOf(bound)).isOn).toBe(true)
})

test('a copy of the database holds neither the key nor a recovery code, and the log holds no code', async () => {
  const person = await coach()
  const { secret, recoveryCodes } = await turnOnSecondFactor(stack, person)
  stack.clock.advance(60_000)
  const code = codeAt(secret, stack.clock.now())
  const signIn = (given: string) =>
    stack.visitor.post('/auth/login', { username: person.username, password, code: given })
  expect((await signIn(code)).status).toBe(200)
  expect((await signIn(recoveryCodes[0] ?? '')).status).toBe(200)
  expect((await signIn('QQQQQ-QQQQQ')).status).toBe(403)

  const copy = Buffer.from(JSON.stringify([await credentialsOf(person), await codesOf(person)]))
  const stored = (await credentialsOf(person)).totp_secret_enc ?? Buffer.alloc(0)
  for (const kept of [stored, copy]) {
    expect(kept.includes(secret)).toBe(false)
    expect(kept.includes(keyOf(secret))).toBe(false)
    for (const one of recoveryCodes) expect(kept.includes(one.replace('-', ''))).toBe(false)
  }
  // A recovery code cannot be recognised by its hash either, without the key that only the processes hold.
  const guesses = recoveryCodes.flatMap((one) =>
    ['', person.id, `${person.id}\n`].map((salt) => hashOf(salt + one.replace('-', ''))),
  )
  for (const { code_sealed } of await codesOf(person))
    expect(guesses.some((guess) => code_sealed.includes(guess))).toBe(false)

  const log = stack.log()
  expect(log).toContain('/auth/login')
  const words = [secret, 'QQQQQ', ...recoveryCodes, ...recoveryCodes.map((one) => one.replace('-', ''))]
  for (const word of words) expect(log).not.toContain(word)
  // Matched only as a separate word, because ids and durations are full of digits.
  expect(log).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`))
})

/** The bytes of the key, decoded from the text that the person types into the app. */
function keyOf(base32: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const number = Array.from(base32).reduce((sum, letter) => sum * 32n + BigInt(letters.indexOf(letter)), 0n)
  return Buffer.from(number.toString(16).padStart((base32.length * 5) / 4, '0'), 'hex')
}
