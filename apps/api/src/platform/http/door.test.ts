import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { headOf as head, listenRaw } from '../../../../../tests/support/raw-http.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { limitKey, takePoint } from '#platform/identity/limits.ts'
import { problemShape } from './openapi.ts'

let stack: Stack
let raw: Awaited<ReturnType<typeof listenRaw>>
beforeAll(async () => {
  stack = await startStack({ PARLEY_BODY_IDLE_SECONDS: '0.3', PARLEY_BAD_TOKENS_MAX: '20' })
  raw = await listenRaw(stack.app)
})
afterAll(() => stack[Symbol.asyncDispose]())

/** Sends raw bytes and parses the answer as one of our refusals. */
async function refusedRaw(bytes: string) {
  const { status, headers, body } = await raw.send(bytes)
  return { status, headers, body: problemShape.parse(JSON.parse(body)) }
}

test('a request without a token is 401 before its body arrives, whatever size it announces', async () => {
  const socket = raw.connect()
  socket.write(head('POST', '/api/imports', ['content-length: 8000000']))
  const [first] = await once(socket, 'data')
  expect(String(first)).toMatch(/^HTTP\/1.1 401 /)
  socket.destroy()
})

test('a request that announces too large a body is 413 before the body arrives', async () => {
  const admin = await stack.make.person({ level: 'Admin' })
  const socket = raw.connect()
  const headers = [`authorization: Bearer ${admin.token}`, 'content-length: 2000000']
  socket.write(head('POST', '/api/sessions/create', headers))
  const [first] = await once(socket, 'data')
  expect(String(first)).toMatch(/^HTTP\/1.1 413 /)
  socket.destroy()
})

test('bad tokens are limited by address, while a good token from there still works', async () => {
  const good = await stack.make.person({ level: 'Admin' })
  const bad = { token: 'x'.repeat(43) }
  const statuses: number[] = []
  for (let i = 0; i < 25; i += 1) statuses.push((await stack.as(bad).get('/sessions?page=1')).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429, 429, 429, 429])
  expect(Number((await stack.as(bad).get('/sessions?page=1')).headers['retry-after'])).toBeGreaterThan(0)
  expect((await stack.as(good).get('/sessions?page=1')).status).toBe(200)
  // An expired token was a good one: its holder gets 419, and it is not counted.
  const late = await stack.make.person({ level: 'Admin' })
  const past = new Date(stack.clock.now() - 30 * 24 * 3_600_000)
  await stack.db
    .updateTable('sign_in_tokens')
    .set({ issued_at: past, last_used_at: past })
    .where('person_id', '=', late.id)
    .execute()
  expect((await stack.as(late).get('/sessions?page=1')).status).toBe(419)
  // GET /profiles/me never answers 429 (docs/rules.md §2): over the limit each refusal is held back instead.
  const timed = async (person: { token: string }) => {
    const since = performance.now()
    const { status } = await stack.as(person).get('/profiles/me')
    return { status, isHeldBack: performance.now() - since >= 990 }
  }
  expect(await timed(bad)).toEqual({ status: 401, isHeldBack: true })
  const held = timed(bad)
  expect(await Promise.race([timed(good), held])).toEqual({ status: 200, isHeldBack: false })
  await held
  // A call without a token is told to log in, and is not counted.
  expect((await stack.visitor.get('/sessions?page=1')).status).toBe(401)
})

test('a read over the rate limit does not query the database', async () => {
  const busy = await stack.make.person({ level: 'Admin' })
  const { act } = stack.platform.limits
  for (let i = 0; i < 1200; i += 1) await takePoint(act, limitKey('person', busy.id))
  const seen: string[] = []
  stack.platform.database.pool.on('acquire', () => seen.push('acquired'))
  expect((await stack.as(busy).get('/sessions?page=1')).status).toBe(429)
  // Only the token lookup took a connection.
  expect(seen).toHaveLength(1)
})

test('a body that stalls is 408 with an error in our format, and GET /profiles/me is never 408', async () => {
  const person = await stack.make.person({ level: 'Admin' })
  const headers = [`authorization: Bearer ${person.token}`, 'content-length: 100']
  const late = await refusedRaw(`${head('POST', '/api/sessions/create', headers)}{"title":`)
  expect(late).toMatchObject({ status: 408, body: { code: 'body_late' } })
  const me = await raw.send(`${head('GET', '/api/profiles/me', headers)}{"title":`)
  expect(me.status).toBe(200)
})

