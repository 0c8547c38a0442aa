import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readIcs } from '../../../../../../tests/support/mail/ics.ts'
import {
  calendarIn,
  linkIn,
  mailTo,
  sourceOf,
  type TestMail,
} from '../../../../../../tests/support/mail/mail.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { undoGraceMs, undoMs } from '@parley/contract/rules/sessions/sessions.ts'
import { findGuest } from '#features/sessions/guests/guest-links.ts'
import { uidOf } from '#features/sessions/calendar/ics.ts'
import { aboutFor, planMails, tellPeople, type About } from './session-mails.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  // One of these tests lets days pass.
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '168' })
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(async () => {
  await stack.anew()
  world = await sessionsWorld(stack)
  await named(world.coach, 'Dana', 'Whitfield', 'America/New_York')
  await named(world.client, 'Margarethe', 'Vogt', 'Europe/Berlin')
})

const named = (person: TestPerson, first_name: string, last_name: string, time_zone: string | null) =>
  stack.db
    .updateTable('people')
    .set({ first_name, last_name, time_zone })
    .where('id', '=', person.id)
    .execute()

/** The newest mail to a person, once they have exactly `count` mails. */
async function newestTo(person: TestPerson, count = 1): Promise<TestMail> {
  await stack.runJobs()
  const mails = await mailTo(person.email, count)
  const newest = mails.at(-1)
  if (!newest || mails.length > count) throw new Error(`there are ${mails.length} mails, not ${count}`)
  return newest
}
const both = (mail: TestMail) => `${mail.text}\n${mail.html}`
const eventIn = async (mail: TestMail) => {
  const { method, events } = readIcs(await calendarIn(mail))
  return { method, ...(events[0] ?? expect.fail('no entry')) }
}

test("a client's invitation has their personal guest link and the time in their zone [MAIL-01 MAIL-04 S4]", async () => {
  const session = await world.booked({
    title: 'Anger at work',
    start_time: at('14:30'),
    end_time: at('15:30'),
  })
  const mail = await newestTo(world.client)

  expect(mail.subject).toBe('Coaching Call with Dana, Mon, Nov 16, 3:30 PM (CET)')
  expect(mail.from[0]?.name).toBe(`${world.organization.display_name} via Parley`)
  const token = linkIn(mail, 'join')
  expect(await findGuest(stack.db, stack.config, token)).toMatchObject({
    sessionId: session.id,
    personId: world.client.id,
  })
  expect(mail.text).toContain('Hello Margarethe, Dana Whitfield invites you to a coaching call.')
  expect(mail.text).toContain(
    'Monday, Nov 16, 2026\n3:30 PM – 4:30 PM\nyour time, Berlin (CET, UTC+1)\n9:30 AM for Dana in New York (EST, UTC-5)\n',
  )
  expect(mail.text).toContain("the room opens at 3:15 PM. You don't need an account")
  expect(both(mail)).not.toContain('/preview')
  // The title is private to the portal.
  expect(await sourceOf(mail)).not.toContain('Anger')
})

