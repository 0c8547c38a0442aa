import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let sessionId: string
beforeEach(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '48' })
  world = await sessionsWorld(stack)
  sessionId = (await world.booked()).id
  await stack.db.updateTable('people').set({ is_assessor: true }).execute()
})
afterEach(() => stack[Symbol.asyncDispose]())

/** Reads everything of an assessment at once, as a screen does. */
const readAll = (by: TestPerson, id = sessionId) => {
  const path = `${id}/${world.client.id}`
  return Promise.all(
    [`wa/${path}/responses`, `${path}/history`, `${path}/moments`].map((each) =>
      stack.as(by).get(`/assessment/${each}`),
    ),
  )
}
const readings = () =>
  stack.db
    .selectFrom('audit_log')
    .select(['by_id', 'subject_kind', 'subject_id', 'organization_id', 'at', 'detail'])
    .where('action', '=', 'assessment.read')
    .orderBy('id')
    .execute()

test('the audit gets one entry a day for each reader of an assessment and each session, however often they read it [ASSESS-31]', async () => {
  const { coach, orgAdmin, organization, booked } = world
  for (let i = 0; i < 5; i += 1) for (const { status } of await readAll(coach)) expect(status).toBe(200)
  await Promise.all(Array.from({ length: 10 }, () => readAll(orgAdmin)))
  const first = await readings()
  expect(first.map(({ by_id }) => by_id)).toEqual([coach.id, orgAdmin.id])
  expect(first[0]).toEqual({
    by_id: coach.id,
    subject_kind: 'session',
    subject_id: sessionId,
    organization_id: organization.id,
    at: new Date(at('14:00')),
    detail: {},
  })
  // The organization's day ends at 5 AM in UTC.
  stack.clock.set('2026-11-17T04:59:59.999Z')
  await readAll(coach)
  expect(await readings()).toHaveLength(2)
  stack.clock.advance(1)
  await readAll(coach)
  expect(await readings()).toHaveLength(3)
  const next = await booked({ start_time: at('15:00', '2026-11-23'), end_time: at('16:00', '2026-11-23') })
  await readAll(coach, next.id)
  expect((await readings()).at(-1)).toMatchObject({ by_id: coach.id, subject_id: next.id })
})

test("reading a client's progress and saving the report add one audit entry for the client [ASSESS-31]", async () => {
  const { coach, otherCoach, client, organization } = world
  const path = `/assessment/progress/${client.id}`
  await stack.as(otherCoach).get(path)
  expect(await readings()).toEqual([])
  for (let i = 0; i < 3; i += 1) expect((await stack.as(coach).get(path)).status).toBe(200)
  await stack.as(coach).get(`${path}/report`)
  expect(await readings()).toMatchObject([
    { by_id: coach.id, subject_kind: 'person', subject_id: client.id, organization_id: organization.id },
  ])
})

test('a refused reading and a write leave no assessment.read entry', async () => {
  const { coach, otherCoach, client, admin } = world
  for (const { status } of await readAll(otherCoach)) expect(status).toBe(404)
  const scored = `/assessment/${sessionId}/${client.id}`
  const tags = [0, 'clarity', 'opening', 'purpose-early']
  await stack.as(coach).post(scored, { tags, value: true })
  await stack.as(coach).put(`${scored}/moments/${randomUUID()}`, { tags, at: at('15:20'), note: '' })
  expect(await readings()).toEqual([])
  await readAll(coach)
  const { body } = await stack
    .as(admin)
    .get(`/audit?page=1&filters=${encodeURIComponent(JSON.stringify({ action: ['assessment.read'] }))}`)
  expect(body.response.entries).toMatchObject([
    {
      action: 'assessment.read',
      by: { id: coach.id },
      subject: { kind: 'session', name: 'Values in practice' },
    },
  ])
})
