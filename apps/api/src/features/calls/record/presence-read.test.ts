import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callRecord } from '../../../../../../tests/support/calls/call-record.ts'
import { askIn, secretFor } from '../../../../../../tests/support/worlds/guest-world.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let record: ReturnType<typeof callRecord>
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '8760', PARLEY_TOKEN_ABSOLUTE_HOURS: '8760' })
  record = callRecord(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(async () => {
  stack.clock.set(at('14:00'))
  world = await sessionsWorld(stack)
})

const held = async (more: object = {}): Promise<string> => {
  const { id } = await world.booked(more)
  await record.open(id, at('14:50'))
  return id
}
const read = async (by: TestPerson, id: string) =>
  (await stack.as(by).get(`/calls/${id}/presence`)).body.response

test('the record tells when each person of the session was in the call and when they waited', async () => {
  const id = await held()
  await record.stay(id, world.coach.id, at('14:40'), at('15:03'))
  await record.stay(id, world.coach.id, at('15:02'), at('15:05'))
  await record.wait(id, world.client.id, at('15:01'), at('15:03'))
  await record.stay(id, world.client.id, at('15:03'))
  stack.clock.set(at('15:06'))
  expect(await read(world.coach, id)).toEqual({
    people: [
      // Measured as the rules do: from the opening of the window, each moment once.
      {
        id: world.coach.id,
        isCoach: true,
        inRoom: [{ from: at('14:45'), until: at('15:05') }],
        waiting: [],
      },
      {
        id: world.client.id,
        isCoach: false,
        inRoom: [{ from: at('15:03'), until: null }],
        waiting: [{ from: at('15:01'), until: at('15:03') }],
      },
    ],
    written: [],
    scored: null,
    abilities: { noShow: false, join: true },
    now: at('15:06'),
  })
})

test('a no-show is offered from the start until the client was there for 5 minutes, as the server allows it', async () => {
  const id = await held()
  const noShow = async (by: TestPerson) => (await read(by, id)).abilities.noShow
  expect(await noShow(world.coach)).toBe(false)
  stack.clock.set(at('15:00'))
  expect(await noShow(world.coach)).toBe(true)
  await record.stay(id, world.client.id, at('15:01'))
  stack.clock.set('2026-11-16T15:05:59.000Z')
  expect(await noShow(world.coach)).toBe(true)
  stack.clock.set(at('15:06'))
  expect(await noShow(world.coach)).toBe(false)
})

test('after the window, somebody who was in the call may come back while another is there, and nobody else may join', async () => {
  const id = await held(world.orgSession)
  await record.stay(id, world.coach.id, at('15:00'), at('16:20'))
  await record.stay(id, world.otherCoach.id, at('15:00'))
  stack.clock.set(at('16:20'))
  const join = async (by: TestPerson) => (await read(by, id)).abilities.join
  expect(await join(world.coach)).toBe(true)
  expect(await join(world.orgAdmin)).toBe(false)
  expect(await join(world.admin)).toBe(false)
})

test('the record is still shown after the session was cancelled', async () => {
  const id = await held()
  await record.stay(id, world.coach.id, at('15:00'), at('15:20'))
  stack.clock.set(at('15:30'))
  await world.cancel(world.coach, id)
  expect(await read(world.coach, id)).toMatchObject({
    people: [{ inRoom: [{ from: at('15:00'), until: at('15:20') }] }, { inRoom: [] }],
    abilities: { noShow: false, join: false },
  })
})

const writes = (by: TestPerson, id: string, body: string) =>
  stack.as(by).post(`/chat/${id}/messages`, { client_id: randomUUID(), body })

test('everybody who sees the session reads in which minutes how many messages were written, and only people who can read the chat learn by whom [PREVIEW-09]', async () => {
  const id = await held(world.orgSession)
  stack.clock.set('2026-11-16T15:10:05.000Z')
  await writes(world.coach, id, 'Here is the outline.')
  await writes(world.coach, id, 'Page 2.')
  stack.clock.set('2026-11-16T15:12:59.000Z')
  await writes(world.otherCoach, id, 'Found it.')
  const { written } = await read(world.otherCoach, id)
  expect(written).toEqual([
    { at: at('15:10'), by_id: world.coach.id, messages: 2, files: 0 },
    { at: at('15:12'), by_id: world.otherCoach.id, messages: 1, files: 0 },
  ])
  expect((await read(world.coach, id)).written).toEqual(written)
  expect((await read(world.admin, id)).written).toEqual([
    { at: at('15:10'), by_id: null, messages: 2, files: 0 },
    { at: at('15:12'), by_id: null, messages: 1, files: 0 },
  ])
})

test('the moments and answers of a session are counted for people who may assess its client, and for nobody else [DONE-09]', async () => {
  const id = await held()
  const scored = async (by: TestPerson) => (await read(by, id)).scored
  const assess = (isAssessor: boolean, ...people: TestPerson[]) =>
    stack.db
      .updateTable('people')
      .set({ is_assessor: isAssessor })
      .where(
        'id',
        'in',
        people.map((person) => person.id),
      )
      .execute()
  await assess(true, world.coach, world.orgAdmin)
  await assess(false, world.admin)
  expect(await scored(world.coach)).toEqual({ moments: 0, answered: 0, criteria: 0 })
  const path = `/assessment/${id}/${world.client.id}`
  const tags = [0, 'clarity', 'opening', 'purpose-early']
  const moment = { tags, at: at('15:20'), note: 'Calm.' }
  const removed = randomUUID()
  await stack.as(world.coach).put(`${path}/moments/${randomUUID()}`, moment)
  await stack.as(world.coach).put(`${path}/moments/${removed}`, moment)
  await stack.as(world.coach).delete(`${path}/moments/${removed}`)
  await stack.as(world.coach).post(path, { tags, value: true })
  const { rubric } = await stack.db.selectFrom('rubrics').select('rubric').executeTakeFirstOrThrow()
  const inOne = JSON.stringify(rubric).split('"criteriaName"').length - 1
  expect(await scored(world.coach)).toEqual({ moments: 1, answered: 1, criteria: inOne })
  // A second conversation begins, and the first answer is taken back and set again.
  await stack.as(world.coach).post(path, { tags: [2, ...tags.slice(1)], value: false })
  await stack.as(world.coach).post(path, { tags, value: null })
  expect(await scored(world.orgAdmin)).toEqual({ moments: 1, answered: 1, criteria: inOne })
  await stack.as(world.coach).post(path, { tags, value: true })
  expect(await scored(world.orgAdmin)).toEqual({ moments: 1, answered: 2, criteria: 2 * inOne })
  expect(await scored(world.admin)).toBeNull()
  await assess(false, world.coach)
  expect(await scored(world.coach)).toBeNull()
  // Counts are not a reading.
  const { body } = await stack.as(world.admin).get('/audit?limit=50')
  const actions = body.response.entries.map(({ action }: { action: string }) => action)
  expect(actions).not.toContain('assessment.read')
})

test('the record of a session out of scope is 404', async () => {
  const id = await held()
  expect(await stack.as(world.otherCoach).get(`/calls/${id}/presence`)).toMatchObject({
    status: 404,
    body: { code: 'session_not_found' },
  })
})

test('a client reads how long they were in the call by the record, with overlapping stays counted once [GUEST-31]', async () => {
  const id = await held()
  const secret = await secretFor(stack, id, world.client.id)
  stack.clock.set(at('14:50'))
  await askIn(stack, secret)
  const [knock] = (await stack.as(world.coach).get('/calls/waiting')).body.response
  const minutes = async (inBrowser?: string) =>
    (await stack.guest(secret, inBrowser).get('/guest/admission')).body.response.stayed_ms / 60_000
  expect(await minutes()).toBe(0)
  await stack.as(world.coach).post(`/calls/admissions/${knock.id}`, { admit: true })
  await record.stay(id, world.coach.id, at('14:50'), at('15:59'))
  await record.stay(id, world.client.id, at('15:00'), at('15:30'))
  await record.stay(id, world.client.id, at('15:20'), at('15:40'))
  stack.clock.set(at('15:50'))
  expect(await minutes()).toBe(40)
  await record.stay(id, world.client.id, at('15:45'))
  expect(await minutes()).toBe(45)
  stack.clock.set(at('15:54'))
  expect(await minutes()).toBe(49)
  expect(await minutes('somebody else who has the link')).toBe(0)
})
