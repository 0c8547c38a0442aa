import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { assessment } from '@parley/contract/assessment/assessment.ts'
import { assessmentsOf } from '../../../../../tests/support/worlds/assessments-of.ts'
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
  await assessor(world.coach, true)
})

const assessor = (person: TestPerson, is_assessor: boolean) =>
  stack.db.updateTable('people').set({ is_assessor }).where('id', '=', person.id).execute()

const pathOf = (id = sessionId, client: { id: string } = world.client) => `${id}/${client.id}`
const read = (by: TestPerson, path = pathOf()) => stack.as(by).get(`/assessment/wa/${path}/responses`)
const save = (by: TestPerson, body: object, path = pathOf()) => stack.as(by).post(`/assessment/${path}`, body)
const history = (by: TestPerson, path = pathOf(), query = '') =>
  stack.as(by).get(`/assessment/${path}/history${query}`)

const purpose = [0, 'clarity', 'opening', 'purpose-early']
const malformed = { status: 400, body: { code: 'malformed_tags', response: 'Malformed tags argument' } }

test('an answer is saved by its tags and read back by conversation, category, subtopic and criterion [API-34] [API-35] [ASSESS-02] [ASSESS-09] [ASSESS-11] [ASSESS-17]', async () => {
  const { coach } = world
  const empty = await read(coach)
  expect(empty).toMatchObject({
    status: 200,
    body: { response: { assessment_json: {}, rubric_version: 1, number: 0, texts: {} } },
  })
  for (const [tags, value] of [
    [purpose, true],
    [[0, 'clarity', 'opening', 'good-time'], false],
    [[0, 'listening', 'presence', 'lets-finish'], true],
    [[3, 'clarity', 'opening', 'purpose-early'], true],
    [[0, 'clarity', 'facts', 'own-effect'], true],
    [[0, 'clarity', 'facts', 'own-effect'], null],
  ])
    expect(await save(coach, { tags, value })).toMatchObject({ status: 200 })
  expect(await save(coach, { tags: [0, 'notes'], data: 'Softened.' })).toMatchObject({
    status: 200,
    body: { response: { number: 7, data: 'Softened.' } },
  })
  expect(await save(coach, { tags: [1, 'overall'], data: 'Clear.\nKind.' })).toMatchObject({ status: 200 })
  const { body } = await read(coach)
  expect(assessment.parse(body.response)).toEqual({
    assessment_json: {
      0: {
        clarity: { opening: { 'purpose-early': true, 'good-time': false } },
        listening: { presence: { 'lets-finish': true } },
        notes: 'Softened.',
      },
      1: { overall: 'Clear.\nKind.' },
      3: { clarity: { opening: { 'purpose-early': true } } },
    },
    rubric_version: 1,
    number: 8,
    texts: { '0/notes': 7, '1/overall': 8 },
  })
})

test.each([
  [{ tags: [4, 'clarity', 'opening', 'purpose-early'], value: true }],
  [{ tags: [0, 'clarity', 'opening', 'no-such'], value: true }],
  [{ tags: [0, 'notes'], data: 'x'.repeat(20_001) }],
  [{ tags: 'nonsense', value: true }],
  [{ tags: { length: 4 }, value: true }],
  [{ tags: purpose, value: 'yes' }],
  [{ tags: purpose, data: 'yes' }],
  [{ value: true }],
  [{}],
])('%o is refused as malformed and nothing is stored [ASSESS-14] [ASSESS-15]', async (body) => {
  expect(await save(world.coach, body)).toMatchObject(malformed)
  expect(await assessmentsOf(stack, world)).toEqual([])
})

test('a text of 20,000 characters is stored whole [ASSESS-14]', async () => {
  const data = 'ä'.repeat(20_000)
  expect(await save(world.coach, { tags: [2, 'notes'], data })).toMatchObject({ status: 200 })
  expect((await read(world.coach)).body.response.assessment_json[2].notes).toBe(data)
})

