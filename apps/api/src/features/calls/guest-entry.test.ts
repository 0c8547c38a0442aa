import { afterEach, beforeEach, expect, test } from 'vitest'
import { guestWorld, secretFor } from '../../../../../tests/support/worlds/guest-world.ts'
import { readIcs } from '../../../../../tests/support/mail/ics.ts'
import { at } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { uidOf } from '#features/sessions/calendar/ics.ts'
import { revokeGuestLinks } from '#features/sessions/guests/guest-links.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof guestWorld>>
beforeEach(async () => {
  stack = await startStack({ PARLEY_BAD_TOKENS_MAX: '5' })
  world = await guestWorld(stack)
})
afterEach(() => stack[Symbol.asyncDispose]())

const dead = { status: 404, body: { code: 'guest_link_dead' } }

test('before being let in, the holder of a link reads the times, first names and organization of their session and nothing more [GUEST-21]', async () => {
  const { entry } = world
  const answer = await entry()
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body.response).toEqual({
    state: 'open',
    status: 'Scheduled',
    start_time: at('15:00'),
    end_time: at('16:00'),
    first_name: 'Tomás',
    time_zone: 'America/Mexico_City',
    coach_first_name: 'Dana',
    organization: { name: 'Northlight Coaching', contact: '+1 212 555 0142' },
    now: at('14:00'),
  })
  // Neither the title nor a last name, a username, an address or an id.
  const text = JSON.stringify(answer.body)
  for (const word of ['Anger', 'Whitfield', 'Rivera', world.coach.username, world.client.email, '@'])
    expect(text).not.toContain(word)
  for (const id of [world.session.id, world.client.id, world.coach.id, world.organization.id])
    expect(text).not.toContain(id)
})

test("a link is early, open, over or cancelled by the clock and the session's status [GUEST-05 GUEST-06 GUEST-07]", async () => {
  const { entry, move, session } = world
  const state = async () => (await entry()).body.response.state
  await move(at('15:00', '2026-11-18'), at('16:00', '2026-11-18'))
  expect(await state()).toBe('early')
  stack.clock.set(at('15:00', '2026-11-17'))
  expect(await state()).toBe('open')
  stack.clock.set(at('16:15', '2026-11-18'))
  expect(await state()).toBe('open')
  stack.clock.advance(1)
  expect(await state()).toBe('over')
  // After the session is moved to a later day, the same link works again, for the new times.
  await move(at('15:00', '2026-11-19'), at('16:00', '2026-11-19'))
  expect((await entry()).body.response).toMatchObject({
    state: 'open',
    start_time: at('15:00', '2026-11-19'),
  })
  await stack.db.updateTable('sessions').set({ status: 'Cancelled' }).where('id', '=', session.id).execute()
  expect(await state()).toBe('cancelled')
})

test('opening a link changes nothing, because mail scanners open links', async () => {
  const { entry, secret, get, admin, session } = world
  const seen = async () => [
    (await get(admin, session.id)).body,
    (await stack.as(admin).get(`/sessions/${session.id}/history`)).body,
    (await stack.as(admin).get('/audit')).body,
    await stack.db.selectFrom('guest_links').selectAll().execute(),
  ]
  const before = await seen()
  for (let opened = 0; opened < 3; opened += 1) expect(await entry()).toMatchObject({ status: 200 })
  expect(await stack.guest(secret).get('/guest/calendar-file')).toMatchObject({ status: 200 })
  expect(await seen()).toEqual(before)
})

