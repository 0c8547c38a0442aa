import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AuditEntry } from '@parley/contract/operations.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeEach(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
})
afterEach(() => stack[Symbol.asyncDispose]())

/** Oldest first. */
async function entriesOf(subjectId: string, by: TestPerson = world.admin): Promise<AuditEntry[]> {
  const filters = encodeURIComponent(JSON.stringify({ subject: [subjectId] }))
  const { body } = await stack.as(by).get(`/audit?filters=${filters}`)
  return body.response.entries.toReversed()
}

const told = (entries: AuditEntry[]) =>
  entries.map(({ action, by, detail }) => [action, by?.id ?? null, detail])
const turn = (from: unknown, to: unknown) => ({ from, to })

test('the audit has every change of a session with person, address, old and new value [OPS-05]', async () => {
  const { coach, orgAdmin, admin, otherCoach, otherClient, book, update, cancel } = world
  const { id } = (await book(coach)).body.response
  await update(coach, id, { start_time: at('15:30'), end_time: at('16:30'), title: 'Boundaries' })
  await update(orgAdmin, id, { coach_id: otherCoach.id, user_id: otherClient.id })
  await update(admin, id, { billable: false })
  await cancel(orgAdmin, id)
  await stack.as(orgAdmin).post(`/sessions/undo/${id}`)
  const entries = await entriesOf(id)
  expect(told(entries)).toEqual([
    ['sessions.create', coach.id, {}],
    [
      'sessions.update',
      coach.id,
      {
        title: turn('Values in practice', 'Boundaries'),
        start_time: turn(at('15:00'), at('15:30')),
        end_time: turn(at('16:00'), at('16:30')),
      },
    ],
    [
      'sessions.reassign',
      orgAdmin.id,
      { coach_id: turn('Robin Ames', 'Robin Ames'), user_id: turn('Robin Ames', 'Robin Ames') },
    ],
    ['sessions.update', admin.id, { billable: turn(true, false) }],
    ['sessions.cancel', orgAdmin.id, { status: turn('Scheduled', 'Cancelled') }],
    ['sessions.undo', orgAdmin.id, { status: turn('Cancelled', 'Scheduled') }],
  ])
  expect(entries[0]).toMatchObject({
    address: '127.0.0.1',
    subject: { kind: 'session', id, name: 'Boundaries' },
  })
})

test('the audit has no-shows, completions, and corrections with their reason [OPS-05]', async () => {
  const { coach, orgAdmin, booked, cancel, complete } = world
  const first = await booked()
  const second = await booked({ start_time: at('17:00'), end_time: at('18:00') })
  stack.clock.set(at('15:10'))
  await cancel(coach, first.id, { noShow: true })
  stack.clock.set(at('17:10'))
  await complete(coach, second.id)
  await stack
    .as(orgAdmin)
    .post(`/sessions/correct/${second.id}`, { status: 'Cancelled', reason: 'Nobody came' })
  expect(told(await entriesOf(first.id)).slice(1)).toEqual([
    ['sessions.no-show', coach.id, { status: turn('Scheduled', 'NoShow') }],
  ])
  expect(told(await entriesOf(second.id)).slice(1)).toEqual([
    ['sessions.complete', coach.id, { status: turn('Scheduled', 'Completed') }],
    ['sessions.correct', orgAdmin.id, { status: turn('Completed', 'Cancelled'), reason: 'Nobody came' }],
  ])
})

test("a cancellation that follows from a deleted client is audited as the system's act [OPS-05]", async () => {
  const { orgAdmin, client, booked } = world
  const { id } = await booked({ start_time: at('15:00', '2026-11-20'), end_time: at('16:00', '2026-11-20') })
  await stack.as(orgAdmin).delete(`/profiles/${client.id}`)
  stack.clock.advance(11 * 60_000)
  await stack.runJobs()
  expect((await entriesOf(id)).at(-1)).toMatchObject({ action: 'sessions.cancel', by: null, address: null })
})

test('a refused change leaves no entry, and entries hold ids but no names or titles [OPS-05 PEOPLE-65]', async () => {
  const { coach, orgAdmin, otherCoach, otherClient, booked, book, update } = world
  const { id } = await booked()
  expect(await book(coach)).toMatchObject({ status: 409 })
  await update(orgAdmin, id, { coach_id: otherCoach.id, user_id: otherClient.id, title: 'For Wilhelmina' })
  const rows = await stack.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_kind', '=', 'session')
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['sessions.create', 'sessions.reassign'])
  expect(JSON.stringify(rows)).not.toMatch(/Wilhelmina|Robin|Ames/)
})

test('an OrgAdmin sees entries of their own organization only, and none of the billable flag [OPS-06]', async () => {
  const { admin, orgAdmin, there, booked, update } = world
  const { id } = await booked()
  await update(admin, id, { billable: false })
  expect(told(await entriesOf(id, orgAdmin)).at(-1)).toEqual(['sessions.update', admin.id, {}])
  expect(await entriesOf(id, there.orgAdmin)).toEqual([])
})

test('a change of a person or organization is audited with old and new values, except for names and addresses [OPS-05]', async () => {
  const { orgAdmin, admin, coach, client, otherCoach, organization, there } = world
  const put = (by: TestPerson, person: TestPerson, attributes: object) =>
    stack.as(by).put(`/profiles/${person.id}`, { attributes })
  const working_hours = { mon: [['09:00', '17:00']] }
  await put(orgAdmin, coach, {
    first_name: 'Robin',
    last_name: 'Lund',
    time_zone: 'Europe/Oslo',
    working_hours,
    privs: 1,
  })
  await put(orgAdmin, client, { coach_id: otherCoach.id })
  await put(admin, client, { organization_id: there.organization.id })
  await stack.as(orgAdmin).post(`/organizations/update/${organization.id}`, {
    contact: '+1 212 555 0100',
    retention_days: 90,
    time_zone: 'America/New_York',
  })
  expect((await entriesOf(coach.id)).at(-1)?.detail).toEqual({
    fields: ['last_name', 'time_zone', 'working_hours'],
    time_zone: turn(null, 'Europe/Oslo'),
    working_hours: turn(null, working_hours),
  })
  const [given, moved] = await entriesOf(client.id, orgAdmin)
  expect(given?.detail).toEqual({ fields: ['coach_id'], coach_id: turn('Robin Lund', 'Robin Ames') })
  // The organization that somebody left may not read where they went, and has no page for them any more.
  expect(moved?.subject).toMatchObject({ id: client.id, privs: null })
  expect((await entriesOf(client.id))[1]?.subject).toMatchObject({ id: client.id, privs: 0 })
  expect(moved?.detail.organization_id).toEqual(turn(organization.display_name, ''))
  expect((await entriesOf(client.id))[1]?.detail.organization_id).toEqual(
    turn(organization.display_name, there.organization.display_name),
  )
  expect((await entriesOf(organization.id)).at(-1)?.detail).toEqual({
    fields: ['contact', 'retention_days'],
    retention_days: turn(30, 90),
  })
})
