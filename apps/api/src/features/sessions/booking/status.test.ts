import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { undoGraceMs, undoMs } from '@parley/contract/rules/sessions/sessions.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

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
const to = (status: string) => ({ status: 200, body: { response: { status } } })
const refused = (code: string) => ({ status: 409, body: { code } })

test('cancel makes a session Cancelled, cancel with noShow NoShow, and complete Completed [STATUS-08 STATUS-09 STATUS-10 API-23 API-24]', async () => {
  const { coach, booked, cancel, complete } = world
  const one = await booked()
  expect(await cancel(coach, one.id)).toMatchObject(to('Cancelled'))
  const two = await booked()
  stack.clock.set(at('15:00'))
  expect(await cancel(coach, two.id, { noShow: true })).toMatchObject(to('NoShow'))
  const three = await booked({ start_time: at('15:15'), end_time: at('16:15') })
  stack.clock.set(at('15:15'))
  expect(await complete(coach, three.id)).toMatchObject(to('Completed'))
})

test("cancel and complete can't change a final status [STATUS-07 WIRE-12]", async () => {
  const { coach, booked, cancel, complete } = world
  const cancelled = await booked()
  await cancel(coach, cancelled.id)
  stack.clock.set(at('14:45'))
  expect(await complete(coach, cancelled.id)).toMatchObject(refused('not_completable'))
  expect(await cancel(coach, cancelled.id, { noShow: true })).toMatchObject(refused('no_show_refused'))
  const done = await booked()
  stack.clock.set(at('15:10'))
  await complete(coach, done.id)
  expect(await cancel(coach, done.id)).toMatchObject(refused('not_cancellable'))
  expect(await cancel(coach, done.id, { noShow: true })).toMatchObject(refused('no_show_refused'))
})

test('repeating a cancel, no-show or complete is 200 and changes nothing [STATUS-17]', async () => {
  const { coach, booked, cancel, complete } = world
  const one = await booked()
  const first = await cancel(coach, one.id)
  const again = await cancel(coach, one.id)
  expect(again).toMatchObject(to('Cancelled'))
  expect(again.body.response.version).toBe(first.body.response.version)
  const two = await booked()
  stack.clock.set(at('15:00'))
  const done = await complete(coach, two.id)
  expect((await complete(coach, two.id)).body.response.version).toBe(done.body.response.version)
  const three = await booked({ start_time: at('15:15'), end_time: at('16:15') })
  stack.clock.set(at('15:15'))
  await cancel(coach, three.id, { noShow: true })
  expect(await cancel(coach, three.id, { noShow: true })).toMatchObject(to('NoShow'))
})

test('a no-show is refused in an Org session and before the start [STATUS-13 STATUS-14]', async () => {
  const { coach, booked, cancel, orgSession } = world
  const org = await booked(orgSession)
  stack.clock.set(at('15:30'))
  expect(await cancel(coach, org.id, { noShow: true })).toMatchObject(refused('no_show_refused'))
  const one = await booked({ start_time: at('17:00'), end_time: at('18:00') })
  stack.clock.set(at('16:59'))
  expect(await cancel(coach, one.id, { noShow: true })).toMatchObject(refused('no_show_refused'))
  stack.clock.set(at('17:00'))
  expect(await cancel(coach, one.id, { noShow: true })).toMatchObject(to('NoShow'))
})

test('complete is refused before the start, offered until the session is past, and then only to settle it [STATUS-16]', async () => {
  const { coach, booked, complete, get } = world
  const one = await booked()
  stack.clock.set(at('14:59'))
  expect(await complete(coach, one.id)).toMatchObject(refused('not_completable'))
  const offered = async () => (await get(coach, one.id)).body.response.abilities
  expect(await offered()).toMatchObject({ complete: false, settle: false })
  stack.clock.set(at('15:00'))
  expect(await offered()).toMatchObject({ complete: true, settle: false })
  stack.clock.set(at('16:15'))
  expect(await offered()).toMatchObject({ complete: true, settle: false })
  stack.clock.advance(60_000 + 16 * 60_000)
  expect(await offered()).toMatchObject({ complete: false, cancel: false, settle: true })
  expect(await complete(coach, one.id)).toMatchObject(to('Completed'))
})

