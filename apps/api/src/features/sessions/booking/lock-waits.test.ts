import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockTimes } from '#platform/database/locks.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { eventually } from '../../../../../../tests/support/eventually.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())

/** Whether exactly one connection to this database waits for an advisory lock. */
const somebodyWaits = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(stack.db)
  return rows[0]?.count === 1
}

/**
 * Whether the call waits while another transaction holds the time of a person, and the status that it is answered with after
 * the release.
 */
async function behindTheTimeOf(person: { id: string }, call: () => Promise<{ status: number }>) {
  const { promise: over, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const holder = inTransaction(stack.db, async (tx) => {
    await lockTimes(tx, [person.id])
    hold()
    await over
  })
  await isHeld
  const answer = call()
  let isAnswered = false
  void answer.then(() => (isAnswered = true))
  const first = await eventually(
    async () => (isAnswered ? 'answered' : (await somebodyWaits()) ? 'waited' : 'neither'),
    (state) => state !== 'neither',
  )
  release()
  await holder
  return { first, status: (await answer).status }
}

/**
 * The exclusion constraint alone is safe but deadlocks, so two bookings of the same person wait for each other through a
 * lock.
 */
test.each(['coach', 'client'] as const)('a booking waits while the time of its %s is locked', async (who) => {
  const day = who === 'coach' ? '2026-11-18' : '2026-11-19'
  const book = () => world.book(world.admin, { start_time: at('15:00', day), end_time: at('16:00', day) })
  expect(await behindTheTimeOf(world[who], book)).toEqual({ first: 'waited', status: 200 })
})

test('a change of times and a new participant wait for the lock, too', async () => {
  const session = await world.booked({ ...world.orgSession, participants: [world.otherCoach.id] })
  const move = { start_time: at('18:00'), end_time: at('19:00') }
  expect(await behindTheTimeOf(world.otherCoach, () => world.update(world.admin, session.id, move))).toEqual({
    first: 'waited',
    status: 200,
  })
  const both = { participants: [world.otherCoach.id, world.orgAdmin.id] }
  expect(await behindTheTimeOf(world.orgAdmin, () => world.update(world.admin, session.id, both))).toEqual({
    first: 'waited',
    status: 200,
  })
})

test('a booking of other people does not wait for the lock', async () => {
  const book = () =>
    world.book(world.there.orgAdmin, {
      coach_id: world.there.coach.id,
      user_id: world.there.client.id,
      start_time: at('20:00'),
      end_time: at('21:00'),
    })
  expect(await behindTheTimeOf(world.coach, book)).toEqual({ first: 'answered', status: 200 })
})
