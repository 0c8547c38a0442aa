import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { undoGraceMs, undoMs } from '@parley/contract/rules/sessions/sessions.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { lockPeople } from '#platform/database/locks.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(async () => {
  await stack.anew()
  world = await sessionsWorld(stack)
})

const undo = (by: TestPerson, id: string) => stack.as(by).post(`/sessions/undo/${id}`)
const to = (status: string) => ({ status: 200, body: { response: { status } } })
const refused = (code: string) => ({ status: 409, body: { code } })
const mailsOf = async (kind: string) =>
  (await stack.db.selectFrom('mails').select('id').where('kind', '=', kind).execute()).length

test('the person who cancelled can undo it within 30 seconds; the history has both, and no mail goes out [STATUS-27]', async () => {
  const { coach, booked, cancel, get } = world
  const { id } = await booked()
  expect(await cancel(coach, id)).toMatchObject(to('Cancelled'))
  stack.clock.advance(undoMs)
  await stack.runJobs()
  expect(await undo(coach, id)).toMatchObject(to('Scheduled'))
  stack.clock.advance(undoGraceMs + undoMs)
  await stack.runJobs()
  expect(await mailsOf('session-cancelled')).toBe(0)
  const history = (await stack.as(coach).get(`/sessions/${id}/history`)).body.response
  const acts = history.filter(({ action }: { action: string }) => action !== 'invited')
  expect(acts.map((entry: { action: string }) => entry.action)).toEqual(['undone', 'cancelled', 'created'])
  expect(acts[0].changes).toEqual({ status: { from: 'Cancelled', to: 'Scheduled' } })
  // The session is Scheduled again, so its people are busy.
  expect(await world.book(coach, {})).toMatchObject(refused('clash'))
  expect((await get(coach, id)).body.response.abilities.cancel).toBe(true)
})

test('Completed and NoShow can be undone, and undoing a correction restores the status before it [STATUS-27]', async () => {
  const { coach, orgAdmin, booked, cancel, complete } = world
  const { id } = await booked()
  stack.clock.set(at('15:10'))
  await complete(coach, id)
  expect(await undo(coach, id)).toMatchObject(to('Scheduled'))
  await cancel(coach, id, { noShow: true })
  expect(await undo(coach, id)).toMatchObject(to('Scheduled'))
  await complete(coach, id)
  await stack.as(orgAdmin).post(`/sessions/correct/${id}`, { status: 'Cancelled', reason: 'x' })
  expect(await undo(orgAdmin, id)).toMatchObject(to('Completed'))
  stack.clock.advance(undoMs + undoGraceMs)
  await stack.runJobs()
  expect(await mailsOf('session-cancelled')).toBe(0)
})

test('undoing the correction of a cancelled session mails the cancellation to each person once [STATUS-27]', async () => {
  const { coach, orgAdmin, booked, cancel } = world
  const correct = (id: string) =>
    stack.as(orgAdmin).post(`/sessions/correct/${id}`, { status: 'Completed', reason: 'It took place' })
  const { id } = await booked()
  await cancel(coach, id)
  stack.clock.advance(undoMs)
  expect(await correct(id)).toMatchObject(to('Completed'))
  // The cancellation mails become due and find that the cancellation no longer holds.
  stack.clock.advance(undoGraceMs)
  await stack.runJobs()
  expect(await mailsOf('session-cancelled')).toBe(0)
  expect(await undo(orgAdmin, id)).toMatchObject(to('Cancelled'))
  await stack.runJobs()
  expect(await mailsOf('session-cancelled')).toBe(2)

  await correct(id)
  expect(await undo(orgAdmin, id)).toMatchObject(to('Cancelled'))
  await stack.runJobs()
  expect(await mailsOf('session-cancelled')).toBe(2)
})