test('the coach, OrgAdmin and Admin read and write an assessment only with the right to assess; people out of scope get 404 [ASSESS-02] [ASSESS-03] [ASSESS-04] [ASSESS-05]', async () => {
  const { coach, otherCoach, orgAdmin, admin, there } = world
  for (const person of [coach, otherCoach, orgAdmin, admin, there.orgAdmin]) await assessor(person, true)
  const statuses = async (person: TestPerson) => [
    (await read(person)).status,
    (await save(person, { tags: purpose, value: true })).status,
    (await history(person)).status,
  ]
  expect(await statuses(coach)).toEqual([200, 200, 200])
  expect(await statuses(orgAdmin)).toEqual([200, 200, 200])
  expect(await statuses(admin)).toEqual([200, 200, 200])
  // For them there is no such session.
  expect(await statuses(otherCoach)).toEqual([404, 404, 404])
  expect(await statuses(there.orgAdmin)).toEqual([404, 404, 404])
  for (const person of [coach, orgAdmin, admin]) {
    await assessor(person, false)
    expect(await statuses(person)).toEqual([403, 403, 403])
  }
  expect(await read(coach)).toMatchObject({ body: { code: 'not_assessor' } })
})

test('an Org session has no assessment, and in an Individual session only the client is scored [ASSESS-07] [ASSESS-08]', async () => {
  const { coach, client, otherClient, booked, orgSession } = world
  const org = await booked({ ...orgSession, start_time: at('18:00'), end_time: at('19:00') })
  for (const answer of [
    await read(coach, pathOf(org.id)),
    await save(coach, { tags: purpose, value: true }, pathOf(org.id)),
    await read(coach, pathOf(org.id, coach)),
  ])
    expect(answer).toMatchObject({ status: 404, body: { code: 'no_assessment' } })
  for (const answer of [
    await read(coach, pathOf(sessionId, otherClient)),
    await save(coach, { tags: purpose, value: true }, pathOf(sessionId, coach)),
    await history(coach, pathOf(sessionId, otherClient)),
  ])
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_client_of_session' } })
  expect((await read(coach, `${sessionId}/${client.id.toUpperCase()}`)).status).toBe(200)
})

test('another session of the same client starts empty [ASSESS-18]', async () => {
  const { coach, booked } = world
  await save(coach, { tags: purpose, value: true })
  const next = await booked({ start_time: at('15:00', '2026-11-17'), end_time: at('16:00', '2026-11-17') })
  expect((await read(coach, pathOf(next.id))).body.response).toMatchObject({ assessment_json: {}, number: 0 })
})

test('the answer that arrives later wins, and the history keeps both with author and time [ASSESS-19]', async () => {
  const { coach, orgAdmin } = world
  await assessor(orgAdmin, true)
  await stack.db
    .updateTable('people')
    .set({ first_name: 'Ingrid', last_name: 'Solheim' })
    .where('id', '=', orgAdmin.id)
    .execute()
  await save(coach, { tags: purpose, value: true })
  stack.clock.advance(60_000)
  await save(orgAdmin, { tags: purpose, value: false })
  expect((await read(coach)).body.response.assessment_json[0].clarity.opening['purpose-early']).toBe(false)
  const { body } = await history(coach)
  expect(body.response).toMatchObject({
    changes: [
      {
        number: 2,
        by: 'Ingrid Solheim',
        at: at('14:01'),
        path: 'clarity/opening/purpose-early',
        value: false,
      },
      { number: 1, at: at('14:00'), value: true, conversation: 0, data: null },
    ],
    hasMore: false,
  })
  expect((await history(coach, pathOf(), '?before=2')).body.response.changes).toHaveLength(1)
})

test("when two people change one text, the second version is appended below the first with its author's name, and the history keeps each as it was sent [ASSESS-20]", async () => {
  const { coach, orgAdmin } = world
  await assessor(orgAdmin, true)
  await stack.db
    .updateTable('people')
    .set({ first_name: 'Ingrid', last_name: 'Solheim' })
    .where('id', '=', orgAdmin.id)
    .execute()
  const tags = [0, 'notes']
  const first = await save(coach, { tags, data: 'Calm.', base: 0 })
  expect(first.body.response).toMatchObject({ number: 1, data: 'Calm.' })
  const second = await save(orgAdmin, { tags, data: 'Clear.', base: 0 })
  expect(second.body.response).toMatchObject({ number: 2, data: 'Calm.\n\nIngrid Solheim:\nClear.' })
  const third = await save(coach, { tags, data: 'Both agree.', base: 2 })
  expect(third.body.response).toMatchObject({ number: 3, data: 'Both agree.' })
  expect((await read(coach)).body.response.assessment_json[0].notes).toBe('Both agree.')
  const told = (await history(coach)).body.response.changes.map(({ data }: { data: string }) => data)
  expect(told).toEqual(['Both agree.', 'Clear.', 'Calm.'])
})

