import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, herePlaces } from '../../../../../scripts/engines/places.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { tcpCut } from '../../../../../tests/support/relays/tcp-cut.ts'
import { limitKey, takePoint } from '#platform/identity/limits.ts'
import { problemShape } from './openapi.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

test('the API answers under /api on the portal origin [WIRE-01]', async () => {
  expect((await stack.app.inject({ url: '/api/health' })).json()).toEqual({ response: { status: 'ok' } })
  expect((await stack.app.inject({ url: '/health' })).statusCode).toBe(404)
})

test('every JSON answer is {response} and nothing beside it [WIRE-03]', async () => {
  const person = await stack.make.person({ level: 'Super' })
  for (const path of ['/health', '/ready', '/content/terms', '/content/announcements'])
    expect(Object.keys((await stack.visitor.get(path)).body)).toEqual(['response'])
  expect(Object.keys((await stack.as(person).get('/profiles/me')).body)).toEqual(['response'])
})

test('an error has response, code and requestId, and its status [WIRE-04]', async () => {
  const refused = [
    await stack.visitor.get('/profiles/me'),
    await stack.visitor.get('/no/such/route'),
    await stack.visitor.post('/auth/login', { username: 'nobody', password: 'x' }),
    await stack.visitor.post('/auth/login', {}),
  ]
  for (const answer of refused) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(problemShape.parse(answer.body)).toBeTruthy()
    expect(answer.headers['x-request-id']).toBe(answer.body.requestId)
  }
})

test('errors is in the answer to a field error and in no other [WIRE-05]', async () => {
  const field = await stack.visitor.post('/auth/login', { username: '', password: 'x' })
  expect(field.body.errors).toEqual([{ path: 'username', message: 'Username is required' }])
  for (const other of [
    await stack.visitor.get('/profiles/me'),
    await stack.visitor.get('/no/such/route'),
    await stack.visitor.post('/auth/login', { username: 'nobody', password: 'x' }),
  ])
    expect(other.body).not.toHaveProperty('errors')
})

test('a body of the wrong shape is 400 [WIRE-07]', async () => {
  for (const body of [{}, { username: 5, password: 'x' }, { username: ['a'], password: 'x' }])
    expect(await stack.visitor.post('/auth/login', body)).toMatchObject({
      status: 400,
      body: { code: 'malformed' },
    })
  for (const payload of ['{', 'null', '[]', '"text"']) {
    const reply = await stack.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(reply.statusCode).toBe(400)
  }
})

test('an unknown key is 400 and named, in a body and in a query [WIRE-16]', async () => {
  expect(await stack.visitor.post('/auth/login', { username: 'a', password: 'b', privs: 10 })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'privs', message: 'Unknown: privs' }] },
  })
  expect(await stack.visitor.get('/health?verbose=1')).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'verbose' }] },
  })
  const person = await stack.make.person({ level: 'Super' })
  expect(await stack.as(person).post('/auth/logout', { everywhere: true })).toMatchObject({ status: 400 })
})

test("a NUL in a text is 400, because the database can't store it", async () => {
  const answer = await stack.visitor.post('/auth/login', { username: 'a\u0000b', password: 'x' })
  expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } })
})