test('the Google and Outlook links in a mail have the call and a first name, and neither the title nor a guest link [MAIL-05]', async () => {
  await world.booked({ title: 'Anger at work', start_time: at('14:30'), end_time: at('15:30') })
  const called: [TestPerson, string][] = [
    [world.client, 'Coaching Call with Dana'],
    [world.coach, 'Coaching Call with Margarethe'],
  ]
  for (const [person, name] of called) {
    const mail = await newestTo(person)
    const addresses = [
      ...both(mail).matchAll(/https:\/\/(?:calendar\.google|outlook\.office)\.com[^\s"<)]+/g),
    ]
    // Two links, each in both parts of the mail.
    expect(addresses).toHaveLength(4)
    for (const [found] of addresses) {
      const { searchParams } = new URL(found.replaceAll('&amp;', '&'))
      expect(searchParams.get('text') ?? searchParams.get('subject')).toBe(name)
      const whole = decodeURIComponent(found)
      expect(whole).not.toMatch(/Anger|\/join\/|Whitfield|Vogt/)
    }
  }
})

test("every kind of mail gives the times in the reader's own zone, with its offset [S4]", async () => {
  const { coach, client, booked, update, cancel } = world
  const twoDays = { start_time: at('14:30', '2026-11-18'), end_time: at('15:30', '2026-11-18') }
  const { id } = await booked(twoDays)
  await stack.runJobs()
  await update(coach, id, { start_time: at('15:30', '2026-11-18'), end_time: at('16:30', '2026-11-18') })
  await stack.runJobs()
  for (const moment of [at('15:30', '2026-11-17'), at('14:30', '2026-11-18')]) {
    stack.clock.set(moment)
    await stack.runJobs()
  }
  expect(await stack.as(coach).post(`/profiles/send-login-email/${client.id}`)).toMatchObject({ status: 200 })
  await stack.runJobs()
  await cancel(coach, id)
  stack.clock.advance(undoMs + undoGraceMs)
  await stack.runJobs()
  const read = async (person: TestPerson, zone: string, count: number) => {
    const mails = await mailTo(person.email, count)
    for (const mail of mails) for (const part of [mail.text, mail.html]) expect(part).toContain(zone)
    const rows = await stack.db
      .selectFrom('mails')
      .select('kind')
      .where('person_id', '=', person.id)
      .execute()
    return [...new Set(rows.map(({ kind }) => kind))].toSorted()
  }
  const kinds = ['session-cancelled', 'session-changed', 'session-invitation', 'session-reminder']
  expect(await read(client, 'CET, UTC+1', 6)).toEqual(['login-client', ...kinds])
  expect(await read(coach, 'EST, UTC-5', 5)).toEqual(kinds)
})

test('coach and Org participants get a link to the page of the session, and no guest link [MAIL-02 S4]', async () => {
  await named(world.otherCoach, 'Ana', 'Reyes', 'Asia/Kolkata')
  await named(world.orgAdmin, 'Ben', 'Otieno', null)
  const session = await world.booked({ ...world.orgSession, start_time: at('14:30'), end_time: at('15:30') })
  const expected: [TestPerson, string, string][] = [
    [world.coach, 'Coaching Call with Ana and 1 other, Mon, Nov 16, 9:30 AM (EST)', 'EST, UTC-5'],
    [world.otherCoach, 'Coaching Call with Dana, Mon, Nov 16, 8:00 PM (IST)', 'IST, UTC+5:30'],
    // A person without a zone of their own gets the organization's.
    [world.orgAdmin, 'Coaching Call with Dana, Mon, Nov 16, 9:30 AM (EST)', 'EST, UTC-5'],
  ]
  for (const [person, subject, zone] of expected) {
    const mail = await newestTo(person)
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(`(${zone})`)
    expect(mail.text).toContain(`${stack.config.origin}/session/${session.id}/preview`)
    expect(both(mail)).not.toContain('/join/')
    expect(await calendarIn(mail)).not.toContain('/join/')
  }
  expect((await newestTo(world.coach)).text).toContain(
    'a coaching call with Ana Reyes and Ben Otieno is planned',
  )
  const links = stack.db.selectFrom('guest_links').selectAll().where('session_id', '=', session.id)
  expect(await links.execute()).toEqual([])
})

test("the invitation is a calendar entry in the reader's zone, which a change and a cancellation replace [S5 S6 MAIL-04]", async () => {
  const { coach, client, booked, update, cancel } = world
  const session = await booked({ title: 'Anger at work', start_time: at('14:30'), end_time: at('15:30') })
  const invited = await newestTo(client)
  const source = await sourceOf(invited)
  expect(source).toMatch(/content-type: text\/calendar;[^\n]*method=REQUEST/i)
  const first = await eventIn(invited)
  expect(first).toMatchObject({
    method: 'REQUEST',
    uid: uidOf(session.id),
    sequence: 0,
    summary: 'Coaching Call with Dana',
    start: at('14:30'),
    end: at('15:30'),
    tzid: 'Europe/Berlin',
    organizer: `mailto:${stack.config.mailFrom}`,
  })
  expect(first.attendees.map((one) => one.toLowerCase())).toEqual([`mailto:${client.email}`])
  // A guest's calendar entry contains no link: the way in is the mail itself.
  expect(first.lines).not.toMatch(/\/join\/|\/preview|Anger/)

  await update(coach, session.id, { start_time: at('16:00'), end_time: at('17:00') })
  const moved = await newestTo(client, 2)
  expect(moved.subject).toBe('Changed: Coaching Call with Dana, Mon, Nov 16, 5:00 PM (CET)')
  expect(moved.text).toContain('Before: Monday, Nov 16, 2026, 3:30 PM – 4:30 PM (CET, UTC+1).')
  expect(await eventIn(moved)).toMatchObject({
    method: 'REQUEST',
    uid: first.uid,
    sequence: 1,
    start: at('16:00'),
    organizer: first.organizer,
  })
  expect(linkIn(moved, 'join')).toBe(linkIn(invited, 'join'))

  await cancel(coach, session.id)
  stack.clock.advance(undoMs + undoGraceMs)
  const off = await newestTo(client, 3)
  expect(off.subject).toBe('Cancelled: Coaching Call with Dana, Mon, Nov 16, 5:00 PM (CET)')
  expect(await sourceOf(off)).toMatch(/content-type: text\/calendar;[^\n]*method=CANCEL/i)
  expect(await eventIn(off)).toMatchObject({
    method: 'CANCEL',
    uid: first.uid,
    sequence: 2,
    status: 'CANCELLED',
    organizer: first.organizer,
  })
  expect(both(off)).not.toMatch(/\/join\/|\/preview/)
  for (const mail of [invited, moved, off]) expect(await sourceOf(mail)).not.toContain('Anger')
})

test('a change of coach keeps UID and organizer; the old coach gets a CANCEL and the new one a REQUEST [SESSION-26 S5]', async () => {
  const { coach, otherCoach, client, admin, booked, update } = world
  await named(otherCoach, 'Ana', 'Reyes', null)
  const session = await booked()
  const invited = await newestTo(client)
  const token = linkIn(invited, 'join')
  await newestTo(coach)

  expect(await update(admin, session.id, { coach_id: otherCoach.id })).toMatchObject({ status: 200 })
  const [left, came, stayed] = [
    await newestTo(coach, 2),
    await newestTo(otherCoach),
    await newestTo(client, 2),
  ]
  expect(left.subject).toBe('Cancelled: Coaching Call with Margarethe, Mon, Nov 16, 10:00 AM (EST)')
  expect(came.subject).toBe('Coaching Call with Margarethe, Mon, Nov 16, 10:00 AM (EST)')
  expect(stayed.subject).toBe('Changed: Coaching Call with Ana, Mon, Nov 16, 4:00 PM (CET)')
  const events = await Promise.all([invited, left, came, stayed].map(eventIn))
  expect(new Set(events.map((event) => event.uid))).toEqual(new Set([uidOf(session.id)]))
  expect(new Set(events.map((event) => event.organizer)).size).toBe(1)
  expect(events.map(({ method, sequence }) => [method, sequence])).toEqual([
    ['REQUEST', 0],
    ['CANCEL', 1],
    ['REQUEST', 1],
    ['REQUEST', 1],
  ])
  // The times did not change, so the mail does not mention them.
  expect(stayed.text).not.toContain('Before:')
  expect(await findGuest(stack.db, stack.config, token)).toBeDefined()
})

test('a client who is replaced in a session loses the link, and the new client gets their own [SESSION-26]', async () => {
  const { admin, client, booked, update } = world
  const successor = await stack.make.person({
    level: 'Client',
    organization_id: world.organization.id,
    coach_id: world.coach.id,
  })
  const session = await booked()
  const token = linkIn(await newestTo(client), 'join')
  await update(admin, session.id, { user_id: successor.id })

  const off = await newestTo(client, 2)
  expect(off.subject).toMatch(/^Cancelled: Coaching Call with Dana/)
  expect((await eventIn(off)).method).toBe('CANCEL')
  expect(await findGuest(stack.db, stack.config, token)).toBeUndefined()
  expect(linkIn(await newestTo(successor), 'join')).not.toBe(token)

  await update(admin, session.id, { user_id: client.id })
  const back = await newestTo(client, 3)
  expect(await eventIn(back)).toMatchObject({ method: 'REQUEST', sequence: 2 })
  const anew = linkIn(back, 'join')
  expect(anew).not.toBe(token)
  expect(await findGuest(stack.db, stack.config, anew)).toBeDefined()
})

test('people for whom nothing changed get no mail, and a new title is mailed to nobody', async () => {
  const { admin, coach, otherCoach, orgAdmin, booked, update, orgSession } = world
  const session = await booked({ ...orgSession, participants: [otherCoach.id] })
  await newestTo(otherCoach)
  await update(admin, session.id, { title: 'Anew' })
  await update(admin, session.id, { participants: [otherCoach.id, orgAdmin.id] })
  await newestTo(orgAdmin)
  // The coach's entry names other people now; the other participant's entry is unchanged.
  expect((await newestTo(coach, 2)).subject).toMatch(/^Changed: Coaching Call with \w+ and 1 other/)
  expect(await mailTo(otherCoach.email)).toHaveLength(1)
})

test('a change sends one mail to each person, however often its job runs [S9]', async () => {
  const { booked, client, coach } = world
  const session = await booked()
  const change = { sessionId: session.id, kind: 'invite', sequence: 0, removed: [] } as const
  const again = () =>
    tellPeople(stack.db, { ...change, added: [coach.id, client.id], now: stack.clock.now() })
  await Promise.all([again(), again(), again()])
  await stack.runJobs()
  await again()
  await stack.runJobs()
  for (const person of [coach, client]) expect(await mailTo(person.email)).toHaveLength(1)
  const { rows } = await stack.platform.database.pool.query('select dedupe from mails order by 1')
  expect(rows.map((row: { dedupe: string }) => row.dedupe)).toEqual(
    [coach, client].map((person) => `session/${session.id}/${person.id}/0/session-invitation`).toSorted(),
  )
})

test('a booking that is rolled back mails nobody', async () => {
  const { book, admin, client } = world
  await world.booked()
  expect(await book(admin)).toMatchObject({ status: 409 })
  await stack.runJobs()
  expect(await mailTo(client.email)).toHaveLength(1)
})

/** Writes the mails without sending them, as if no mail server could be reached. */
async function writtenUnsent(work: () => Promise<unknown>) {
  await using offline = await startStack({ DATABASE_URL: stack.database.appUrl, SMTP_URL: '' })
  await work()
  await offline.runJobs()
}
const makeDue = () =>
  stack.platform.database.pool.query(
    "update graphile_worker._private_jobs set run_at = now() where payload::jsonb ? 'mailId'",
  )

test('of several mails that waited only the newest is sent, as an invitation to the present time', async () => {
  const { client, coach, booked, update } = world
  let id = ''
  await writtenUnsent(async () => ({ id } = await booked()))
  await writtenUnsent(() => update(coach, id, { start_time: at('18:00'), end_time: at('19:00') }))
  await makeDue()
  const mail = await newestTo(client)
  // The client was never invited, so this mail is the invitation.
  expect(mail.subject).toBe('Coaching Call with Dana, Mon, Nov 16, 7:00 PM (CET)')
  expect(await eventIn(mail)).toMatchObject({ sequence: 1, start: at('18:00') })
  expect(await statesOf(client)).toEqual(['failed', 'sent'])
})

test('an invitation that is retried after its client was replaced is not sent [GUEST-20]', async () => {
  const { client, otherClient, admin, booked, update } = world
  let id = ''
  await writtenUnsent(async () => ({ id } = await booked()))
  expect(await update(admin, id, { user_id: otherClient.id })).toMatchObject({ status: 200 })
  // The mail server is back before the mails of the change itself are written.
  await stack.platform.database.pool.query(
    "update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where not payload::jsonb ? 'mailId'",
  )
  await makeDue()
  await stack.runJobs()
  expect(await statesOf(client)).toEqual(['failed'])
  expect(await mailTo(client.email, 0)).toEqual([])
})

test('an invitation to a session that was cancelled in the meantime is not sent, and the cancellation is', async () => {
  const { client, coach, booked, cancel } = world
  let id = ''
  await writtenUnsent(async () => ({ id } = await booked()))
  await writtenUnsent(async () => {
    await cancel(coach, id)
    stack.clock.advance(undoMs + undoGraceMs)
  })
  await makeDue()
  expect((await newestTo(client)).subject).toMatch(/^Cancelled: /)
  expect(await statesOf(client)).toEqual(['failed', 'sent'])
})

const statesOf = async (person: TestPerson) => {
  const rows = await stack.db
    .selectFrom('mails')
    .select('state')
    .where('person_id', '=', person.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.state)
}

test('cancelling a session that is over mails nobody', async () => {
  const { coach, client, cancel } = world
  const session = await stack.make.session({ coach, client, start: at('09:00') })
  expect(await cancel(coach, session.id)).toMatchObject({ status: 200 })
  await stack.runJobs()
  expect(await stack.db.selectFrom('mails').select('id').execute()).toEqual([])
})

test('a change that is older than what a person was mailed sends nothing', () => {
  const change = {
    sessionId: 's',
    kind: 'change',
    sequence: 1,
    added: [],
    removed: [],
    start: at('16:00'),
    end: at('17:00'),
    coachId: 'coach',
    others: ['client'],
    clientId: 'client',
  } as const
  const told = (sequence: number): ReadonlyMap<string, About> =>
    new Map(['coach', 'client'].map((id) => [id, aboutFor({ ...change, start: at('18:00'), sequence }, id)]))
  expect(planMails(change, told(2))).toEqual([])
  expect(planMails(change, told(0)).map((one) => one.kind)).toEqual(['session-changed', 'session-changed'])
  expect(planMails({ ...change, kind: 'invite', added: ['coach', 'client'] }, told(2))).toEqual([])
  expect(planMails({ ...change, removed: ['client'], others: [] }, told(2))).toEqual([])
})
