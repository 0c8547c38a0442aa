import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { peopleCalls, peopleWorld } from '../../../../../tests/support/worlds/people-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

/** How many jobs wait that rewrite the search text of sessions. */
const renames = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from graphile_worker.jobs where task_identifier = 'sessions.rename'`.execute(
    stack.db,
  )
  return rows[0]?.n
}

test.each(['first_name', 'last_name'])(
  "a new %s queues a rewrite of the sessions' search texts, and the same name or another field does not",
  async (field) => {
    const { orgAdmin, client } = await peopleWorld(stack)
    const { update } = peopleCalls(stack)
    const before = await renames()
    expect(await update(orgAdmin, client, { email: 'anew@example.test' })).toMatchObject({ status: 200 })
    expect(await update(orgAdmin, client, { first_name: 'Robin', last_name: 'Ames' })).toMatchObject({
      status: 200,
    })
    expect(await renames()).toBe(before)
    expect(await update(orgAdmin, client, { [field]: 'Quist' })).toMatchObject({ status: 200 })
    expect(await renames()).toBe((before ?? 0) + 1)
  },
)
