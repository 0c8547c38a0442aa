import { afterEach, beforeEach, expect, test } from 'vitest'
import { aggregates, type Aggregates } from '@parley/contract/assessment/progress.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeEach(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
  await stack.db.updateTable('people').set({ is_assessor: true }).where('id', '=', world.coach.id).execute()
})
afterEach(() => stack[Symbol.asyncDispose]())

const goodTime = ['clarity', 'opening', 'good-time']

/** A client of the coach who was scored once, in a session of their own. */
async function scored(
  start: string,
  value: boolean,
  { tags = [0, ...goodTime], client }: { tags?: (string | number)[]; client?: TestPerson } = {},
) {
  const { coach, organization } = world
  const who =
    client ??
    (await stack.make.person({ level: 'Client', organization_id: organization.id, coach_id: coach.id }))
  const session = await stack.make.session({ coach, client: who, start })
  const saved = await stack.as(coach).post(`/assessment/${session.id}/${who.id}`, { tags, value })
  expect(saved.status).toBe(200)
  return { client: who, session }
}

const read = (by: TestPerson, query = '') => stack.as(by).get(`/assessment/aggregates${query}`)
async function figuresFor(by: TestPerson, query = '') {
  const { body } = await read(by, query)
  const found: Aggregates = aggregates.parse(body.response)
  return Object.fromEntries(found.categories.map(({ tag, figures }) => [tag, figures]))
}
const nothing = [null, null, null, null]

test('a figure appears once five people were scored, also to an OrgAdmin without the right to assess [ASSESS-06]', async () => {
  const { orgAdmin, client } = world
  for (let i = 0; i < 4; i += 1) await scored(at('09:00', '2026-11-0' + (i + 2)), i % 2 === 0)
  // A client who is scored often still counts as one person.
  const often = await scored(at('09:00', '2026-10-02'), true)
  expect((await figuresFor(orgAdmin)).clarity?.[0]).toEqual({ people: 5, shown: 3, answered: 5 })
  await scored(at('09:00', '2026-10-03'), false, { client: often.client })
  await scored(at('09:00', '2026-10-05'), true, { tags: [1, 'listening', 'presence', 'lets-finish'], client })
  const figures = await figuresFor(orgAdmin)
  expect(figures.clarity).toEqual([{ people: 5, shown: 3, answered: 6 }, null, null, null])
  expect(figures.listening).toEqual(nothing)
  expect(figures.agreement).toEqual(nothing)
})

test('with four people there is no figure, and a person whose only answer was unset is not counted [ASSESS-06]', async () => {
  const { orgAdmin, coach } = world
  const all = []
  for (let i = 0; i < 5; i += 1) all.push(await scored(at('09:00', '2026-11-0' + (i + 2)), true))
  expect((await figuresFor(orgAdmin)).clarity?.[0]).toMatchObject({ people: 5 })
  const [first] = all
  await stack
    .as(coach)
    .post(`/assessment/${first?.session.id}/${first?.client.id}`, { tags: [0, ...goodTime], value: null })
  expect((await figuresFor(orgAdmin)).clarity).toEqual(nothing)
})

test('comparing two readings reveals no single person: a session counts from the week after it, and deleting a client changes no figure [ASSESS-06]', async () => {
  const { orgAdmin } = world
  stack.clock.set(at('14:00', '2026-11-14'))
  const all = []
  for (let i = 0; i < 5; i += 1) all.push(await scored(at('09:00', '2026-11-0' + (i + 2)), true))
  const before = await figuresFor(orgAdmin)
  await scored(at('09:00', '2026-11-13'), false)
  expect(await figuresFor(orgAdmin)).toEqual(before)
  expect((await stack.as(orgAdmin).delete(`/profiles/${all[0]?.client.id}`)).status).toBe(200)
  expect(await figuresFor(orgAdmin)).toEqual(before)
  stack.clock.set(at('00:00', '2026-11-16'))
  expect((await figuresFor(orgAdmin)).clarity?.[0]).toEqual({ people: 6, shown: 5, answered: 6 })
  // Scores that are older than a year do not count.
  await scored(at('09:00', '2025-11-17'), false)
  await scored(at('09:00', '2025-11-16'), false)
  expect((await figuresFor(orgAdmin)).clarity?.[0]).toEqual({ people: 7, shown: 5, answered: 7 })
})

test('an OrgAdmin reads the figures of their own organization, an Admin those of the one they name, a coach is refused [ASSESS-06]', async () => {
  const { orgAdmin, admin, coach, organization, there } = world
  for (let i = 0; i < 5; i += 1) await scored(at('09:00', '2026-11-0' + (i + 2)), true)
  const own = await figuresFor(orgAdmin)
  expect(await figuresFor(orgAdmin, `?organization_id=${organization.id}`)).toEqual(own)
  expect(await figuresFor(admin, `?organization_id=${organization.id}`)).toEqual(own)
  expect((await figuresFor(admin, `?organization_id=${there.organization.id}`)).clarity).toEqual(nothing)
  expect(await read(orgAdmin, `?organization_id=${there.organization.id}`)).toMatchObject({
    status: 404,
    body: { code: 'organization_not_found' },
  })
  expect(await read(admin)).toMatchObject({ status: 400, body: { code: 'organization_missing' } })
  expect((await read(coach)).status).toBe(403)
  // There is no filter that could narrow it.
  for (const more of ['coach_id', 'user_id', 'from', 'until', 'category'])
    expect((await read(orgAdmin, `?${more}=${coach.id}`)).status).toBe(400)
})

test("a coach's own scores count only their own sessions of the last four weeks", async () => {
  const { coach, otherCoach, orgAdmin, client } = world
  await stack.db.updateTable('people').set({ is_assessor: true }).where('id', '=', otherCoach.id).execute()
  const scores = async (by: TestPerson) => (await stack.as(by).get('/assessment/scores')).body
  expect((await scores(coach)).response).toEqual({ sessions: 0, shown: 0, answered: 0 })
  const { session } = await scored(at('09:00', '2026-11-10'), true, { client })
  await stack
    .as(coach)
    .post(`/assessment/${session.id}/${client.id}`, { tags: [1, ...goodTime], value: false })
  await scored(at('09:00', '2026-11-11'), true)
  await scored(at('09:00', '2026-10-18'), true)
  expect((await scores(coach)).response).toEqual({ sessions: 2, shown: 2, answered: 3 })
  expect((await scores(otherCoach)).response).toEqual({ sessions: 0, shown: 0, answered: 0 })
  expect(await scores(orgAdmin)).toMatchObject({ code: 'not_assessor' })
})
