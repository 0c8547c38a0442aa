import { afterAll, beforeAll, expect, test } from 'vitest'
import { at } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { peopleWorld } from '../../../../../../tests/support/worlds/people-world.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const personAs = async (viewer: TestPerson, { id }: { id: string }) =>
  (await stack.as(viewer).get(`/profiles/${id}`)).body.response

test("a client's row has the next session that the viewer may see, not one with another coach", async () => {
  const { coach, otherCoach, client, orgAdmin, admin } = await peopleWorld(stack)
  const none = (await personAs(coach, client)).nextSession
  await stack.make.session({ coach, client, start: at('13:00') })
  await stack.make.session({ coach, client, start: at('12:00', '2026-11-20'), status: 'Cancelled' })
  await stack.make.session({ coach: otherCoach, client, start: at('15:00') })
  await stack.make.session({ coach, client, start: at('18:00') })
  expect(none).toBeNull()
  expect((await personAs(coach, client)).nextSession).toBe(at('18:00'))
  expect((await personAs(orgAdmin, client)).nextSession).toBe(at('15:00'))
  const list = (await stack.as(admin).get('/profiles/list-clients?page=1&limit=100')).body.response.entries
  expect(list.find((row: { id: string }) => row.id === client.id).nextSession).toBe(at('15:00'))
  expect(await personAs(orgAdmin, coach)).toMatchObject({ nextSession: null })
})

test("a coach's row has the calls of this week and the four before, in weeks from Monday in the coach's zone", async () => {
  const { organization, client, orgAdmin, there } = await peopleWorld(stack)
  const coach = await stack.make.person({
    level: 'Coach',
    organization_id: organization.id,
    time_zone: 'America/New_York',
  })
  // In New York, Monday begins at 5:00 UTC, and before Nov 1 at 4:00.
  await stack.make.session({ coach, client, start: at('04:45'), status: 'Completed' })
  await stack.make.session({ coach, client, start: at('05:00'), status: 'Completed' })
  await stack.make.session({ coach, client, start: at('20:00', '2026-11-20') })
  await stack.make.session({ coach, client, start: at('20:00', '2026-11-21'), status: 'NoShow' })
  await stack.make.session({ coach, client, start: at('04:00', '2026-10-26'), status: 'Completed' })
  await stack.make.session({ coach, client, start: at('03:45', '2026-10-19'), status: 'Completed' })
  expect((await personAs(orgAdmin, coach)).callsByWeek).toEqual([0, 1, 0, 1, 2])
  expect((await personAs(orgAdmin, client)).callsByWeek).toEqual([])
  expect(await stack.as(there.orgAdmin).get(`/profiles/${coach.id}`)).toMatchObject({ status: 404 })
})
