import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

test('the history shows people by name, not by id', async () => {
  const { orgAdmin, organization, otherCoach, booked, update, orgSession } = await sessionsWorld(stack)
  const place = { organization_id: organization.id }
  const ingrid = await stack.make.person({
    level: 'Coach',
    ...place,
    first_name: 'Ingrid',
    last_name: 'Solheim',
  })
  const noor = await stack.make.person({ level: 'Client', ...place, first_name: 'Noor', last_name: '' })
  const single = await booked()
  expect((await update(orgAdmin, single.id, { coach_id: ingrid.id, user_id: noor.id })).status).toBe(200)
  const newest = async (id: string) =>
    (await stack.as(orgAdmin).get(`/sessions/${id}/history`)).body.response[0].changes
  expect(await newest(single.id)).toEqual({
    coach_id: { from: 'Robin Ames', to: 'Ingrid Solheim' },
    user_id: { from: 'Robin Ames', to: 'Noor' },
  })
  const circle = await booked({ ...orgSession, start_time: at('17:00'), end_time: at('18:00') })
  const participants = [otherCoach.id, ingrid.id]
  expect((await update(orgAdmin, circle.id, { participants })).status).toBe(200)
  expect((await newest(circle.id)).participants.to.toSorted()).toEqual(['Ingrid Solheim', 'Robin Ames'])
})
