import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { openTurns } from './turns.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let owner: pg.Client
beforeAll(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
  owner = new pg.Client({ connectionString: stack.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await stack[Symbol.asyncDispose]()
})

/** Statements that wait for a lock, each on a connection of its own. */
const waiting = async () => {
  await owner.query('select pg_stat_clear_snapshot()')
  const found = await owner.query(
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  return found.rowCount ?? 0
}

test('a person with a hundred requests at once gets a quarter of the connections, and others are answered in the meantime [OPS-17]', async () => {
  const { coach, otherCoach } = world
  await owner.query('begin; lock table calendar_feeds in access exclusive mode')
  const many = Promise.all(
    Array.from({ length: 100 }, () => stack.as(coach).get('/profiles/me/calendar-feed')),
  )
  const quarter = stack.config.databasePoolMax / 4
  await eventually(waiting, (count) => count === quarter)
  expect(await stack.as(otherCoach).get('/profiles/me')).toMatchObject({ status: 200 })
  expect(await waiting()).toBe(quarter)
  await owner.query('rollback')
  expect(new Set((await many).map(({ status }) => status))).toEqual(new Set([200]))
})

test('people who write in one chat at once share two connections, and every message is stored [OPS-17]', async () => {
  const { coach, otherCoach, booked, orgSession } = world
  const session = await booked(orgSession)
  stack.clock.set(at('15:00'))
  const path = `/chat/${session.id}/messages`
  const write = (person: typeof coach, n: number) =>
    stack.as(person).post(path, { client_id: crypto.randomUUID(), body: `word ${n}` })
  expect(await write(coach, 0)).toMatchObject({ status: 200 })
  await owner.query('begin')
  await owner.query('select from chats where session_id = $1 for update', [session.id])
  const many = Promise.all(Array.from({ length: 40 }, (_, n) => write(n % 2 ? coach : otherCoach, n)))
  await eventually(waiting, (count) => count > 0)
  expect(await stack.as(world.admin).get('/profiles/me')).toMatchObject({ status: 200 })
  expect(await waiting()).toBeLessThanOrEqual(2)
  await owner.query('rollback')
  expect(new Set((await many).map(({ status }) => status))).toEqual(new Set([200]))
  const { messages } = (await stack.as(coach).get(path)).body.response
  expect(messages).toHaveLength(41)
})

test('a request that waits too long or behind too many is refused, and its turn goes to the next', async () => {
  const turns = openTurns({ atOnce: 1, waitingMax: 1, waitMs: 50 })
  const first = Promise.withResolvers<string>()
  const going = turns('a', () => first.promise)
  const late = turns('a', async () => 'late')
  await expect(turns('a', async () => 'too many')).rejects.toMatchObject({ code: 'too_many' })
  expect(await turns('b', async () => 'another name')).toBe('another name')
  await expect(late).rejects.toMatchObject({ code: 'too_many' })
  const next = turns('a', async () => 'next')
  first.resolve('first')
  expect(await Promise.all([going, next])).toEqual(['first', 'next'])
  await expect(turns('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await turns('a', async () => 'after a failure')).toBe('after a failure')
})
