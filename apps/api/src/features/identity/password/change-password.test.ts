import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEvents } from '../../../../../../tests/support/events.ts'
import { password, type TestPerson } from '../../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { issueToken } from '#features/identity/sign-in/tokens.ts'

const chosen = 'quiet morning harbour'
let stack: Stack
let address: string
beforeAll(async () => {
  stack = await startStack()
  address = await stack.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => stack[Symbol.asyncDispose]())

async function coach() {
  const organization = await stack.make.organization()
  const person = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  await stack.make.passwordFor(person.id)
  return person
}
const elsewhere = (person: TestPerson) =>
  issueToken(stack.db, person.id, { address: '192.0.2.1', agent: 'other' }, stack.clock.now())
const change = (person: TestPerson, given: string, newPassword = chosen) =>
  stack.as(person).post('/profiles/me/password', { password: given, newPassword })
const signIn = (person: TestPerson, given: string) =>
  stack.visitor.post('/auth/login', { username: person.username, password: given })

test("without the right password a person can't change it [AUTH-33]", async () => {
  const person = await coach()
  expect(await change(person, 'not mine')).toMatchObject({ status: 403, body: { code: 'password_wrong' } })
  expect(await stack.as(person).post('/profiles/me/password', { newPassword: chosen })).toMatchObject({
    status: 400,
  })
  expect(await signIn(person, chosen)).toMatchObject({ status: 401 })
  expect(await signIn(person, password)).toMatchObject({ status: 200 })
})

test('a changed password ends every sign-in, and the browser that asked gets a new token', async () => {
  const person = await coach()
  const other = await elsewhere(person)
  const stranger = await coach()
  const answer = await change(person, password)
  expect(answer).toMatchObject({ status: 200 })
  for (const token of [person.token, other])
    expect(await stack.as({ token }).get('/profiles/me')).toMatchObject({ status: 401 })
  expect(await stack.as(answer.body.response).get('/profiles/me')).toMatchObject({ status: 200 })
  expect(await stack.as(stranger).get('/profiles/me')).toMatchObject({ status: 200 })
  expect(await signIn(person, password)).toMatchObject({ status: 401 })
  expect(await signIn(person, chosen)).toMatchObject({ status: 200 })
  const entry = await stack.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'identity.change-password')
    .where('subject_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ by_id: person.id, organization_id: person.organization_id, detail: {} })
})

test('other browsers are told that they are signed out; the stream of the one that asked just ends', async () => {
  const person = await coach()
  const own = await openEvents(`${address}/api/live`, person.token)
  const other = await openEvents(`${address}/api/live`, await elsewhere(person))
  await change(person, password)
  await Promise.all([own.ended, other.ended])
  expect(other.notices).toEqual([{ kind: 'signed-out', reason: 'signed_out' }])
  expect(own.notices).toEqual([])
})

test('a weak new password is refused, and the person stays signed in', async () => {
  const person = await coach()
  for (const weak of ['short', 'password1234', `${person.username} harbour`])
    expect(await change(person, password, weak)).toMatchObject({
      status: 400,
      body: { code: 'password_weak', errors: [{ path: 'newPassword' }] },
    })
  expect(await stack.as(person).get('/profiles/me')).toMatchObject({ status: 200 })
})

test('after ten wrong passwords a change is 429, even with the right one', async () => {
  const person = await coach()
  for (let i = 0; i < 10; i += 1) expect(await change(person, `wrong ${i}`)).toMatchObject({ status: 403 })
  expect(await change(person, password)).toMatchObject({ status: 429, body: { code: 'too_many' } })
})
