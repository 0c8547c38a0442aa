import { afterEach, beforeEach, expect, test } from 'vitest'
import { password, type TestPerson } from '../../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let coach: TestPerson
beforeEach(async () => {
  stack = await startStack({ PARLEY_LOGIN_TRIES_MAX: '2', PARLEY_LOGIN_ADDRESS_TRIES_MAX: '4' })
  const { id } = await stack.make.organization()
  coach = await stack.make.person({ level: 'Coach', organization_id: id })
  await stack.make.passwordFor(coach.id)
})
afterEach(() => stack[Symbol.asyncDispose]())

const signIn = (username: string, secret = 'wrong lantern') =>
  stack.visitor.post('/auth/login', { username, password: secret })

const refusals = async () =>
  stack.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'identity.sign-in-refused')
    .orderBy('id')
    .execute()

test('a refused sign-in is audited with account, address and reason, and with nothing that was typed [OPS-07]', async () => {
  const client = await stack.make.person({ level: 'Client', organization_id: coach.organization_id })
  await stack.make.passwordFor(client.id)
  await signIn(coach.username)
  await signIn(client.username, password)
  await signIn('lantern-typed-as-a-name')
  await signIn(coach.username, password)
  const entries = await refusals()
  expect(entries).toMatchObject([
    {
      subject_id: coach.id,
      organization_id: coach.organization_id,
      by_id: null,
      address: '127.0.0.1',
      detail: { refused: 'wrong_credentials' },
    },
    { subject_id: client.id, detail: { refused: 'no_sign_in_right' } },
    { subject_id: null, organization_id: null, detail: { refused: 'wrong_credentials' } },
  ])
  expect(JSON.stringify(entries)).not.toMatch(/lantern/)
  const admin = await stack.make.person({ level: 'Admin' })
  const { body } = await stack.as(admin).get('/audit')
  expect(body.response.entries[1]).toMatchObject({
    by: null,
    subject: { kind: 'person', id: null, name: null },
  })
})

test('a limit on an account or on an address adds one entry, however many sign-ins it refuses [OPS-07]', async () => {
  for (let tries = 0; tries < 4; tries += 1) await signIn(coach.username)
  for (let tries = 0; tries < 4; tries += 1) await signIn(`nobody.${tries}`)
  expect((await refusals()).map(({ detail }) => detail)).toEqual([
    ...Array.from({ length: 2 }, () => ({ refused: 'wrong_credentials' })),
    { refused: 'use_link' },
    ...Array.from({ length: 2 }, () => ({ refused: 'wrong_credentials' })),
    { refused: 'address_blocked' },
  ])
})

test("many addresses can't fill the audit: unknown names add a limited number of entries an hour, and one that says there are more [OPS-07]", async () => {
  const { limits } = stack.platform
  limits.refusal.points = 1
  for (let tries = 0; tries < 3; tries += 1) await signIn(`nobody.${tries}`)
  // Existing accounts are counted separately from made-up names.
  await signIn(coach.username)
  expect((await refusals()).map(({ subject_id, detail }) => [subject_id, detail])).toEqual([
    [null, { refused: 'wrong_credentials' }],
    [null, { refused: 'wrong_credentials', more: true }],
    [coach.id, { refused: 'wrong_credentials' }],
  ])
})
