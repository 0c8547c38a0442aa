import { afterEach, beforeEach, expect, test } from 'vitest'
import { progress, progressSessionsMax, type Progress } from '@parley/contract/assessment/progress.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeEach(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
  await assessor(world.coach, true)
})
afterEach(() => stack[Symbol.asyncDispose]())

const assessor = (person: TestPerson, is_assessor: boolean) =>
  stack.db.updateTable('people').set({ is_assessor }).where('id', '=', person.id).execute()

const opening = (criterion: string) => ['clarity', 'opening', criterion]
const session = (
  start: string,
  given: { coach?: TestPerson; client?: { id: string }; title?: string } = {},
) => stack.make.session({ coach: world.coach, client: world.client, start, ...given })
const save = (by: TestPerson, one: { id: string; user_id: string }, body: object) =>
  stack.as(by).post(`/assessment/${one.id}/${one.user_id}`, body)
const read = (by: TestPerson, client: { id: string } = world.client) =>
  stack.as(by).get(`/assessment/progress/${client.id}`)
const ofCoach = async (): Promise<Progress> => progress.parse((await read(world.coach)).body.response)

test('scored sessions come newest first, each with how many criteria were shown and answered and with the overall judgements', async () => {
  const { coach } = world
  const old = await session(at('09:00', '2026-11-02'), { title: 'Values' })
  const recent = await session(at('09:00', '2026-11-09'), { title: 'Taking stock' })
  await session(at('09:00', '2026-11-12'))
  await save(coach, old, { tags: [0, ...opening('purpose-early')], value: false })
  for (const [tags, value] of [
    [[0, ...opening('purpose-early')], true],
    [[0, ...opening('good-time')], false],
    [[0, 'clarity', 'facts', 'own-effect'], true],
    [[3, 'listening', 'presence', 'lets-finish'], true],
    [[3, 'listening', 'presence', 'follows-word'], true],
    [[3, 'listening', 'presence', 'follows-word'], null],
  ])
    expect((await save(coach, recent, { tags, value })).status).toBe(200)
  await save(coach, recent, { tags: [0, 'overall'], data: 'The opening is hers now.' })
  await save(coach, recent, { tags: [2, 'overall'], data: 'Not tried today.' })
  await save(coach, recent, { tags: [0, 'notes'], data: 'Tired, I think.' })

  const { body } = await read(coach)
  expect(JSON.stringify(body)).not.toContain('Tired')
  expect(progress.parse(body.response)).toMatchObject({
    client: { id: world.client.id, name: 'Robin Ames', isDeleted: false },
    hasMore: false,
    sessions: [
      {
        id: recent.id,
        title: 'Taking stock',
        start_time: at('09:00', '2026-11-09'),
        coach: 'Robin Ames',
        rubric_version: 1,
        shown: 3,
        answered: 4,
        report_at: null,
        conversations: [
          {
            conversation: 0,
            shown: 2,
            answered: 3,
            overall: 'The opening is hers now.',
            categories: [
              {
                tag: 'clarity',
                shown: 2,
                answered: 3,
                subtopics: [
                  { tag: 'opening', shown: 1, answered: 2 },
                  { tag: 'facts', shown: 1, answered: 1 },
                ],
              },
            ],
          },
          { conversation: 2, shown: 0, answered: 0, overall: 'Not tried today.', categories: [] },
          { conversation: 3, shown: 1, answered: 1, overall: null },
        ],
      },
      { id: old.id, title: 'Values', shown: 0, answered: 1 },
    ],
    rubrics: [
      {
        version: 1,
        conversations: [{ name: 'Concern' }, { name: 'Complaint' }, { name: 'Boundary' }, { name: 'Repair' }],
        categories: [
          { tag: 'clarity', name: 'Clarity', subtopics: [{ tag: 'opening', name: 'Opening' }, {}, {}] },
          {},
          {},
          {},
        ],
      },
    ],
  })
})

