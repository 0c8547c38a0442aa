import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callRecord } from '../../../../../../tests/support/calls/call-record.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { signInGrants } from './grants.ts'

const minute = 60_000
let stack: Stack
let record: ReturnType<typeof callRecord>
let person: TestPerson
let sessionId: string
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '1', PARLEY_TOKEN_ABSOLUTE_HOURS: '3' })
  record = callRecord(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(async () => {
  stack.clock.set(at('14:00'))
  const { id } = await stack.make.organization()
  person = await stack.make.person({ level: 'Coach', organization_id: id })
  const client = await stack.make.person({ level: 'Client', organization_id: id })
  const session = await stack.make.session({ coach: person, client, start: at('14:30'), end: at('20:30') })
  sessionId = session.id
  await record.open(sessionId, at('14:20'))
})

const me = async (headers: Record<string, string> = { 'x-background': '1' }) =>
  (await stack.as(person).get('/profiles/me', undefined, headers)).status
const standing = async () => {
  const grant = await signInGrants(stack.platform).standing([await grantOf()], stack.clock.now())
  return [...grant.values()].map((one) => ('until' in one ? 'stands' : 'ended'))
}
const grantOf = async () => {
  const { token_hash } = await stack.db
    .selectFrom('sign_in_tokens')
    .select('token_hash')
    .where('person_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return `sign-in:${token_hash.toString('base64url')}` as const
}

describe('the token of somebody in a call [AUTH-16]', () => {
  test('the token of somebody in a call is not ended by the idle limit during the call, which counts as use', async () => {
    await record.stay(sessionId, person.id, at('14:50'))
    for (const clock of ['14:59', '15:00', '16:00', '16:59']) {
      stack.clock.set(at(clock))
      expect([clock, await me()]).toEqual([clock, 200])
    }
    await stack.db
      .updateTable('presence')
      .set({ left_at: new Date(at('16:30')) })
      .where('person_id', '=', person.id)
      .execute()
    // Being in the call counted as use: the idle limit runs from its end, up to the absolute limit.
    expect(await me()).toBe(200)
    stack.clock.set(at('17:00'))
    expect(await me()).toBe(419)
  })

  test('the token of somebody in a call is not ended by the absolute limit during the call, and ends a minute after it', async () => {
    await record.stay(sessionId, person.id, at('14:50'))
    stack.clock.set(at('18:00'))
    expect(await me()).toBe(200)
    expect(await standing()).toEqual(['stands'])
    await stack.db
      .updateTable('presence')
      .set({ left_at: new Date(at('18:00')) })
      .where('person_id', '=', person.id)
      .execute()
    stack.clock.advance(minute - 1)
    expect(await me()).toBe(200)
    stack.clock.advance(1)
    expect(await me()).toBe(419)
    expect(await standing()).toEqual(['ended'])
  })

  test('the token of somebody in a call expires as usual when only somebody else is in the call', async () => {
    await record.stay(sessionId, (await stack.make.person({ level: 'Super' })).id, at('14:50'))
    stack.clock.set(at('15:00'))
    expect(await me()).toBe(419)
  })

  test('a token that expired before its owner joined the call stays expired', async () => {
    stack.clock.set(at('15:30'))
    expect(await me()).toBe(419)
    await record.stay(sessionId, person.id, at('15:10'))
    expect(await me()).toBe(419)
  })

  test('the token of somebody in a call stays valid over a disconnect and a second stay', async () => {
    await record.stay(sessionId, person.id, at('14:50'), at('15:20'))
    await record.stay(sessionId, person.id, at('15:21'))
    stack.clock.set(at('16:50'))
    expect(await me()).toBe(200)
    expect(await standing()).toEqual(['stands'])
  })

  test("the token of somebody in a call expires two hours after the session's end if the end of the stay was never reported", async () => {
    await record.stay(sessionId, person.id, at('14:50'))
    stack.clock.set('2026-11-16T22:30:59.000Z')
    expect(await me()).toBe(200)
    stack.clock.set('2026-11-16T22:31:00.000Z')
    expect(await me()).toBe(419)
  })
})
