import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { assessmentsOf } from '../../../../../tests/support/worlds/assessments-of.ts'
import { openEvents } from '../../../../../tests/support/events.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let sessionId: string
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(async () => {
  await stack.anew()
  world = await sessionsWorld(stack)
  sessionId = (await world.booked()).id
  await assessor(world.coach, world.orgAdmin)
})

const assessor = (...people: TestPerson[]) =>
  stack.db
    .updateTable('people')
    .set({ is_assessor: true })
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute()

const pathOf = (id = sessionId, client: { id: string } = world.client) =>
  `/assessment/${id}/${client.id}/moments`
const list = (by: TestPerson, path = pathOf()) => stack.as(by).get(path)
const put = (by: TestPerson, id: string, body: object = {}, path = pathOf()) =>
  stack.as(by).put(`${path}/${id}`, { tags: purpose, at: at('15:20'), note: '', ...body })
const remove = (by: TestPerson, id: string, path = pathOf()) => stack.as(by).delete(`${path}/${id}`)
const momentsIn = async (by = world.coach, path = pathOf()) => (await list(by, path)).body.response
const nextWeek = { start_time: at('15:00', '2026-11-23'), end_time: at('16:00', '2026-11-23') }

const purpose = [0, 'clarity', 'opening', 'purpose-early']
const refused = (status: number, code: string) => ({ status, body: { code } })

test('moments are stored under ids made by the device and listed in order of time, each with its author', async () => {
  const { coach, orgAdmin } = world
  await stack.db
    .updateTable('people')
    .set({ first_name: 'Ingrid', last_name: 'Solheim' })
    .where('id', '=', orgAdmin.id)
    .execute()
  const [early, late] = [randomUUID(), randomUUID()]
  expect(await list(coach)).toMatchObject({ status: 200, body: { response: [] } })
  const dropped = await put(coach, late, { at: at('15:40') })
  await put(orgAdmin, early, {
    tags: ['3', 'listening', 'presence', 'lets-finish'],
    note: ' Waited.\nLong. ',
  })
  const moments = await momentsIn()
  expect(moments).toEqual([
    {
      id: early,
      conversation: 3,
      path: 'listening/presence/lets-finish',
      at: at('15:20'),
      note: 'Waited.\nLong.',
      by: 'Ingrid Solheim',
      by_id: orgAdmin.id,
      isOwn: false,
      version: 1,
    },
    expect.objectContaining({
      id: late,
      conversation: 0,
      path: 'clarity/opening/purpose-early',
      isOwn: true,
    }),
  ])
  expect(dropped.body.response).toEqual(moments[1])
})

test('a moment sent twice is stored once, a higher version replaces it, and a lower version that arrives late changes nothing', async () => {
  const { coach } = world
  const id = randomUUID()
  const first = await put(coach, id, { version: 1 })
  expect((await put(coach, id, { version: 1 })).body).toEqual(first.body)
  const filled = { note: 'Filled the pause.', at: at('15:21'), tags: [1, ...purpose.slice(1)], version: 2 }
  await put(coach, id.toUpperCase(), filled)
  const late = await put(coach, id, { version: 1 })
  expect(late).toMatchObject({
    status: 200,
    body: { response: { id, note: 'Filled the pause.', version: 2 } },
  })
  expect(await momentsIn()).toMatchObject([
    { id, note: 'Filled the pause.', at: at('15:21'), conversation: 1 },
  ])
  // A save without a version always wins.
  await put(coach, id, { note: 'Again.' })
  expect(await momentsIn()).toMatchObject([{ id, note: 'Again.', version: 2 }])
})

test('a removed moment does not come back, even if its removal arrives first', async () => {
  const { coach } = world
  const [known, unknown] = [randomUUID(), randomUUID()]
  await put(coach, known, { note: 'Mine.' })
  expect(await remove(coach, known)).toMatchObject({ status: 200, body: { response: {} } })
  expect(await remove(coach, known)).toMatchObject({ status: 200 })
  expect(await remove(coach, unknown)).toMatchObject({ status: 200 })
  for (const id of [known, unknown])
    expect(await put(coach, id, { version: 9 })).toMatchObject(refused(409, 'moment_removed'))
  expect(await momentsIn()).toEqual([])
  // The note is deleted, too.
  const left = await stack.db
    .selectFrom('assessment_moments')
    .select('note')
    .where('session_id', '=', sessionId)
    .execute()
  expect(left).toEqual([{ note: '' }, { note: '' }])
})

