import { afterAll, beforeAll, expect, test } from 'vitest'
import { password } from '../../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { hashOf } from '#platform/identity/secrets.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ PARLEY_LOGIN_ADDRESS_TRIES_MAX: '1000' })
})
afterAll(() => stack[Symbol.asyncDispose]())

const signIn = (username: string, secret = password) =>
  stack.visitor.post('/auth/login', { username, password: secret })

async function account(level: 'Client' | 'Coach' | 'OrgAdmin' | 'Admin' | 'Super', username?: string) {
  const organization = await stack.make.organization({ display_name: 'Harbor', time_zone: 'Europe/Berlin' })
  const person = await stack.make.person({
    level,
    organization_id: organization.id,
    ...(username ? { username } : {}),
  })
  await stack.make.passwordFor(person.id)
  return person
}

test.each(['Coach', 'OrgAdmin', 'Admin', 'Super'] as const)(
  '%s signs in and gets a token and their own profile [AUTH-09 API-01]',
  async (level) => {
    const person = await account(level)
    const answer = await signIn(person.username)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body.response)).toEqual(['token', 'profile'])
    expect(answer.body.response.profile.id).toBe(person.id)
    const me = await stack.as(answer.body.response).get('/profiles/me')
    expect(me.body.response).toEqual(answer.body.response.profile)
  },
)

test('a refused sign-in has its message in response [API-01]', async () => {
  const person = await account('Coach')
  expect(await signIn(person.username, 'wrong')).toMatchObject({
    status: 401,
    body: { response: 'Username or password is not right.', code: 'wrong_credentials' },
  })
})

test('a client with the right password gets 403 and no token [AUTH-07]', async () => {
  const person = await account('Client')
  const tokens = () =>
    stack.db.selectFrom('sign_in_tokens').select('token_hash').where('person_id', '=', person.id).execute()
  const before = (await tokens()).length
  expect(await signIn(person.username)).toMatchObject({
    status: 403,
    body: { response: 'You do not have the correct role.', code: 'no_sign_in_right' },
  })
  expect(await tokens()).toHaveLength(before)
})

test('the username is compared without case [AUTH-11]', async () => {
  await account('Coach', 'mixed.case')
  expect(await signIn('Mixed.CASE')).toMatchObject({ status: 200 })
})

test.each([
  [{ username: '', password }, 'username', 'Username is required', 'AUTH-03'],
  [{ username: 'somebody', password: '' }, 'password', 'Password is required', 'AUTH-04'],
  [{ username: 'a@b.test', password }, 'username', 'Please log in with your username, not email.', 'AUTH-05'],
])('%o is refused at %s with %j [%s]', async (body, path, message) => {
  const answer = await stack.visitor.post('/auth/login', body)
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path, message }] } })
})

test('an unknown name and a wrong password get the same answer, and both cost a password check', async () => {
  const person = await account('Coach')
  const checks = async () => (await stack.platform.metrics.passwordChecks.get()).values[0]?.value ?? 0
  const before = await checks()
  const wrong = await signIn(person.username, 'not the password')
  const unknown = await signIn('nobody-of-this-name', 'not the password')
  const bare = ({ status, body }: typeof wrong) => ({ status, response: body.response, code: body.code })
  expect(bare(unknown)).toEqual(bare(wrong))
  expect(await checks()).toBe(before + 2)
})

test('an unknown name takes as long as a wrong password', async () => {
  const person = await account('Coach')
  const times: Record<string, number[]> = { known: [], unknown: [] }
  for (let i = 0; i < 9; i += 1)
    for (const [kind, name] of [
      ['known', person.username],
      ['unknown', `nobody-${i}`],
    ] as const) {
      const started = performance.now()
      await signIn(name, 'not the password')
      times[kind]?.push(performance.now() - started)
    }
  const median = (list: number[] = []) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
  // Checking a password takes tens of milliseconds; without it the ratio would be about a hundredth.
  expect(median(times.unknown) / median(times.known)).toBeGreaterThan(0.4)
  expect(median(times.unknown) / median(times.known)).toBeLessThan(2.5)
})

