import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
  const { coach, client, otherCoach, otherClient, organization } = world
  await stack.db
    .updateTable('people')
    .set({ first_name: 'Kwame', last_name: 'Boateng', username: 'kwame.b' })
    .where('id', '=', client.id)
    .execute()
  await stack.db
    .updateTable('organizations')
    .set({ display_name: 'Northlight', time_zone: 'America/New_York' })
    .where('id', '=', organization.id)
    .execute()
  const make = stack.make.session
  await make({ coach, client, start: at('15:00'), title: '=1+1' })
  await stack.db.updateTable('sessions').set({ billable: false }).where('title', '=', '=1+1').execute()
  await make({ coach, client, start: at('15:00', '2026-11-10'), title: 'Earlier', status: 'Completed' })
  await make({ coach: otherCoach, client: otherClient, start: at('18:00'), title: "Somebody else's" })
})
afterAll(() => stack[Symbol.asyncDispose]())

async function fileFor(person: TestPerson, query: Record<string, string> = {}) {
  const answer = await stack.as(person).get(`/sessions/export?${new URLSearchParams(query)}`)
  const [head = '', ...lines] = String(answer.body).replace('\uFEFF', '').trim().split('\r\n')
  return { answer, head, lines }
}

test('the file of sessions has what the list shows its viewer, and no formula in any cell [LIST-37 LIST-38]', async () => {
  const { coach } = world
  const { answer, head, lines } = await fileFor(coach)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toContain('attachment; filename="sessions-2026-11-16.csv"')
  expect(head).toBe('Title,Type,Status,Start,End,Time zone,Client or participants,Client username')
  expect(lines).toEqual([
    "'=1+1,Individual,Scheduled,2026-11-16 10:00,2026-11-16 11:00,America/New_York,Kwame Boateng,kwame.b",
    'Earlier,Individual,Completed,2026-11-10 10:00,2026-11-10 11:00,America/New_York,Kwame Boateng,kwame.b',
  ])
})

test("the file follows the list's scope, filters and order, and has the columns of the viewer's level [LIST-38]", async () => {
  const { orgAdmin, admin, coach, otherCoach } = world
  const titles = async (person: TestPerson, query?: Record<string, string>) =>
    (await fileFor(person, query)).lines.map((line) => line.split(',')[0])
  expect(await titles(otherCoach)).toEqual(["Somebody else's"])
  expect(await titles(orgAdmin, { order: '["start_time","ASC"]' })).toEqual([
    'Earlier',
    "'=1+1",
    "Somebody else's",
  ])
  expect(await titles(orgAdmin, { filters: '{"status":["Completed"]}' })).toEqual(['Earlier'])
  expect((await fileFor(orgAdmin)).head).toMatch(/,Client username,Coach$/)
  const asAdmin = await fileFor(admin, { search: '=1+1' })
  expect(asAdmin.head).toMatch(/,Coach,Organization,Billable$/)
  expect(asAdmin.lines).toHaveLength(1)
  expect(asAdmin.lines[0]).toMatch(/,Northlight,No$/)
  const refused = await fileFor(coach, { filters: '{"coach_name":["A B"]}' })
  expect(refused.answer.status).toBe(403)
})
