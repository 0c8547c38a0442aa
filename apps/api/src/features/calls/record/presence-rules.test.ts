import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callRecord } from '../../../../../../tests/support/calls/call-record.ts'
import { statementsOf } from '../../../../../../tests/proofs/load/statements.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let record: ReturnType<typeof callRecord>
let on: string
let day = 17
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '8760', PARLEY_TOKEN_ABSOLUTE_HOURS: '8760' })
  world = await sessionsWorld(stack)
  record = callRecord(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(() => {
  day += 1
  on = `2026-11-${day}`
})

/** A session from 15:00 to 16:00 that has a call. */
async function held(more: object = {}): Promise<string> {
  stack.clock.set(at('14:00'))
  const { id } = await world.booked({ start_time: at('15:00', on), end_time: at('16:00', on), ...more })
  await record.open(id, at('14:50', on))
  return id
}

const stay = (id: string, personId: string, from: string, until?: string) =>
  record.stay(id, personId, `${on}T${from}.000Z`, until && `${on}T${until}.000Z`)
const waited = (id: string, from: string, until: string) =>
  record.wait(id, world.client.id, `${on}T${from}.000Z`, `${on}T${until}.000Z`)
const clock = (time: string) => stack.clock.set(`${on}T${time}.000Z`)

const cancel = (id: string, body?: object) => world.cancel(world.coach, id, body)
const noShow = (id: string) => cancel(id, { noShow: true })
const abilities = async (id: string) => (await world.get(world.coach, id)).body.response.abilities
const listed = async (id: string) => {
  const { body } = await stack.as(world.coach).get('/sessions?page=1&limit=100')
  return body.response.entries.find((row: { id: string }) => row.id === id)?.abilities
}
const notCancellable = { status: 409, body: { code: 'not_cancellable' } }
const noShowRefused = { status: 409, body: { code: 'no_show_refused' } }

describe('cancelling [STATUS-12]', () => {
  test('cancelling is refused once the client was in the call for 5 minutes in all, and not at 4:59', async () => {
    const id = await held()
    await stay(id, world.client.id, '14:50:00', '14:52:00')
    await stay(id, world.client.id, '15:10:00')
    clock('15:12:59')
    expect(await abilities(id)).toMatchObject({ cancel: true })
    expect(await listed(id)).toMatchObject({ cancel: true })
    clock('15:13:00')
    expect(await cancel(id)).toMatchObject(notCancellable)
    expect(await abilities(id)).toMatchObject({ cancel: false, noShow: false, complete: true })
    expect(await listed(id)).toMatchObject({ cancel: false, noShow: false, complete: true })
    clock('15:12:59')
    expect(await cancel(id)).toMatchObject({ status: 200, body: { response: { status: 'Cancelled' } } })
  })

  test("cancelling of an Org session counts the time with any participant in the call, and not the coach's", async () => {
    const id = await held(world.orgSession)
    await stay(id, world.coach.id, '14:50:00', '15:30:00')
    await stay(id, world.otherCoach.id, '15:00:00', '15:03:00')
    await stay(id, world.orgAdmin.id, '15:02:00', '15:04:59')
    clock('15:20:00')
    expect(await abilities(id)).toMatchObject({ cancel: true })
    await stay(id, world.otherCoach.id, '15:10:00', '15:10:01')
    expect(await cancel(id)).toMatchObject(notCancellable)
  })

  test("cancelling counts neither the coach's time nor the client's in the waiting room", async () => {
    const id = await held()
    await stay(id, world.coach.id, '14:46:00', '15:30:00')
    await waited(id, '14:50:00', '15:30:00')
    clock('15:30:00')
    expect(await cancel(id)).toMatchObject({ status: 200 })
  })

  test('cancelling does not count minutes outside the join window [CALL-30]', async () => {
    const id = await held()
    await stay(id, world.client.id, '14:20:00', '14:49:59')
    clock('15:00:00')
    expect(await cancel(id)).toMatchObject({ status: 200 })
  })
})

describe('no-show [STATUS-15]', () => {
  test('a no-show is refused once waiting room and call together make 5 minutes, and not at 4:59 [CALL-31]', async () => {
    const id = await held()
    await waited(id, '14:58:00', '15:00:59')
    await stay(id, world.client.id, '15:05:00', '15:07:00')
    clock('15:30:00')
    expect(await abilities(id)).toMatchObject({ noShow: true, cancel: true })
    await stack.db
      .updateTable('waiting_stays')
      .set({ seen_at: new Date(at('15:01', on)) })
      .where('session_id', '=', id)
      .execute()
    expect(await noShow(id)).toMatchObject(noShowRefused)
    expect(await abilities(id)).toMatchObject({ noShow: false, cancel: true })
    expect(await listed(id)).toMatchObject({ noShow: false, cancel: true })
    await stack.db
      .updateTable('waiting_stays')
      .set({ seen_at: new Date(`${on}T15:00:59.000Z`) })
      .where('session_id', '=', id)
      .execute()
    expect(await noShow(id)).toMatchObject({ status: 200, body: { response: { status: 'NoShow' } } })
  })

  test('a no-show is refused after 5 minutes in the waiting room alone, and after 5 in the call alone', async () => {
    const waiting = await held()
    await waited(waiting, '15:00:00', '15:05:00')
    clock('15:30:00')
    expect(await noShow(waiting)).toMatchObject(noShowRefused)
    day += 1
    on = `2026-11-${day}`
    const inCall = await held()
    await stay(inCall, world.client.id, '15:00:00', '15:05:00')
    clock('15:30:00')
    expect(await noShow(inCall)).toMatchObject(noShowRefused)
  })

  test('a no-show is refused also when the session is settled weeks later, while completing it is possible [STATUS-23]', async () => {
    const id = await held()
    await stay(id, world.client.id, '15:00:00', '15:05:00')
    const later = '2026-12-24T09:00:00.000Z'
    stack.clock.set(later)
    expect(await abilities(id)).toMatchObject({ settle: true, noShow: false })
    expect(await noShow(id)).toMatchObject(noShowRefused)
    expect(await cancel(id)).toMatchObject(notCancellable)
    expect(await world.complete(world.coach, id)).toMatchObject({ status: 200 })
  })

  test('a no-show is accepted for an unsettled session whose client was there for 4:59 [STATUS-23]', async () => {
    const id = await held()
    await stay(id, world.client.id, '15:00:00', '15:04:59')
    stack.clock.set('2026-12-24T09:00:00.000Z')
    expect(await noShow(id)).toMatchObject({ status: 200, body: { response: { status: 'NoShow' } } })
  })
})

test('a list reads presence only for the sessions on its page, by index', async () => {
  const id = await held()
  await stay(id, world.client.id, '15:00:00', '15:05:00')
  const statements = await statementsOf(() => stack.as(world.coach).get('/sessions?page=1'))
  const reading = statements.filter(({ text }) => text.includes('waiting_stays'))
  expect(reading).toHaveLength(1)
  const client = await stack.platform.database.pool.connect()
  await client.query('set enable_seqscan = off')
  const { rows } = await client.query(`explain ${reading[0]?.text}`, reading[0]?.values)
  client.release(true)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('presence_session')
  expect(plan).toContain('waiting_stays_pkey')
  expect(plan).not.toMatch(/Seq Scan on (presence|waiting_stays)/)
})
