import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeAt, turnOnSecondFactor } from '../../../../../../tests/support/authenticator.ts'
import { password, type TestPerson } from '../../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { resealAll } from './reseal.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

async function withFactor() {
  const organization = await stack.make.organization()
  const person = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  await stack.make.passwordFor(person.id)
  return { person, ...(await turnOnSecondFactor(stack, person)) }
}

const signIn = async (person: TestPerson, code: string) =>
  (await stack.visitor.post('/auth/login', { username: person.username, password, code })).status

test('while the sealing key is changed, every second factor and recovery code works, before and after resealing', async () => {
  const old = stack.config.secretsKey
  const people = [await withFactor(), await withFactor()]
  const first = people[0]
  if (!first) throw new Error('nobody')

  Object.assign(stack.config, { secretsKey: Buffer.alloc(32, 9), secretsKeyPrevious: old })
  stack.clock.advance(60_000)
  expect(await signIn(first.person, codeAt(first.secret, stack.clock.now()))).toBe(200)
  expect(await signIn(first.person, first.recoveryCodes[0] ?? '')).toBe(200)
  const later = await withFactor()

  expect(await resealAll(stack.db, stack.config)).toEqual({ anew: 22, before: 11, unopened: [] })
  expect(await resealAll(stack.db, stack.config)).toEqual({ anew: 0, before: 33, unopened: [] })

  Object.assign(stack.config, { secretsKeyPrevious: undefined })
  stack.clock.advance(60_000)
  for (const { person, secret, recoveryCodes } of [...people, later]) {
    expect(await signIn(person, codeAt(secret, stack.clock.now()))).toBe(200)
    expect(await signIn(person, recoveryCodes[1] ?? '')).toBe(200)
    expect(await signIn(person, recoveryCodes[1] ?? '')).toBe(403)
  }
  expect(await signIn(first.person, first.recoveryCodes[0] ?? '')).toBe(403)
})

test('resealing names the people whose key neither sealing key opens, and reseals the rest', async () => {
  const { person } = await withFactor()
  const other = await withFactor()
  await stack.db
    .updateTable('credentials')
    .set({ totp_secret_enc: Buffer.alloc(60, 1) })
    .where('person_id', '=', person.id)
    .execute()
  const keys = { secretsKey: Buffer.alloc(32, 5), secretsKeyPrevious: stack.config.secretsKey }
  const done = await resealAll(stack.db, keys)
  expect(done.unopened).toEqual([person.id])
  expect(await resealAll(stack.db, { secretsKey: keys.secretsKey })).toMatchObject({
    anew: 0,
    unopened: [person.id],
  })
  Object.assign(stack.config, keys)
  stack.clock.advance(60_000)
  expect(await signIn(other.person, codeAt(other.secret, stack.clock.now()))).toBe(200)
})