test('a caller who disconnects is not logged as an engine that is away', async () => {
  const person = await stack.make.person({ level: 'Admin' })
  const socket = raw.connect()
  const headers = [`authorization: Bearer ${person.token}`, 'content-length: 100']
  socket.write(`${head('POST', '/api/sessions/create', headers)}{"title":`)
  await eventually(
    () => stack.platform.drain.inFlight,
    (inFlight) => inFlight === 1,
  )
  socket.destroy()
  await eventually(
    () => stack.log(),
    (log) => log.includes('the caller left'),
  )
  expect(stack.platform.drain.inFlight).toBe(0)
  expect(stack.log()).not.toContain('an engine is away')
})

test.each([
  ['an address that cannot be decoded', head('GET', '/api/%zz', ['connection: close']), 400],
  ['headers that are too large', head('GET', '/api/health', [`x: ${'x'.repeat(20_000)}`]), 431],
  ['an address that is too long', head('GET', `/api/${'x'.repeat(20_000)}`), 431],
  ['a message that is not HTTP', 'HELLO\r\n\r\n', 400],
  [
    'a parameter that is too long',
    head('GET', `/api/profiles/${'x'.repeat(500)}`, ['connection: close']),
    400,
  ],
  ['a NUL in a query', head('GET', '/api/content/terms?a=%00', ['connection: close']), 400],
])('%s is refused with an error in our format', async (_what, bytes, status) => {
  const answer = await refusedRaw(bytes)
  expect(answer.status).toBe(status)
  expect(answer.headers).toContain('no-store')
})

test('JSON with endless nesting or too many values is refused before it is parsed, in bodies and in queries', async () => {
  const admin = stack.as(await stack.make.person({ level: 'Admin' }))
  const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
  const wide = `[${'1,'.repeat(60_000)}1]`
  for (const payload of [deep, wide, '['.repeat(120_000)]) {
    const since = performance.now()
    const reply = await stack.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(reply.json()).toMatchObject({ code: 'malformed' })
    expect(performance.now() - since).toBeLessThan(1000)
  }
  const filters = encodeURIComponent(`${'['.repeat(30)}${']'.repeat(30)}`)
  expect(await admin.get(`/sessions?page=1&filters=${filters}`)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'filters', message: 'Write this as JSON.' }] },
  })
})

test('a lone surrogate is 400 in a body, a key and a filter', async () => {
  const admin = stack.as(await stack.make.person({ level: 'Admin' }))
  const half = '\ud800'
  for (const answer of [
    await stack.visitor.post('/auth/login', { username: half, password: 'x' }),
    await stack.visitor.post('/auth/login', { [half]: 'x', username: 'a', password: 'x' }),
    await admin.get(`/sessions?page=1&filters=${encodeURIComponent('{"client_name":["\\ud800"]}')}`),
    await admin.get(`/audit?page=1&filters=${encodeURIComponent('{"action":["\\u0000"]}')}`),
  ])
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } })
})

test('a refusal names at most 20 faults, each in a bounded length', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${i}${'x'.repeat(110)}`, 1]))
  const { body } = await stack.visitor.post('/auth/login', unknown)
  expect(body.errors).toHaveLength(20)
  expect(JSON.stringify(body).length).toBeLessThan(10_000)
})

test('an instant is accepted with or without milliseconds, and returned with them', async () => {
  const { organization, coach, client } = await inOrganization()
  const booked = await stack.as(coach).post('/sessions/create', {
    title: 'First',
    coach_id: coach.id,
    user_id: client.id,
    start_time: '2026-11-17T15:00:00Z',
    end_time: '2026-11-17T16:00:00.000Z',
  })
  expect(booked.body.response).toMatchObject({
    start_time: '2026-11-17T15:00:00.000Z',
    end_time: '2026-11-17T16:00:00.000Z',
    organization_id: organization.id,
  })
})

test('an instant in the year 0 is 400, one in the year 9999 is accepted', async () => {
  const admin = stack.as(await stack.make.person({ level: 'Admin' }))
  const filters = (from: string) => encodeURIComponent(JSON.stringify({ from }))
  expect(await admin.get(`/audit?page=1&filters=${filters('0000-01-01T00:00:00.000Z')}`)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'filters.from', message: 'This is too long ago.' }] },
  })
  expect((await admin.get(`/audit?page=1&filters=${filters('9999-12-31T23:59:59.999Z')}`)).status).toBe(200)
})

async function inOrganization() {
  const organization = await stack.make.organization()
  const coach = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  const client = await stack.make.person({
    level: 'Client',
    organization_id: organization.id,
    coach_id: coach.id,
  })
  return { organization, coach, client }
}