test('a wrong, altered or revoked secret is 404; no secret, or one in the address, is 401 [GUEST-04 GUEST-10]', async () => {
  const { entry, secret, session, client } = world
  expect(await entry('x')).toMatchObject(dead)
  expect(await entry(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).toMatchObject(dead)
  await revokeGuestLinks(stack.db, session.id, [client.id])
  expect(await entry()).toMatchObject(dead)
  expect(await stack.visitor.get('/guest/session')).toMatchObject({ status: 401 })
  // A secret in an address is not secret any more, so it is not accepted there.
  expect(await stack.visitor.get(`/guest/session?secret=${secret}`)).toMatchObject({ status: 401 })
})

test("a client's link to one session doesn't open their other session [GUEST-10]", async () => {
  const { booked, client, entry, session } = world
  const other = await booked({ start_time: at('19:00'), end_time: at('20:00') })
  const otherSecret = await secretFor(stack, other.id, client.id)
  expect((await entry(otherSecret)).body.response.start_time).toBe(at('19:00'))
  expect((await entry()).body.response.start_time).toBe(session.start_time)
})

test('a client who was deleted or replaced in the session is shut out at once [GUEST-18 PEOPLE-39]', async () => {
  const { entry, admin, client, otherClient, session, update } = world
  expect(await stack.as(admin).delete(`/profiles/${client.id}`)).toMatchObject({ status: 200 })
  expect(await entry()).toMatchObject(dead)
  expect(await stack.as(admin).post(`/profiles/restore/${client.id}`)).toMatchObject({ status: 200 })
  expect(await entry()).toMatchObject({ status: 200 })
  expect(await update(admin, session.id, { user_id: otherClient.id })).toMatchObject({ status: 200 })
  expect(await entry()).toMatchObject(dead)
})

test('a link gives no calendar file once the session is over or cancelled, but can still be opened [GUEST-06]', async () => {
  const { admin, session, secret, cancel, entry } = world
  const file = () => stack.guest(secret).get('/guest/calendar-file')
  expect(await file()).toMatchObject({ status: 200 })
  stack.clock.set(at('16:16'))
  expect(await file()).toMatchObject({ status: 409, body: { code: 'guest_link_closed' } })
  expect(await entry()).toMatchObject({ status: 200 })
  stack.clock.set(at('14:30'))
  expect(await cancel(admin, session.id)).toMatchObject({ status: 200 })
  expect(await file()).toMatchObject({ status: 409, body: { code: 'guest_link_closed' } })
})

test('after five wrong secrets an address gets 429 for the next, while a right secret from there still works [GUEST-22]', async () => {
  const { entry } = world
  for (let tries = 0; tries < 5; tries += 1) expect(await entry(`wrong-${tries}`)).toMatchObject(dead)
  expect(await entry('wrong')).toMatchObject({ status: 429, body: { code: 'too_many' } })
  expect(await entry()).toMatchObject({ status: 200 })
})

test("a guest's calendar file has the invitation's id, the browser's zone, and neither title nor link [GUEST-05 MAIL-05]", async () => {
  const { secret, session } = world
  const answer = await stack.guest(secret).get('/guest/calendar-file?time_zone=America%2FMexico_City')
  expect(answer).toMatchObject({ status: 200 })
  const { filename, ics } = answer.body.response
  expect(filename).toBe('coaching-call-2026-11-16.ics')
  expect(ics).not.toMatch(/join|Anger|Whitfield|Rivera/)
  const { method, events } = readIcs(ics)
  expect(method).toBe('PUBLISH')
  expect(events[0]).toMatchObject({
    uid: uidOf(session.id),
    sequence: 0,
    summary: 'Coaching Call with Dana',
    start: at('15:00'),
    end: at('16:00'),
    tzid: 'America/Mexico_City',
  })
  expect(await stack.guest(secret).get('/guest/calendar-file?time_zone=Nowhere')).toMatchObject({
    status: 400,
  })
})

test('no log line carries the secret [WIRE-46]', async () => {
  const { entry, secret } = world
  await entry()
  await entry(`${secret}A`)
  stack.platform.log.warn({ err: new Error(`Guest ${secret} at /join/${secret}`) }, 'a test')
  expect(stack.log()).toContain('a test')
  expect(stack.log()).not.toContain(secret)
})