test('a body that is not JSON is 415, and one that is too large is 413', async () => {
  const post = (payload: string, type: string) =>
    stack.app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': type }, payload })
  expect((await post('a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
  const large = await post(JSON.stringify({ username: 'x'.repeat(2_000_000) }), 'application/json')
  expect(large.statusCode).toBe(413)
  expect(large.json()).toMatchObject({ code: 'body_too_large' })
})

test('with the database away a call is 503, and works again when it is back [WIRE-14]', async () => {
  const { host, port } = addresses(herePlaces()).postgres
  await using relay = await tcpCut({ host, port })
  const away = await startStack()
  const url = new URL(away.config.databaseUrl)
  url.port = String(relay.port)
  await using stackBehind = await startStack({ DATABASE_URL: url.href })
  const person = await away.make.person({ level: 'Super' })
  expect(await stackBehind.as(person).get('/profiles/me')).toMatchObject({ status: 200 })
  relay.cut()
  expect(await stackBehind.as(person).get('/profiles/me')).toMatchObject({
    status: 503,
    body: { code: 'engine_away' },
  })
  expect(await stackBehind.visitor.get('/ready')).toMatchObject({ status: 503 })
  expect(await stackBehind.visitor.get('/health')).toMatchObject({ status: 200 })
  relay.join()
  expect(await stackBehind.as(person).get('/profiles/me')).toMatchObject({ status: 200 })
  await away[Symbol.asyncDispose]()
})

test('without Redis sign-in works, and each process keeps its own limits', async () => {
  await using lone = await startStack({ REDIS_URL: 'redis://127.0.0.1:9', PARLEY_LOGIN_TRIES_MAX: '3' })
  const statuses = []
  for (let i = 0; i < 5; i += 1)
    statuses.push((await lone.visitor.post('/auth/login', { username: 'somebody', password: 'x' })).status)
  expect(statuses).toEqual([401, 401, 401, 429, 429])
  expect((await lone.visitor.get('/ready')).body).toEqual({ response: { status: 'ready', redis: 'away' } })
})

test('an unexpected error is answered 500 and logged', async () => {
  await using odd = await startStack()
  odd.platform.limits.act.consume = () => Promise.reject(new Error('a fault of ours'))
  expect(await odd.visitor.get('/content/terms')).toMatchObject({ status: 500, body: { code: 'internal' } })
  expect(odd.log()).toContain('a fault of ours')
})

test('secrets in addresses are masked in the log, by pattern [WIRE-46]', async () => {
  const secret = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ'
  const addressesWithSecrets = [
    `/set-password/${secret}`,
    `/join/${secret}`,
    `/api/calendar/feed/${secret}`,
    `/rtc?access_token=${secret}`,
    `/files/one?X-Amz-Signature=${secret}&X-Amz-Credential=${secret}`,
    `/api/live?token=${secret}`,
  ]
  for (const url of addressesWithSecrets)
    stack.platform.log.error({ err: new Error(`GET ${url} failed`) }, 'a fault')
  await stack.visitor.post('/operations/web-errors', {
    message: `failed to load /set-password/${secret}`,
    stack: `Error at https://portal.test/join/${secret}:1:2 Bearer ${secret}`,
    path: `/join/${secret}`,
  })
  await stack.visitor.get(`/live?token=${secret}`)
  expect(stack.log()).toContain('/set-password/…')
  expect(stack.log()).toContain('/join/…')
  expect(stack.log()).not.toContain(secret)
})

test('no password and no token reaches the log', async () => {
  const person = await stack.make.person({ level: 'Super' })
  await stack.make.passwordFor(person.id)
  await stack.visitor.post('/auth/login', { username: person.username, password: 'a very secret guess' })
  await stack.as(person).get('/profiles/me')
  expect(stack.log()).toContain('/profiles/me')
  expect(stack.log()).not.toContain('a very secret guess')
  expect(stack.log()).not.toContain(person.token)
})

test('a search text reaches no log, whether the call is answered, refused or reported by the web [PRIV-03]', async () => {
  const person = await stack.make.person({ level: 'Super' })
  await stack.as(person).get('/profiles?search=Quokkaberry')
  await stack.as(person).get('/profiles?page=nothing&search=Quokkaberry')
  await stack.visitor.post('/operations/web-errors', { message: 'boom', path: '/clients?search=Quokkaberry' })
  expect(stack.log()).toContain('"path":"/api/profiles"')
  expect(stack.log()).toContain('"path":"/clients"')
  expect(stack.log()).not.toContain('Quokkaberry')
})

test("an error that the web reports is in the API's log, with its secrets masked [SHELL-10]", async () => {
  const secret = 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA'
  const answer = await stack.visitor.post('/operations/web-errors', {
    message: `boom in the shell at /set-password/${secret}`,
    path: `/join/${secret}`,
  })
  expect(answer.status).toBe(200)
  expect(stack.log()).toContain('boom in the shell at /set-password/')
  expect(stack.log()).not.toContain(secret)
})

test('error reports are limited per address [WIRE-13]', async () => {
  await using fresh = await startStack()
  const statuses = []
  for (let i = 0; i < 25; i += 1)
    statuses.push(
      (await fresh.visitor.post('/operations/web-errors', { message: 'again', path: '/' })).status,
    )
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(statuses.slice(20)).toEqual(Array.from({ length: 5 }, () => 429))
})

test('every answer forbids storing, framing and sniffing', async () => {
  for (const answer of [await stack.visitor.get('/health'), await stack.visitor.get('/no/such')])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
})

test('the announcements need no token, and the first is the holiday banner [BANNER-02]', async () => {
  const { response } = (await stack.visitor.get('/content/announcements')).body
  expect(Object.keys(response[0])).toEqual(expect.arrayContaining(['from', 'until', 'text']))
  expect(response[0]).toMatchObject({ from: '2024-12-23T05:00:00.000Z', until: '2025-01-03T05:00:00.000Z' })
})

test("'Can't log in?' redirects to the operator's address, or else to /forgot-password [AUTH-02]", async () => {
  const location = async (one: Stack) => (await one.visitor.get('/auth/cant-log-in')).headers.location
  expect(await location(stack)).toBe('/forgot-password')
  await using set = await startStack({ PARLEY_CANT_LOG_IN_URL: 'https://help.example.com/password' })
  expect(await location(set)).toBe('https://help.example.com/password')
})

test('the OpenAPI document and its reference page need no token, and the page has its own content security policy', async () => {
  const document = await stack.app.inject({ url: '/api/openapi.json' })
  expect(document.json()).toMatchObject({
    openapi: '3.1.0',
    paths: { '/auth/login': { post: { operationId: 'login' } } },
  })
  const page = await stack.app.inject({ url: '/api/reference' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect((await stack.app.inject({ url: '/api/reference/files/swagger-ui-bundle.js' })).statusCode).toBe(200)
  expect((await stack.app.inject({ url: '/api/reference/files/package.json' })).statusCode).toBe(404)
})

test("a person over the limit of calls gets 429 for reads and writes, and others don't", async () => {
  const [busy, calm] = [
    await stack.make.person({ level: 'Admin' }),
    await stack.make.person({ level: 'Admin' }),
  ]
  const { act } = stack.platform.limits
  for (let i = 0; i < 1199; i += 1) await takePoint(act, limitKey('person', busy.id))
  expect((await stack.as(busy).get('/profiles/list-clients')).status).toBe(200)
  for (const refused of [
    await stack.as(busy).get('/profiles/list-clients'),
    await stack.as(busy).get('/sessions?page=1'),
    await stack.as(busy).post('/sessions/create', {}),
  ]) {
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await stack.as(calm).get('/profiles/list-clients')).status).toBe(200)
})