test('a session whose answers were all unset, with nothing but notes and an empty judgement, does not count as scored', async () => {
  const one = await session(at('09:00', '2026-11-09'))
  await save(world.coach, one, { tags: [0, ...opening('purpose-early')], value: true })
  await save(world.coach, one, { tags: [0, ...opening('purpose-early')], value: null })
  await save(world.coach, one, { tags: [0, 'notes'], data: 'Only for me.' })
  await save(world.coach, one, { tags: [1, 'overall'], data: '' })
  expect(await ofCoach()).toMatchObject({ sessions: [], rubrics: [], hasMore: false })
})

test('the 24 newest sessions are listed, and hasMore is true when there are more', async () => {
  for (let i = 0; i <= progressSessionsMax; i += 1) {
    const start = new Date(Date.parse(at('09:00', '2026-10-01')) + i * 86_400_000).toISOString()
    await save(world.coach, await session(start), { tags: [0, ...opening('good-time')], value: true })
  }
  const { sessions, hasMore } = await ofCoach()
  expect([sessions.length, hasMore]).toEqual([24, true])
  const starts = sessions.map(({ start_time }) => start_time)
  expect(starts).toEqual(starts.toSorted().toReversed())
  expect(starts[0]).toBe(at('09:00', '2026-10-25'))
})

test("each viewer's progress page lists exactly the sessions whose assessments they may read [ASSESS-03] [ASSESS-04] [ASSESS-05]", async () => {
  const { coach, otherCoach, orgAdmin, admin, client, there } = world
  for (const person of [otherCoach, orgAdmin, admin, there.orgAdmin, there.coach])
    await assessor(person, true)
  const mine = await session(at('09:00', '2026-11-02'))
  const theirs = await session(at('09:00', '2026-11-03'), { coach: otherCoach })
  for (const [by, one] of [
    [coach, mine],
    [otherCoach, theirs],
  ] as const)
    expect((await save(by, one, { tags: [0, ...opening('good-time')], value: true })).status).toBe(200)

  for (const viewer of [coach, otherCoach, orgAdmin, admin]) {
    const { body, status } = await read(viewer)
    expect(status).toBe(200)
    const readable = []
    for (const one of [theirs, mine]) {
      const single = await stack.as(viewer).get(`/assessment/wa/${one.id}/${client.id}/responses`)
      if (single.status === 200) readable.push(one.id)
    }
    expect(body.response.sessions.map(({ id }: { id: string }) => id)).toEqual(readable)
    expect(readable.length).toBeGreaterThan(0)
  }
  expect((await read(coach)).body.response.sessions).toHaveLength(1)
  for (const viewer of [there.orgAdmin, there.coach])
    expect(await read(viewer)).toMatchObject({ status: 404, body: { code: 'person_not_found' } })
  for (const viewer of [coach, orgAdmin, admin]) {
    await assessor(viewer, false)
    for (const answer of [
      await read(viewer),
      await stack.as(viewer).get(`/assessment/progress/${client.id}/report`),
      await stack.as(viewer).post(`/assessment/progress/${client.id}/report`),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'not_assessor' } })
  }
  expect((await stack.visitor.get(`/assessment/progress/${client.id}`)).status).toBe(401)
})

test("a session scored by an older rubric keeps that rubric's names when a newer one exists", async () => {
  const [item] = stack.platform.texts.content.rubric.items
  if (!item) throw new Error('there is no rubric')
  await save(world.coach, await session(at('09:00', '2026-11-02')), {
    tags: [0, ...opening('good-time')],
    value: true,
  })
  item.fields = {
    ...item.fields,
    version: 2,
    allCategories: [
      {
        categoryName: 'New',
        tag: 'new',
        subtopics: [{ subtopicName: 'A', tag: 'a', allCriteria: [{ criteriaName: 'B', tag: 'b' }] }],
      },
    ],
  }
  await save(world.coach, await session(at('09:00', '2026-11-09')), {
    tags: [0, 'new', 'a', 'b'],
    value: true,
  })
  const { rubrics, sessions } = await ofCoach()
  expect(rubrics.map(({ version, categories }) => [version, categories[0]?.name])).toEqual([
    [2, 'New'],
    [1, 'Clarity'],
  ])
  expect(sessions.map(({ rubric_version, answered }) => [rubric_version, answered])).toEqual([
    [2, 1],
    [1, 1],
  ])
})
