import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { table } from '@parley/contract/table.ts'
import { acts } from './support/matrix/matrix-acts.ts'
import { actorOf, cases } from './support/matrix/matrix-cases.ts'
import { expectedRoutes } from './support/matrix/matrix-expected.ts'
import { sendRoute } from './support/matrix/matrix-send.ts'
import { startStack, type Stack } from './support/stack.ts'

/** Compares the audit entries that each acting route writes with the hand-written list in `matrix-expected.ts`. */
let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const entries = (after: string) =>
  stack.db.selectFrom('audit_log').selectAll().where('id', '>', after).orderBy('id').execute()
const lastId = async () => {
  const last = await stack.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').executeTakeFirst()
  return last?.id ?? '0'
}

const acting = Object.entries(table).filter(([, { effect }]) => effect === 'acts')

describe.each(acting)('%s', (name, entry) => {
  const { who, audit = [] } = expectedRoutes[`${entry.method} ${entry.path}`] ?? {
    who: 'Super',
    audit: ['?'],
  }

  test(`leaves ${audit.join(', ') || 'no entry'} in the audit`, async () => {
    const isOfGuest = who === 'a guest' || who === 'a guest let in'
    const actor = await actorOf(stack, who === 'anybody' || who === 'Client' || isOfGuest ? 'Coach' : who)
    const input = await (acts[name] ?? cases[name]?.input)?.(stack, actor)
    if (!input) throw new Error(`nothing says how ${name} acts`)
    const before = await lastId()
    const caller = isOfGuest ? input.guest : who === 'anybody' ? undefined : actor
    const { status } = await sendRoute(stack, entry, input, caller)
    expect([200, 302]).toContain(status)
    await stack.runJobs()
    const left = await entries(before)
    expect(left.map(({ action }) => action)).toEqual(audit)
    // Each entry names who acted: the signed-in person, the owner of the link, or the system for a visitor's request.
    const by = name === 'forgotPassword' ? null : (input.guest?.id ?? actor.person.id)
    expect(left.map(({ by_id }) => by_id)).toEqual(audit.map(() => by))
  })
})

/** Runs last: by then the tests above have written at least one audit entry for every kind of act. */
test("no audit entry holds a person's name, username or email address [PEOPLE-65]", async () => {
  const people = await stack.db
    .selectFrom('people')
    .select(['first_name', 'last_name', 'username', 'email'])
    .execute()
  const log = JSON.stringify(await stack.db.selectFrom('audit_log').selectAll().execute())
  const names = new Set(people.flatMap((person) => Object.values(person)).filter((name) => name.length > 2))
  expect(names.size).toBeGreaterThan(50)
  expect([...names].filter((name) => log.includes(name))).toEqual([])
})
