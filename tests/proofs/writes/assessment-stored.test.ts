import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionsWorld } from '../../support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../support/stack.ts'
import { readStored, type Edit } from './assessment-stored.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let sessionId: string
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const path = 'clarity/opening/good-time'
const edits: Edit[] = [true, false, true].map((value) => ({ conversation: 0, path, value }))
beforeEach(async () => {
  world = await sessionsWorld(stack)
  sessionId = (await world.booked()).id
  await stack.db.updateTable('people').set({ is_assessor: true }).where('id', '=', world.coach.id).execute()
  for (const { value } of edits) await save(value)
})
const save = (value: boolean | null) =>
  stack
    .as(world.coach)
    .post(`/assessment/${sessionId}/${world.client.id}`, { tags: [0, ...path.split('/')], value })
const faults = (done: Edit[], isOver = true) =>
  readStored(stack.db, sessionId, [{ person: world.coach, edits: done, words: [] }], { isOver })
const standsAs = (set: { number: number; value: boolean }) =>
  stack.db.updateTable('assessment_answers').set(set).where('session_id', '=', sessionId).execute()

test('edits that were stored as they were made have no fault', async () => {
  expect(await faults(edits)).toEqual([])
})

test('a stored answer without the number and value of the last change is a fault', async () => {
  for (const stale of [
    { number: 2, value: false },
    { number: 1, value: true },
    { number: 3, value: false },
  ]) {
    await standsAs(stale)
    expect(await faults(edits)).toHaveLength(1)
  }
})

test('an extra stored edit at the end is a fault once everything is over, and not before', async () => {
  expect(await faults(edits.slice(0, 2), false)).toEqual([])
  expect(await faults(edits.slice(0, 2))).toHaveLength(1)
})
