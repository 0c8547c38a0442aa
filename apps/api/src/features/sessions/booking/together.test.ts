import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../../../tests/support/eventually.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Answer, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

/**
 * Starts a request while another transaction holds a row that it needs, changes data in that transaction, commits, and
 * returns the answer to the request.
 */
async function meanwhile(
  hold: [text: string, ...values: string[]],
  call: () => Promise<Answer>,
  changes: [text: string, ...values: string[]][],
): Promise<Answer> {
  const other = new pg.Client({ connectionString: stack.database.ownerUrl })
  await other.connect()
  await other.query('begin')
  const run = ([text, ...values]: [string, ...string[]]) => other.query(text, values)
  await run(hold)
  const answer = call()
  await eventually(
    async () => {
      await other.query('select pg_stat_clear_snapshot()')
      return (
        await other.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).rowCount
    },
    (waiting) => waiting === 1,
  )
  for (const change of changes) await run(change)
  await other.query('commit')
  await other.end()
  return answer
}

const holdSession = (id: string): [string, string] => ['select from sessions where id = $1 for update', id]

test('moving a session that waited for a change of its people keeps the new people [SESSION-31]', async () => {
  const { booked, orgSession, update, orgAdmin, coach, otherCoach, organization } = await sessionsWorld(stack)
  const session = await booked(orgSession)
  const third = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  const times = { start_time: at('17:00'), end_time: at('18:00') }
  const answer = await meanwhile(holdSession(session.id), () => update(orgAdmin, session.id, times), [
    ['delete from session_participants where session_id = $1', session.id],
    ['delete from session_busy where session_id = $1 and person_id <> $2', session.id, coach.id],
    ['insert into session_participants values ($1, $2)', session.id, third.id],
    [
      'insert into session_busy values ($1, $2, tstzrange($3::timestamptz, $4::timestamptz))',
      session.id,
      third.id,
      at('15:00'),
      at('16:00'),
    ],
  ])
  expect(answer).toMatchObject({
    status: 200,
    body: { response: { ...times, participants: [{ id: third.id }] } },
  })
  const busy = await stack.db
    .selectFrom('session_busy')
    .select('person_id')
    .where('session_id', '=', session.id)
    .execute()
  expect(busy.map((row) => row.person_id).toSorted()).toEqual([coach.id, third.id].toSorted())
  expect(busy.map((row) => row.person_id)).not.toContain(otherCoach.id)
})

test('a cancel that waited while the coach was replaced cancels the session [SESSION-31]', async () => {
  const { booked, cancel, orgAdmin, otherCoach } = await sessionsWorld(stack)
  const session = await booked()
  const answer = await meanwhile(holdSession(session.id), () => cancel(orgAdmin, session.id), [
    ['update sessions set coach_id = $2 where id = $1', session.id, otherCoach.id],
  ])
  expect(answer).toMatchObject({
    status: 200,
    body: { response: { status: 'Cancelled', coach_id: otherCoach.id } },
  })
})

test('a change that waited while the person moved to another organization is 404', async () => {
  const { orgAdmin, client, there } = await sessionsWorld(stack)
  const change = () => stack.as(orgAdmin).put(`/profiles/${client.id}`, { attributes: { first_name: 'Ann' } })
  const answer = await meanwhile(['select from people where id = $1 for update', client.id], change, [
    [
      'update people set organization_id = $2, coach_id = null where id = $1',
      client.id,
      there.organization.id,
    ],
  ])
  expect(answer).toMatchObject({ status: 404, body: { code: 'person_not_found' } })
})

test('lowering a coach while their clients are edited causes no deadlock [SESSION-31]', async () => {
  const { admin, organization } = await sessionsWorld(stack)
  const edit = (id: string, attributes: object) => stack.as(admin).put(`/profiles/${id}`, { attributes })
  const before = await deadlocks()
  for (let round = 0; round < 5; round += 1) {
    const organization_id = organization.id
    // Ids rise with time: half of the clients are locked before their coach, half after.
    const early = await stack.make.person({ level: 'Client', organization_id })
    const coach = await stack.make.person({ level: 'Coach', organization_id })
    const late = await stack.make.person({ level: 'Client', organization_id })
    for (const { id } of [early, late]) await edit(id, { coach_id: coach.id })
    const answers = await Promise.all([
      edit(coach.id, { privs: 0 }),
      ...[early, late].map(({ id }) => edit(id, { coach_id: coach.id, first_name: `Ann ${round}` })),
    ])
    for (const { status } of answers) expect([200, 400]).toContain(status)
  }
  expect((await deadlocks()) - before).toBe(0)
})

async function deadlocks(): Promise<number> {
  const { rows } = await stack.platform.database.pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.deadlocks)
}
