import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEvents } from '../../../../../../tests/support/events.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { hashOf } from '#platform/identity/secrets.ts'
import { endTokens, issueToken } from './tokens.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

async function coach() {
  const organization = await stack.make.organization()
  return stack.make.person({ level: 'Coach', organization_id: organization.id })
}
const elsewhere = (personId: string, agent = 'Firefox', address = '2001:db8::7') =>
  issueToken(stack.db, personId, { address, agent }, stack.clock.now())

test('a person sees where they are signed in now, without any token', async () => {
  const person = await coach()
  await coach()
  const ended = await elsewhere(person.id)
  await endTokens(stack.db, { tokenHash: hashOf(ended) }, 'signed_out', stack.clock.now())
  await elsewhere(person.id, 'long ago')
  stack.clock.advance(12 * 3_600_000)
  const own = await elsewhere(person.id, 'Chrome', '192.0.2.9')
  const other = await elsewhere(person.id)
  const answer = await stack.as({ token: own }).get('/profiles/me/sign-ins')
  const at = new Date(stack.clock.now()).toISOString()
  const entry = { issuedAt: at, lastUsedAt: at }
  expect(answer.body.response).toHaveLength(2)
  expect(answer.body.response).toEqual(
    expect.arrayContaining([
      { id: expect.any(String), isThis: true, agent: 'Chrome', address: '192.0.2.9', ...entry },
      { id: expect.any(String), isThis: false, agent: 'Firefox', address: '2001:db8::7', ...entry },
    ]),
  )
  const text = JSON.stringify(answer.body)
  for (const secret of [own, other, hashOf(other).toString('base64url')]) expect(text).not.toContain(secret)
})

test('a sign-in leaves the list after seven days, even if it is used every day', async () => {
  const person = await coach()
  const own = await elsewhere(person.id, 'this one')
  const now = stack.clock.now()
  const sevenDaysMs = 7 * 86_400_000
  for (const [agent, issuedMs] of [
    ['over', sevenDaysMs],
    ['about to be', sevenDaysMs - 1],
  ] as const) {
    const token = await elsewhere(person.id, agent)
    await stack.db
      .updateTable('sign_in_tokens')
      .set({ issued_at: new Date(now - issuedMs), last_used_at: new Date(now) })
      .where('token_hash', '=', hashOf(token))
      .execute()
  }
  const { response } = (await stack.as({ token: own }).get('/profiles/me/sign-ins')).body
  const agents = response.map(({ agent }: { agent: string }) => agent)
  expect(agents).toContain('about to be')
  expect(agents).not.toContain('over')
})

test('ending a sign-in ends that one only, tells its browser and is audited', async () => {
  const address = await stack.app.listen({ host: '127.0.0.1', port: 0 })
  const person = await coach()
  const other = await elsewhere(person.id)
  const third = await elsewhere(person.id)
  const stream = await openEvents(`${address}/api/live`, other)
  const id = hashOf(other).subarray(0, 16).toString('base64url')
  expect(await stack.as(person).post(`/profiles/me/sign-ins/end/${id}`)).toMatchObject({ status: 200 })
  await stream.ended
  expect(stream.notices).toEqual([{ kind: 'signed-out', reason: 'signed_out' }])
  expect(await stack.as({ token: other }).get('/profiles/me')).toMatchObject({ status: 401 })
  for (const token of [person.token, third])
    expect(await stack.as({ token }).get('/profiles/me')).toMatchObject({ status: 200 })
  expect(await stack.as(person).post(`/profiles/me/sign-ins/end/${id}`)).toMatchObject({
    status: 404,
    body: { code: 'sign_in_not_found' },
  })
  const entries = await stack.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', person.id)
    .execute()
  expect(entries).toEqual([{ action: 'identity.end-sign-in' }])
})

test("nobody can end somebody else's sign-in, not even with the hash of its token", async () => {
  const person = await coach()
  const other = await coach()
  const hash = hashOf(other.token)
  for (const id of [hash.subarray(0, 16), hash, Buffer.alloc(0), hash.subarray(0, 4)].map((part) =>
    part.toString('base64url'),
  ))
    expect(await stack.as(person).post(`/profiles/me/sign-ins/end/${id || '_'}`)).toMatchObject({
      status: 404,
      body: { code: 'sign_in_not_found' },
    })
  expect(await stack.as(other).get('/profiles/me')).toMatchObject({ status: 200 })
})