test('a cancellation can be undone for 30 seconds, and its mails go out after that [STATUS-27]', async () => {
  const { coach, booked, cancel } = world
  expect(undoMs).toBe(30_000)
  const { id } = await booked()
  await cancel(coach, id)
  stack.clock.advance(30_000)
  await stack.runJobs()
  expect(await mailsOf('session-cancelled')).toBe(0)
  expect(await undo(coach, id)).toMatchObject(to('Scheduled'))
  await cancel(coach, id)
  stack.clock.advance(30_000)
  await stack.runJobs()
  expect(await mailsOf('session-cancelled')).toBe(0)
  // A click at the last moment may take some seconds to arrive.
  stack.clock.advance(5001)
  expect(await undo(coach, id)).toMatchObject(refused('not_undoable'))
  await stack.runJobs()
  expect(await mailsOf('session-cancelled')).toBe(2)
})

test("a cancellation can't be undone by somebody else, too late, or twice [STATUS-27]", async () => {
  const { coach, otherCoach, orgAdmin, booked, cancel } = world
  const { id } = await booked()
  expect(await undo(coach, id)).toMatchObject(refused('not_undoable'))
  await cancel(coach, id)
  expect(await undo(orgAdmin, id)).toMatchObject(refused('not_undoable'))
  expect(await undo(otherCoach, id)).toMatchObject({ status: 404 })
  expect(await undo(coach, id)).toMatchObject(to('Scheduled'))
  expect(await undo(coach, id)).toMatchObject(refused('not_undoable'))
  await cancel(coach, id)
  stack.clock.advance(undoMs + undoGraceMs + 1)
  expect(await undo(coach, id)).toMatchObject(refused('not_undoable'))
})

test('a cancellation can be undone only while its people are free and not deleted [STATUS-28]', async () => {
  const { coach, admin, client, booked, book, cancel } = world
  const one = await booked()
  await cancel(coach, one.id)
  expect(await book(coach, { title: 'Somebody was quicker' })).toMatchObject({ status: 200 })
  expect(await undo(coach, one.id)).toMatchObject(refused('clash'))
  const two = await booked({ start_time: at('18:00'), end_time: at('19:00') })
  await cancel(coach, two.id)
  expect(await stack.as(admin).delete(`/profiles/${client.id}`)).toMatchObject({ status: 200 })
  expect(await undo(coach, two.id)).toMatchObject(refused('not_undoable'))
})

test('when undoing a cancellation races with a booking, one of them gets the time [S1]', async () => {
  const { coach, orgAdmin, booked, book, cancel } = world
  let { id } = await booked()
  for (let round = 0; round < 5; round += 1) {
    await cancel(coach, id)
    const [undone, made] = await Promise.all([undo(coach, id), book(orgAdmin)])
    expect([undone.status, made.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    id = made.status === 200 ? made.body.response.id : id
  }
})

test('an undo that waited while the client was deleted is refused [STATUS-28]', async () => {
  const { coach, client, booked, cancel } = world
  const { id } = await booked()
  await cancel(coach, id)
  const held = Promise.withResolvers<undefined>()
  const release = Promise.withResolvers<undefined>()
  const deletion = inTransaction(stack.db, async (tx) => {
    await lockPeople(tx, { change: [client.id] })
    held.resolve(undefined)
    await release.promise
    await tx
      .updateTable('people')
      .set({ deleted_at: new Date(stack.clock.now()) })
      .where('id', '=', client.id)
      .execute()
  })
  await held.promise
  const undoing = undo(coach, id)
  release.resolve(undefined)
  await deletion
  expect(await undoing).toMatchObject(refused('not_undoable'))
})

test('cancelling again after an undo waits its own 30 seconds and mails once', async () => {
  const { coach, booked, cancel } = world
  const { id } = await booked()
  await cancel(coach, id)
  await undo(coach, id)
  stack.clock.advance(20_000)
  await cancel(coach, id)
  stack.clock.advance(undoMs)
  await stack.runJobs()
  expect(await mailsOf('session-cancelled')).toBe(0)
  stack.clock.advance(undoGraceMs)
  await stack.runJobs()
  expect(await mailsOf('session-cancelled')).toBe(2)
})
