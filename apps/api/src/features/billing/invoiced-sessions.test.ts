import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billingWorld } from '../../../../../tests/support/worlds/billing-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof billingWorld>>
beforeAll(async () => {
  stack = await startStack()
})
beforeEach(async () => {
  world = await billingWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())

test('title and billable can be changed until the session is invoiced; after that it is 409 [SESSION-23]', async () => {
  const { admin, session, invoiced, setStatus } = world
  const one = await session('2026-10-20T14:00:00Z')
  const update = (body: object) => stack.as(admin).post(`/sessions/update/${one.id}`, body)
  expect((await update({ title: 'Before', billable: true })).status).toBe(200)
  const { id } = await invoiced()
  expect([(await update({ title: 'After' })).status, (await update({ billable: false })).status]).toEqual([
    409, 409,
  ])
  // A field that equals the stored value is not judged.
  expect((await update({ title: 'Before' })).status).toBe(200)
  await setStatus(admin, id, 3)
  expect((await update({ billable: false, title: 'While void' })).status).toBe(200)
})

test("an invoiced session can't be corrected, and a correction made before can't be undone [STATUS-26]", async () => {
  const { orgAdmin, session, invoiced, correct } = world
  const one = await session('2026-10-20T14:00:00Z')
  const other = await session('2026-10-21T14:00:00Z')
  expect((await correct(orgAdmin, one.id, 'NoShow')).status).toBe(200)
  await invoiced()
  expect((await correct(orgAdmin, one.id, 'Completed')).body.code).toBe('not_correctable')
  expect((await correct(orgAdmin, other.id, 'Cancelled')).body.code).toBe('not_correctable')
  expect((await stack.as(orgAdmin).post(`/sessions/undo/${one.id}`)).body.code).toBe('not_undoable')
})

test('the database itself refuses to change status or billable of an invoiced session', async () => {
  const one = await world.session('2026-10-20T14:00:00Z')
  await world.invoiced()
  const set = (change: { status: 'NoShow' } | { billable: boolean }) =>
    stack.db.updateTable('sessions').set(change).where('id', '=', one.id).execute()
  await expect(set({ status: 'NoShow' })).rejects.toThrow('is on an invoice')
  await expect(set({ billable: false })).rejects.toThrow('is on an invoice')
})

test("an invoice's abilities agree with what the server allows, for each level and status [WIRE-33]", async () => {
  const { orgAdmin, admin, superUser, session, invoiced, get, setStatus, reissue } = world
  await session('2026-10-20T14:00:00Z')
  let { id } = await invoiced()
  for (const status of [0, 1, 2, 3])
    for (const by of [orgAdmin, admin, superUser]) {
      await setStatus(superUser, id, status)
      const { abilities } = (await get(by, id)).body.response
      const pays = (await stack.as(by).get(`/invoice/pay/${id}`)).status === 200
      const changes = (await setStatus(by, id, (status + 1) % 4)).status === 200
      await setStatus(superUser, id, status)
      const again = await reissue(by, id)
      expect([status, abilities]).toEqual([
        status,
        { pay: pays, changeStatus: changes, reissue: again.status === 200 },
      ])
      const isReissued = again.status === 200
      const after = (await get(by, id)).body.response.abilities
      expect(after).toEqual(isReissued ? { pay: false, changeStatus: false, reissue: false } : abilities)
      if (isReissued) id = again.body.response.id
    }
})