test("a past session can be cancelled only to settle it, so a completed one can't [STATUS-11]", async () => {
  const { coach, booked, cancel, complete, get } = world
  const open = await booked()
  const done = await booked({ start_time: at('16:00'), end_time: at('17:00') })
  stack.clock.set(at('16:30'))
  await complete(coach, done.id)
  stack.clock.set(at('20:00'))
  expect((await get(coach, open.id)).body.response.abilities).toMatchObject({ cancel: false, settle: true })
  expect(await cancel(coach, open.id)).toMatchObject(to('Cancelled'))
  expect(await cancel(coach, done.id)).toMatchObject(refused('not_cancellable'))
})

test('days after its end an unsettled session can be completed, cancelled or made a no-show [STATUS-22]', async () => {
  const { coach, orgAdmin, booked, cancel, complete, get } = world
  const [one, two, three] = [
    await booked(),
    await booked({ start_time: at('16:00'), end_time: at('17:00') }),
    await booked({ start_time: at('17:00'), end_time: at('18:00') }),
  ]
  stack.clock.set('2026-11-19T15:00:00.000Z')
  const login = await stack.make.person({ level: 'Admin' })
  for (const session of [one, two, three])
    expect((await get(login, session.id)).body.response.abilities.settle).toBe(true)
  await stack.db
    .updateTable('sign_in_tokens')
    .set({ last_used_at: new Date(stack.clock.now()), issued_at: new Date(stack.clock.now()) })
    .execute()
  expect(await complete(coach, one.id)).toMatchObject(to('Completed'))
  expect(await cancel(orgAdmin, two.id)).toMatchObject(to('Cancelled'))
  expect(await cancel(coach, three.id, { noShow: true })).toMatchObject(to('NoShow'))
})

describe('who may change a session', () => {
  test('the coach, OrgAdmin and Admin can edit it; for people out of scope edit, cancel and complete are 404 [SESSION-08]', async () => {
    const { coach, otherCoach, orgAdmin, admin, there, booked, update, cancel, complete } = world
    const session = await booked()
    for (const by of [coach, orgAdmin, admin])
      expect(await update(by, session.id, { title: `By ${by.id}` })).toMatchObject({ status: 200 })
    for (const by of [otherCoach, there.orgAdmin])
      for (const answer of [
        await update(by, session.id, { title: 'X' }),
        await cancel(by, session.id),
        await complete(by, session.id),
      ])
        expect(answer).toMatchObject({ status: 404 })
  })

  test("an Org participant sees it and can't change it [SESSION-09]", async () => {
    const { otherCoach, booked, update, cancel, complete, get, orgSession } = world
    const session = await booked(orgSession)
    expect(await get(otherCoach, session.id)).toMatchObject({
      status: 200,
      body: { response: { abilities: { edit: false, cancel: false, complete: false } } },
    })
    for (const answer of [
      await update(otherCoach, session.id, { title: 'X' }),
      await cancel(otherCoach, session.id),
      await complete(otherCoach, session.id),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'not_manager' } })
  })

  test('abilities agree with what the server then allows, and the version rises with a change [WIRE-31 WIRE-34]', async () => {
    const { coach, orgAdmin, admin, otherCoach, booked, update, cancel, complete, get, orgSession } = world
    const cases = [
      ['14:30', {}],
      ['15:30', {}],
      ['16:20', {}],
      ['18:00', {}],
      ['15:30', orgSession],
    ] as const
    for (const [clock, body] of cases)
      for (const viewer of [coach, orgAdmin, admin, otherCoach]) {
        stack.clock.set(at('14:00'))
        const session = await booked(body)
        stack.clock.set(at(clock))
        const seen = await get(viewer, session.id)
        const isSeen = viewer !== otherCoach || body === orgSession
        expect(seen.status).toBe(isSeen ? 200 : 404)
        // A viewer who does not see the session may do nothing to it.
        const may = isSeen ? seen.body.response.abilities : {}
        const isDone = async (answer: Promise<{ status: number }>) => (await answer).status === 200

        const moved = await update(viewer, session.id, { start_time: at('22:00'), end_time: at('23:00') })
        expect(moved.body.response.version).toBe(may.editTimes ? session.version + 1 : undefined)
        if (may.editTimes)
          await update(viewer, session.id, { start_time: at('15:00'), end_time: at('16:00') })
        expect(await isDone(update(viewer, session.id, { title: 'Anew' }))).toBe(may.edit ?? false)
        expect(await isDone(update(viewer, session.id, { billable: false }))).toBe(may.editBillable ?? false)
        // The first allowed act settles the session, so every later one meets a final status.
        let isFinal = false
        for (const [act, isAllowed] of [
          [() => cancel(viewer, session.id, { noShow: true }), may.noShow],
          [() => complete(viewer, session.id), may.complete || may.settle],
          [() => cancel(viewer, session.id), may.cancel || may.settle],
        ] as const) {
          expect(await isDone(act())).toBe(!isFinal && (isAllowed ?? false))
          isFinal ||= isAllowed ?? false
        }
        await stack.db.deleteFrom('session_busy').execute()
      }
  })
})

