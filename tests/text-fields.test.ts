import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson } from './support/worlds/people-world.ts'
import { sessionsWorld } from './support/worlds/sessions-world.ts'
import { startStack, type Stack } from './support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const refused = (message: string) => ({ status: 400, body: { errors: [{ message }] } })

test('names and titles with a line break or invisible characters are refused by every route that writes them [WIRE-48]', async () => {
  const { admin, orgAdmin, client, organization, book, booked, update } = await sessionsWorld(stack)
  const session = await booked()
  const as = stack.as(admin)
  for (const [sign, message] of [
    ['\n', 'Write this on one line'],
    ['\u001b', 'Remove the invisible characters'],
    ['\u202e', 'Remove the invisible characters'],
  ] as const) {
    const text = `Ann${sign}Lee`
    const answers = [
      await stack.as(orgAdmin).post('/profiles', { attributes: newPerson({ first_name: text }) }),
      await as.put(`/profiles/${client.id}`, { attributes: { last_name: text } }),
      await as.post(`/organizations/update/${organization.id}`, { name: text }),
      await as.post(`/organizations/update/${organization.id}`, { displayName: text }),
      await book(admin, { title: text }),
      await update(admin, session.id, { title: text }),
      await stack.as(orgAdmin).upload(`/imports?filename=${encodeURIComponent(text)}`, 'a'),
      await stack.visitor.post('/auth/forgot-password', { name: text }),
    ]
    expect(answers).toMatchObject(answers.map(() => refused(message)))
  }
  // A lone surrogate is not valid text anywhere in a string.
  expect(await book(admin, { title: 'Ann\ud800Lee' })).toMatchObject({ status: 400 })
})

test('an address, a contact and a reason keep their line breaks and refuse invisible characters [WIRE-48]', async () => {
  const { admin, organization, booked, cancel } = await sessionsWorld(stack)
  const given = { billingAddress: '1 Quay Street\nPort', contact: 'Call\n555 0100' }
  const path = `/organizations/update/${organization.id}`
  expect((await stack.as(admin).post(path, given)).body.response).toMatchObject(given)
  const session = await booked()
  await cancel(admin, session.id)
  const correct = (reason: string) =>
    stack.as(admin).post(`/sessions/correct/${session.id}`, { status: 'Completed', reason })
  for (const answer of [
    await stack.as(admin).post(path, { contact: 'a\u202eb' }),
    await stack.as(admin).post(path, { billingAddress: 'a\u0007b' }),
    await correct('They\u202e came'),
  ])
    expect(answer).toMatchObject(refused('Remove the invisible characters'))
  expect(await correct('They came.\nI forgot.')).toMatchObject({ status: 200 })
})

test('a row of an import is checked by the same rule [WIRE-48]', async () => {
  const { orgAdmin } = await sessionsWorld(stack)
  const csv =
    'first_name,last_name,username,email\n"An\nn",Lee,annlee,ann@example.com\nB\u202eo,Lee,bolee,bo@example.com'
  const { id } = (await stack.as(orgAdmin).upload('/imports?filename=a.csv', csv)).body.response
  await stack.runJobs()
  const rows = (await stack.as(orgAdmin).get(`/imports/${id}/rows?page=1`)).body.response.entries
  expect(rows.map(({ error }: { error: unknown }) => error)).toEqual([
    { field: 'first_name', message: 'Write this on one line' },
    { field: 'first_name', message: 'Remove the invisible characters' },
  ])
})

test('a NUL in a search, a filter or a username is answered 400, and a direction character in a search 200 [WIRE-48]', async () => {
  const { admin } = await sessionsWorld(stack)
  for (const path of ['/sessions', '/profiles', '/organizations'])
    expect([
      (await stack.as(admin).get(`${path}?page=1&search=a%00b`)).status,
      (await stack.as(admin).get(`${path}?page=1&search=abc%E2%80%AE`)).status,
    ]).toEqual([400, 200])
  const filters = encodeURIComponent(JSON.stringify({ client_name: ['a\0b'] }))
  expect(await stack.as(admin).get(`/sessions?page=1&filters=${filters}`)).toMatchObject({ status: 400 })
  const username = 'no\0body'
  expect(await stack.visitor.post('/auth/login', { username, password: 'x' })).toMatchObject({ status: 400 })
})