test('a token carries no information, and only its hash is stored [AUTH-12]', async () => {
  const person = await account('Coach')
  const { token } = (await signIn(person.username)).body.response
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  const second = (await signIn(person.username)).body.response.token
  expect(second).not.toBe(token)
  const bytes = Buffer.from(token, 'base64url').toString('latin1')
  // Texts that 32 random bytes do not contain by chance, as they may a single character.
  for (const known of [person.id, person.username, '{"', '"alg"']) expect(bytes).not.toContain(known)
  const stored = await stack.db
    .selectFrom('sign_in_tokens')
    .selectAll()
    .where('person_id', '=', person.id)
    .execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(stored.some((row) => row.token_hash.equals(hashOf(token)))).toBe(true)
})

test('a token hash copied from the database signs nobody in', async () => {
  const person = await account('Coach')
  await signIn(person.username)
  const rows = await stack.db
    .selectFrom('sign_in_tokens')
    .selectAll()
    .where('person_id', '=', person.id)
    .execute()
  for (const row of rows)
    for (const copied of [row.token_hash.toString('base64url'), row.token_hash.toString('hex')])
      expect(await stack.as({ token: copied }).get('/profiles/me')).toMatchObject({ status: 401 })
})

test('after ten wrong tries the account asks for the link, even with the right password [AUTH-22]', async () => {
  const person = await account('Coach')
  for (let i = 0; i < 10; i += 1) expect((await signIn(person.username, `wrong ${i}`)).status).toBe(401)
  const refused = await signIn(person.username)
  expect(refused).toMatchObject({ status: 429, body: { code: 'use_link' } })
  // The rest of the 15 minutes that began with the first attempt.
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(13 * 60)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
  expect(refused.body.response).toBe(
    'Too many wrong tries. Use the link to set your password: press "Can\'t log in?", or ask your administrator.',
  )
  expect((await signIn(person.username, 'wrong again')).body.code).toBe('use_link')
  // The limit applies to that account only.
  expect(await signIn((await account('Coach')).username)).toMatchObject({ status: 200 })
})

test('nine wrong tries and a right one leave the account open', async () => {
  const person = await account('Coach')
  for (let i = 0; i < 9; i += 1) await signIn(person.username, `wrong ${i}`)
  expect(await signIn(person.username)).toMatchObject({ status: 200 })
  expect(await signIn(person.username)).toMatchObject({ status: 200 })
})

test('an address that tries many names is stopped with 429 and Retry-After [WIRE-13 AUTH-44]', async () => {
  await using small = await startStack({ PARLEY_LOGIN_ADDRESS_TRIES_MAX: '3' })
  const tries = []
  for (let i = 0; i < 5; i += 1)
    tries.push(await small.visitor.post('/auth/login', { username: `somebody-${i}`, password: 'x' }))
  expect(tries.map((one) => one.status)).toEqual([401, 401, 401, 429, 429])
  expect(tries[4]).toMatchObject({ body: { code: 'address_blocked' } })
  expect(Number(tries[4]?.headers['retry-after'])).toBeGreaterThan(0)
})

test('a forwarded address is believed only from a trusted proxy [AUTH-45]', async () => {
  await using open = await startStack({ PARLEY_LOGIN_ADDRESS_TRIES_MAX: '2' })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const tryAs = (i: number) =>
    open.visitor.post('/auth/login', { username: `n-${i}`, password: 'x' }, from(`192.0.2.${i}`))
  expect([await tryAs(1), await tryAs(2), await tryAs(3)].map((one) => one.status)).toEqual([401, 401, 429])

  await using behind = await startStack({
    PARLEY_LOGIN_ADDRESS_TRIES_MAX: '2',
    PARLEY_TRUSTED_PROXIES: '127.0.0.1',
  })
  const statuses = []
  for (const i of [1, 2, 3, 4])
    statuses.push(
      (await behind.visitor.post('/auth/login', { username: `n-${i}`, password: 'x' }, from(`192.0.2.${i}`)))
        .status,
    )
  expect(statuses).toEqual([401, 401, 401, 401])
})

test('sign-in and sign-out are audited without names', async () => {
  const person = await account('Coach')
  const { token } = (await signIn(person.username)).body.response
  await stack.as({ token }).post('/auth/logout')
  const entries = await stack.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_id', '=', person.id)
    .orderBy('id')
    .execute()
  expect(entries.map((entry) => [entry.action, entry.by_id])).toEqual([
    ['identity.sign-in', person.id],
    ['identity.sign-out', person.id],
  ])
  expect(JSON.stringify(entries)).not.toContain('Robin')
})