describe('correcting', () => {
  test("an OrgAdmin can correct one final status to another, but not to Scheduled; a coach can't [STATUS-24 API-25]", async () => {
    const { coach, orgAdmin, there, booked, cancel } = world
    const session = await booked()
    await cancel(coach, session.id)
    const correct = (by: typeof coach, body: object) =>
      stack.as(by).post(`/sessions/correct/${session.id}`, body)
    const body = { status: 'Completed', reason: 'It took place by telephone' }
    expect(await correct(coach, body)).toMatchObject({ status: 403 })
    expect(await correct(there.orgAdmin, body)).toMatchObject({ status: 404 })
    expect(await correct(orgAdmin, body)).toMatchObject(to('Completed'))
    expect(await correct(orgAdmin, { ...body, status: 'Scheduled' })).toMatchObject({ status: 400 })
    expect(await correct(orgAdmin, body)).toMatchObject(refused('not_correctable'))
  })

  test("a Scheduled session can't be corrected", async () => {
    const { orgAdmin, booked } = world
    const session = await booked()
    expect(
      await stack.as(orgAdmin).post(`/sessions/correct/${session.id}`, { status: 'Completed', reason: 'x' }),
    ).toMatchObject(refused('not_correctable'))
  })

  test('a correction needs a reason, which the history shows [STATUS-25]', async () => {
    const { coach, orgAdmin, booked, cancel } = world
    const session = await booked()
    await cancel(coach, session.id)
    const correct = (reason: string) =>
      stack.as(orgAdmin).post(`/sessions/correct/${session.id}`, { status: 'NoShow', reason })
    expect(await correct(' ')).toMatchObject({ status: 400 })
    expect(await correct('Nobody came')).toMatchObject(to('NoShow'))
    const history = (await stack.as(coach).get(`/sessions/${session.id}/history`)).body.response
    expect(history[0]).toMatchObject({
      action: 'corrected',
      by: { id: orgAdmin.id },
      changes: { status: { from: 'Cancelled', to: 'NoShow' }, reason: 'Nobody came' },
    })
  })

  test("an Org session can't be corrected to NoShow [STATUS-13]", async () => {
    const { coach, orgAdmin, booked, cancel, orgSession } = world
    const session = await booked(orgSession)
    await cancel(coach, session.id)
    const correct = (status: string) =>
      stack.as(orgAdmin).post(`/sessions/correct/${session.id}`, { status, reason: 'x' })
    expect(await correct('NoShow')).toMatchObject(refused('not_correctable'))
    expect(await correct('Completed')).toMatchObject(to('Completed'))
  })

  test('a correction to Cancelled mails the cancellation to coach and client', async () => {
    const { coach, orgAdmin, client, booked, complete } = world
    const session = await booked()
    stack.clock.set(at('15:10'))
    await complete(coach, session.id)
    await stack.runJobs()
    await stack
      .as(orgAdmin)
      .post(`/sessions/correct/${session.id}`, { status: 'Cancelled', reason: 'The line was down' })
    stack.clock.advance(undoMs + undoGraceMs)
    await stack.runJobs()
    const told = await stack.db
      .selectFrom('mails')
      .select('person_id')
      .where('session_id', '=', session.id)
      .where('kind', '=', 'session-cancelled')
      .execute()
    expect(told.map((mail) => String(mail.person_id)).toSorted()).toEqual([coach.id, client.id].toSorted())
  })
})