test('an answer sent twice with the same client id is stored once, even if another answer came in between', async () => {
  const { coach, orgAdmin } = world
  await assessor(orgAdmin, true)
  const body = { tags: purpose, value: true, client_id: randomUUID() }
  const first = await save(coach, body)
  await save(orgAdmin, { tags: purpose, value: false })
  const again = await save(coach, body)
  expect(again.body).toEqual(first.body)
  const { assessment_json, number } = (await read(coach)).body.response
  expect([assessment_json[0].clarity.opening['purpose-early'], number]).toEqual([false, 2])
  // A client id belongs to its author: the same id from somebody else is another change.
  expect((await save(orgAdmin, body)).body.response.number).toBe(3)
})

test('when 20 answers arrive at once, all are stored and numbered without a gap', async () => {
  const { coach, orgAdmin } = world
  await assessor(orgAdmin, true)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      save(i % 2 ? coach : orgAdmin, {
        tags: [i % 4, 'clarity', 'opening', 'good-time'],
        value: i % 3 === 0,
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const numbers = answers.map(({ body }) => body.response.number as number)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, i) => i + 1))
  // The last change in each conversation is the answer.
  const { assessment_json } = (await read(coach)).body.response
  const { changes } = (await history(coach)).body.response
  for (const conversation of [0, 1, 2, 3]) {
    const last = changes.find((change: { conversation: number }) => change.conversation === conversation)
    expect(assessment_json[conversation].clarity.opening['good-time']).toBe(last.value)
  }
})

test('when texts arrive at once, each is appended and none is lost [ASSESS-20]', async () => {
  const { coach, orgAdmin } = world
  await assessor(orgAdmin, true)
  const texts = 'a b c d e f g h i j k l'.split(' ').map((letter) => `${letter}${letter} was seen.`)
  const answers = await Promise.all(
    texts.map((data, i) => save(i % 2 ? coach : orgAdmin, { tags: [1, 'notes'], data, base: 0 })),
  )
  expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200))
  const { notes } = (await read(coach)).body.response.assessment_json[1]
  expect(texts.filter((text) => !notes.includes(text))).toEqual([])
})

test('a session keeps the rubric of its first answer when a newer rubric appears [ASSESS-16]', async () => {
  const { coach, booked } = world
  await save(coach, { tags: purpose, value: true })
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
  const fresh = { tags: [0, 'new', 'a', 'b'], value: true }
  expect(await save(coach, fresh)).toMatchObject(malformed)
  expect(await save(coach, { tags: purpose, value: false })).toMatchObject({ status: 200 })
  expect((await read(coach)).body.response.rubric_version).toBe(1)
  const next = await booked({ start_time: at('15:00', '2026-11-17'), end_time: at('16:00', '2026-11-17') })
  expect(await save(coach, fresh, pathOf(next.id))).toMatchObject({ status: 200 })
  expect(await save(coach, { tags: purpose, value: true }, pathOf(next.id))).toMatchObject(malformed)
  expect((await read(coach, pathOf(next.id))).body.response.rubric_version).toBe(2)
})

test('assessments and their history are answered 401 without a token', async () => {
  for (const path of [`wa/${pathOf()}/responses`, `${pathOf()}/history`])
    expect((await stack.visitor.get(`/assessment/${path}`)).status).toBe(401)
})

test('an answer that was queued on a device is refused when somebody else has signed in there [ASSESS-22]', async () => {
  const { coach, orgAdmin } = world
  await assessor(orgAdmin, true)
  const body = { tags: purpose, value: true, client_id: randomUUID(), by: coach.id }
  expect(await save(orgAdmin, body)).toMatchObject({ status: 403, body: { code: 'not_author' } })
  expect(await save(coach, body)).toMatchObject({ status: 200 })
})
