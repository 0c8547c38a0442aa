import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callRecord } from '../../../../../../tests/support/calls/call-record.ts'
import { eventually } from '../../../../../../tests/support/eventually.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { judgeCalls } from './judging.ts'
import { sweepCalls } from '#features/calls/sweep.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let record: ReturnType<typeof callRecord>
let on: string
let day = 16
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '8760', PARLEY_TOKEN_ABSOLUTE_HOURS: '8760' })
  world = await sessionsWorld(stack)
  record = callRecord(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(() => {
  day += 1
  on = new Date(Date.parse(at('00:00')) + (day - 16) * 86_400_000).toISOString().slice(0, 10)
})

const time = (clock: string) => `${on}T${clock}.000Z`
const clock = (given: string) => stack.clock.set(time(given))
/**
 * A session from 15:00 to 16:00 with a call in which the coach and the other side were together from the start until then.
 */
async function held(until: string, more: object = {}): Promise<string> {
  stack.clock.set(at('14:00'))
  const { id } = await world.booked({ start_time: at('15:00', on), end_time: at('16:00', on), ...more })
  await record.open(id, at('14:50', on))
  await record.stay(id, world.coach.id, time('14:50:00'), time('16:00:00'))
  const other = 'participants' in more ? world.otherCoach : world.client
  await record.stay(id, other.id, time('15:00:00'), time(until))
  return id
}
const sweep = async (given: string) => {
  clock(given)
  // If LiveKit is slow to answer, a call is left to the next sweep.
  await eventually(
    async () => {
      await sweepCalls(stack.platform)
      return leftOut()
    },
    (calls) => calls.length === 0,
  )
  await judgeCalls(stack.platform)
}
const leftOut = () =>
  stack.db
    .selectFrom('calls')
    .select('session_id')
    .where('closed_at', 'is', null)
    .where((eb) => eb.or([eb('swept_at', 'is', null), eb('swept_at', '<', new Date(stack.clock.now()))]))
    .execute()
const status = async (id: string) => (await world.get(world.coach, id)).body.response.status
const history = async (id: string) =>
  (await stack.as(world.coach).get(`/sessions/${id}/history`)).body.response.filter(
    ({ action }: { action: string }) => action === 'completed',
  )

describe('a past session that nobody has settled', () => {
  test('a past session that nobody has settled is completed by the system when both were there for 5 minutes, and the history says so [STATUS-18]', async () => {
    const id = await held('15:05:00')
    await sweep('16:15:01')
    expect(await status(id)).toBe('Completed')
    expect(await history(id)).toMatchObject([
      { by: null, at: time('16:15:01'), changes: { both_minutes: 5 } },
    ])
    const log = (await stack.as(world.admin).get('/audit?limit=1')).body.response.entries
    expect(log).toMatchObject([{ action: 'sessions.complete', by: null }])
  })

  test('a past Org session that nobody has settled is completed when the coach and any participant were there for 5 minutes [STATUS-18]', async () => {
    const id = await held('15:05:00', world.orgSession)
    await sweep('16:15:01')
    expect(await status(id)).toBe('Completed')
  })

  test('a past session that nobody has settled stays Scheduled at 4:59, after any number of sweeps, until a person decides [STATUS-20]', async () => {
    const id = await held('15:04:59')
    for (const given of ['16:15:01', '16:15:31', '16:16:01', '18:30:00', '23:00:00']) await sweep(given)
    expect(await status(id)).toBe('Scheduled')
    expect((await world.get(world.coach, id)).body.response.abilities).toMatchObject({ settle: true })
    expect(await world.complete(world.coach, id)).toMatchObject({ status: 200 })
    expect(await history(id)).toMatchObject([{ by: { id: world.coach.id } }])
  })

  test('a past session that nobody has settled stays Scheduled when only the client came [STATUS-20]', async () => {
    stack.clock.set(at('14:00'))
    const { id } = await world.booked({ start_time: at('15:00', on), end_time: at('16:00', on) })
    await record.open(id, at('14:50', on))
    await record.stay(id, world.client.id, time('15:00:00'), time('16:00:00'))
    await sweep('16:15:01')
    expect(await status(id)).toBe('Scheduled')
  })
})

describe('the system completes nothing [STATUS-19]', () => {
  test('while the window is open', async () => {
    const id = await held('15:30:00')
    await sweep('16:15:00')
    expect(await status(id)).toBe('Scheduled')
    await sweep('16:15:01')
    expect(await status(id)).toBe('Completed')
  })

  test('before a sweep has run since the window closed', async () => {
    const id = await held('15:30:00')
    await sweep('16:14:59')
    clock('16:20:00')
    await judgeCalls(stack.platform)
    expect(await status(id)).toBe('Scheduled')
    await sweep('16:20:01')
    expect(await status(id)).toBe('Completed')
  })

  test('from a stay without an end: after two sweeps it ends when the client was last seen', async () => {
    stack.clock.set(at('14:00'))
    const { id } = await world.booked({ start_time: at('15:00', on), end_time: at('16:00', on) })
    await record.open(id, at('14:50', on))
    await record.stay(id, world.coach.id, time('14:50:00'), time('16:00:00'))
    await record.stay(id, world.client.id, time('15:00:00'))
    await sweep('16:15:01')
    expect(await status(id)).toBe('Scheduled')
    await sweep('16:15:31')
    expect(await status(id)).toBe('Scheduled')
    expect((await world.get(world.coach, id)).body.response.abilities).toMatchObject({ noShow: true })
  })

  test('when somebody has settled the session as a no-show', async () => {
    const id = await held('15:04:59')
    clock('15:30:00')
    expect(await world.cancel(world.coach, id, { noShow: true })).toMatchObject({ status: 200 })
    await record.stay(id, world.client.id, time('15:40:00'), time('15:50:00'))
    await sweep('16:15:01')
    expect(await status(id)).toBe('NoShow')
  })
})

test('a call is judged again when a stay is reported late', async () => {
  const id = await held('15:04:59')
  await sweep('16:15:01')
  expect(await status(id)).toBe('Scheduled')
  await record.stay(id, world.client.id, time('15:10:00'), time('15:10:01'))
  await sweep('16:16:01')
  expect(await status(id)).toBe('Completed')
})

test('a session whose completion is undone after the window is judged again', async () => {
  const id = await held('15:30:00')
  clock('16:14:50')
  await world.complete(world.coach, id)
  await sweep('16:15:05')
  expect(await stack.as(world.coach).post(`/sessions/undo/${id}`)).toMatchObject({
    status: 200,
    body: { response: { status: 'Scheduled' } },
  })
  await sweep('16:16:05')
  expect(await status(id)).toBe('Completed')
  expect(await history(id)).toHaveLength(2)
})

test(
  'one run judges all calls that ended, however many they are, and a call that fails stops none of the others',
  { timeout: 60_000 },
  async () => {
    const id = await held('15:30:00')
    // More calls than are read at a time.
    const others = 220
    const { rows } = await stack.platform.database.pool.query<{ id: string }>(
      `with copied as (
       insert into sessions (title, start_time, end_time, coach_id, user_id, organization_id, billable, search)
       select title || n, start_time, end_time, coach_id, user_id, organization_id, billable, search
       from sessions, generate_series(1, $2::int) n where id = $1 returning id),
     called as (
       insert into calls (session_id, room, made_at, swept_at)
       select id, 'room of ' || id, now(), $3::timestamptz from copied returning session_id)
     insert into presence (session_id, person_id, connection, joined_at, left_at)
     select c.session_id, r.person_id, c.session_id || r.connection, r.joined_at, r.left_at
     from called c, presence r where r.session_id = $1 returning session_id as id`,
      [id, others, time('16:15:01')],
    )
    clock('16:16:00')
    const ids = [...new Set(rows.map((row) => row.id))].toSorted()
    const broken = ids[3]
    const owner = new pg.Client({ connectionString: stack.database.ownerUrl })
    await owner.connect()
    await owner.query(
      `alter table sessions add constraint broken check (id <> '${broken}' or status <> 'Completed') not valid`,
    )
    await expect(judgeCalls(stack.platform)).rejects.toThrow('broken')
    await owner.query('alter table sessions drop constraint broken')
    await owner.end()
    const left = async () =>
      (
        await stack.db
          .selectFrom('calls')
          .select('session_id')
          .where('judged_at', 'is', null)
          .where('session_id', 'in', ids)
          .execute()
      ).map((row) => row.session_id)
    expect(await left()).toEqual([broken])
    await judgeCalls(stack.platform)
    expect(await left()).toEqual([])
  },
)

test('four workers at once complete a session once, and it is not judged again', async () => {
  const id = await held('15:30:00')
  clock('16:15:01')
  await sweepCalls(stack.platform)
  await Promise.all(Array.from({ length: 4 }, () => judgeCalls(stack.platform)))
  expect(await history(id)).toHaveLength(1)
  await judgeCalls(stack.platform)
  expect(await history(id)).toHaveLength(1)
  const unjudged = await stack.db
    .selectFrom('calls')
    .select('session_id')
    .where('session_id', '=', id)
    .where('judged_at', 'is', null)
    .execute()
  expect(unjudged).toEqual([])
})

test('a judging that fails midway is rolled back, and the next run completes the session', async () => {
  const id = await held('15:30:00')
  clock('16:15:01')
  await sweepCalls(stack.platform)
  // The audit entry is written last in the transaction, so without its table the judging fails there.
  const owner = new pg.Client({ connectionString: stack.database.ownerUrl })
  await owner.connect()
  await owner.query('alter table audit_log rename to audit_log_away')
  await expect(judgeCalls(stack.platform)).rejects.toThrow('audit_log')
  await owner.query('alter table audit_log_away rename to audit_log')
  await owner.end()
  expect(await status(id)).toBe('Scheduled')
  expect(await history(id)).toEqual([])
  await judgeCalls(stack.platform)
  expect(await status(id)).toBe('Completed')
  expect(await history(id)).toHaveLength(1)
})