test('only the author may change or remove a moment; an OrgAdmin is refused with 403', async () => {
  const { coach, orgAdmin } = world
  const id = randomUUID()
  await put(coach, id, { note: 'Calm.' })
  expect(await put(orgAdmin, id, { note: 'Not mine.' })).toMatchObject(refused(403, 'not_author'))
  expect(await remove(orgAdmin, id)).toMatchObject(refused(403, 'not_author'))
  expect(await momentsIn(orgAdmin)).toMatchObject([{ id, note: 'Calm.', isOwn: false }])
})

test("a moment's id cannot be used in another session: put and delete are answered 404 there, and the moment stays in its own", async () => {
  const { coach, booked } = world
  const id = randomUUID()
  const elsewhere = pathOf((await booked(nextWeek)).id)
  await put(coach, id)
  const inTime = { at: at('15:20', '2026-11-23') }
  expect(await put(coach, id, inTime, elsewhere)).toMatchObject(refused(404, 'moment_not_found'))
  expect(await remove(coach, id, elsewhere)).toMatchObject(refused(404, 'moment_not_found'))
  expect(await momentsIn(coach, elsewhere)).toEqual([])
  expect(await momentsIn()).toHaveLength(1)
  // If two sessions take the same id at once, one of them gets it.
  const both = randomUUID()
  const answers = await Promise.all([put(coach, both), put(coach, both, inTime, elsewhere)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
})

test('moments are read and written only by people with the right to assess, and only about the client of the session [ASSESS-04]', async () => {
  const { coach, orgAdmin, otherCoach, otherClient, admin, there, booked, orgSession } = world
  await assessor(otherCoach, there.orgAdmin)
  const id = randomUUID()
  const answers = async (by: TestPerson, path = pathOf()) => [
    await list(by, path),
    await put(by, id, {}, path),
    await remove(by, id, path),
  ]
  for (const by of [otherCoach, there.orgAdmin])
    for (const answer of await answers(by)) expect(answer).toMatchObject(refused(404, 'session_not_found'))
  for (const answer of await answers(admin)) expect(answer).toMatchObject(refused(403, 'not_assessor'))
  for (const answer of await answers(coach, pathOf(sessionId, otherClient)))
    expect(answer).toMatchObject(refused(404, 'not_client_of_session'))
  const org = await booked({ ...orgSession, start_time: at('18:00'), end_time: at('19:00') })
  for (const answer of await answers(coach, pathOf(org.id)))
    expect(answer).toMatchObject(refused(404, 'no_assessment'))
  expect(await assessmentsOf(stack, world)).toEqual([])
  for (const answer of await answers(orgAdmin)) expect(answer.status).toBe(200)
})

test.each([
  ['conversation 4', { tags: [4, 'clarity', 'opening', 'purpose-early'] }, 'malformed_tags'],
  ['an unknown criterion', { tags: [0, 'clarity', 'opening', 'charm'] }, 'malformed_tags'],
  ['the tag of a text', { tags: [0, 'notes'] }, 'malformed_tags'],
  ['tags that are not a list', { tags: { length: 4 } }, 'malformed_tags'],
  ['no tags', { tags: undefined }, 'malformed_tags'],
  ['a millisecond too early', { at: '2026-11-16T14:44:59.999Z' }, 'moment_outside'],
  ['a millisecond too late', { at: '2026-11-16T17:00:00.001Z' }, 'moment_outside'],
  ['the year 9999', { at: '9999-12-31T23:59:59Z' }, 'moment_outside'],
  ['a word for an instant', { at: 'soon' }, 'malformed'],
  ['a number for an instant', { at: 1_794_841_200_000 }, 'malformed'],
  ['a note of 2,001 characters', { note: 'x'.repeat(2001) }, 'malformed'],
  ['a note that is a list', { note: ['x'] }, 'malformed'],
  ['a NUL in the note', { note: 'a\0b' }, 'malformed'],
  ['version 0', { version: 0 }, 'malformed'],
  ['version 1,000,001', { version: 1_000_001 }, 'malformed'],
  ['an unknown field', { by_id: '01890000-0000-7000-8000-000000000000' }, 'malformed'],
])('%s is refused, and nothing is stored', async (_, body, code) => {
  expect(await put(world.coach, randomUUID(), body)).toMatchObject(refused(400, code))
  expect(await assessmentsOf(stack, world)).toEqual([])
})

test('a moment is accepted at the first and the last instant of its time range, and a note of 2,000 characters is stored whole', async () => {
  const { coach } = world
  const note = 'ü'.repeat(1998) + '👋'
  const ends = [at('14:45'), at('17:00')]
  for (const instant of ends)
    expect(await put(coach, randomUUID(), { at: instant, note })).toMatchObject({ status: 200 })
  expect(await momentsIn()).toMatchObject(ends.map((instant) => ({ at: instant, note })))
  expect(await put(coach, 'not-an-id')).toMatchObject(refused(400, 'malformed'))
})

test('a session holds 500 moments at most, counting removed ones; existing ones can still be changed', async () => {
  const { coach, orgAdmin, client } = world
  const [first, gone] = [randomUUID(), randomUUID()]
  await put(coach, first)
  await remove(coach, gone)
  await stack.db
    .insertInto('assessment_moments')
    .values(
      Array.from({ length: 497 }, () => ({
        id: randomUUID(),
        session_id: sessionId,
        person_id: client.id,
        conversation: 0,
        path: 'clarity/opening/purpose-early',
        at: at('15:30'),
        by_id: coach.id,
      })),
    )
    .execute()
  // There is room for one of three that arrive at once.
  const answers = await Promise.all([1, 2, 3].map((n) => put(n === 2 ? orgAdmin : coach, randomUUID())))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await put(coach, randomUUID())).toMatchObject(refused(409, 'too_many_moments'))
  expect(await put(coach, first, { note: 'Still mine.' })).toMatchObject({ status: 200 })
  expect(await momentsIn()).toHaveLength(499)
  // A full session stores no mark for a moment that is removed before it arrives, but it has no room for the moment either.
  const never = randomUUID()
  expect(await remove(coach, never)).toMatchObject({ status: 200 })
  expect(await put(coach, never)).toMatchObject(refused(409, 'too_many_moments'))
})

test('when two people write at once both moments are kept, and a moment sent by two requests is stored once', async () => {
  const { coach, orgAdmin } = world
  const ids = Array.from({ length: 10 }, () => randomUUID())
  const answers = await Promise.all(
    ids.flatMap((id, i) => {
      const by = i % 2 ? coach : orgAdmin
      return [put(by, id), put(by, id)]
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const moments: { id: string }[] = await momentsIn()
  expect(moments.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  // Sent again after their removal, they stay gone.
  await Promise.all(ids.map((id, i) => remove(i % 2 ? coach : orgAdmin, id)))
  await Promise.all(ids.map((id, i) => put(i % 2 ? coach : orgAdmin, id)))
  expect(await momentsIn()).toEqual([])
})

test('a moment fixes the rubric of its session, as an answer does [ASSESS-16]', async () => {
  const { coach } = world
  await put(coach, randomUUID())
  const [item] = stack.platform.texts.content.rubric.items
  if (!item) throw new Error('there is no rubric')
  const before = item.fields
  onTestFinished(() => void (item.fields = before))
  item.fields = {
    ...before,
    version: 2,
    allCategories: [
      {
        categoryName: 'New',
        tag: 'new',
        subtopics: [{ subtopicName: 'A', tag: 'a', allCriteria: [{ criteriaName: 'B', tag: 'b' }] }],
      },
    ],
  }
  const fresh = { tags: [0, 'new', 'a', 'b'] }
  expect(await put(coach, randomUUID(), fresh)).toMatchObject(refused(400, 'malformed_tags'))
  expect(await put(coach, randomUUID())).toMatchObject({ status: 200 })
  expect(
    (await stack.as(coach).post(`/assessment/${sessionId}/${world.client.id}`, { ...fresh, value: true }))
      .status,
  ).toBe(400)
})

test('a moment and its removal each send one live notice to people who may see the session, and to nobody else', async () => {
  const { coach, otherCoach, orgAdmin, there } = world
  const address = await stack.app.listen({ host: '127.0.0.1', port: 0 })
  const streams = await Promise.all(
    [coach, orgAdmin, otherCoach, there.orgAdmin].map(({ token }) =>
      openEvents(`${address}/api/live`, token),
    ),
  )
  const id = randomUUID()
  await put(coach, id)
  await remove(coach, id)
  await eventually(
    () => streams.map(({ notices }) => notices.length),
    ([one, two]) => one === 2 && two === 2,
  )
  const notice = { kind: 'assessment', id: sessionId }
  expect(streams.map(({ notices }) => notices)).toEqual([[notice, notice], [notice, notice], [], []])
  for (const stream of streams) stream.stop()
})

test('a visitor gets 401 for moments, a client gets 403', async () => {
  const path = pathOf()
  expect((await stack.visitor.get(path)).status).toBe(401)
  expect((await stack.visitor.put(`${path}/${randomUUID()}`, { tags: purpose })).status).toBe(401)
  expect((await stack.visitor.delete(`${path}/${randomUUID()}`)).status).toBe(401)
  expect((await list(world.client)).status).toBe(403)
})
