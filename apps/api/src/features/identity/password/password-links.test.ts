import { afterAll, beforeAll, expect, test } from 'vitest'
import { system } from '#platform/audit/audit.ts'
import { password as oldPassword } from '../../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { makePasswordLink } from './password-links.ts'

const chosen = 'quiet morning harbour'
let stack: Stack
beforeAll(async () => {
  stack = await startStack({ PARLEY_LOGIN_ADDRESS_TRIES_MAX: '1000' })
})
afterAll(() => stack[Symbol.asyncDispose]())

async function coachWithLink() {
  const organization = await stack.make.organization()
  const person = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  await stack.make.passwordFor(person.id)
  const link = await makePasswordLink(stack.db, system, person, stack.clock.now())
  return { person, link }
}
const set = (token: string, password = chosen) =>
  stack.visitor.post('/auth/set-password', { token, password })
const signIn = (username: string, password: string, headers = {}) =>
  stack.visitor.post('/auth/login', { username, password }, headers)

test('a link sets the password, once, and ends every sign-in', async () => {
  const { person, link } = await coachWithLink()
  expect(await set(link)).toMatchObject({ status: 200, body: { response: { username: person.username } } })
  expect(await stack.as(person).get('/profiles/me')).toMatchObject({ status: 401 })
  expect(await signIn(person.username, oldPassword)).toMatchObject({ status: 401 })
  expect(await signIn(person.username, chosen)).toMatchObject({ status: 200 })
  expect(await set(link, 'another quiet harbour')).toMatchObject({ status: 404, body: { code: 'link_dead' } })
})

test('when a link is used twice at once, one request sets the password', async () => {
  const { link } = await coachWithLink()
  const answers = await Promise.all([set(link, `${chosen} one`), set(link, `${chosen} two`)])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 404])
})

test('a weak password is refused with its reason and does not use the link up [AUTH-40]', async () => {
  const { person, link } = await coachWithLink()
  for (const weak of ['short', 'password1234', `${person.username} harbour`])
    expect(await set(link, weak)).toMatchObject({
      status: 400,
      body: { code: 'password_weak', errors: [{ path: 'password' }] },
    })
  expect(await set(link)).toMatchObject({ status: 200 })
})

test('opening a link lifts the limit on wrong tries for the browser that opened it, and for no other', async () => {
  const { person, link } = await coachWithLink()
  for (let i = 0; i < 10; i += 1) await signIn(person.username, `wrong ${i}`)
  expect(await signIn(person.username, oldPassword)).toMatchObject({ status: 429 })

  const opened = await stack.visitor.post('/auth/password-link', { token: link })
  expect(opened).toMatchObject({ status: 200, body: { response: { username: person.username } } })
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  expect(String(opened.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)

  expect(await signIn(person.username, oldPassword)).toMatchObject({ status: 429 })
  expect(await signIn(person.username, oldPassword, { cookie })).toMatchObject({ status: 200 })
})

test('the browser that opened the link has its own limit of ten tries, and no higher one on another account', async () => {
  const { person, link } = await coachWithLink()
  const other = await coachWithLink()
  const opened = await stack.visitor.post('/auth/password-link', { token: link })
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  for (let i = 0; i < 10; i += 1) await signIn(other.person.username, `wrong ${i}`)
  expect(await signIn(other.person.username, oldPassword, { cookie })).toMatchObject({ status: 429 })
  for (let i = 0; i < 10; i += 1)
    expect(await signIn(person.username, `wrong ${i}`, { cookie })).toMatchObject({ status: 401 })
  expect(await signIn(person.username, oldPassword, { cookie })).toMatchObject({ status: 429 })
})

test('an unknown link and one with a changed letter open nothing', async () => {
  const { link } = await coachWithLink()
  for (const token of ['a'.repeat(43), `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`])
    expect(await stack.visitor.post('/auth/password-link', { token })).toMatchObject({ status: 404 })
})

test("a client's link sets no password, because clients can't sign in", async () => {
  const organization = await stack.make.organization()
  const client = await stack.make.person({ level: 'Client', organization_id: organization.id })
  const link = await makePasswordLink(stack.db, system, client, stack.clock.now())
  expect(await set(link)).toMatchObject({ status: 404 })
})
