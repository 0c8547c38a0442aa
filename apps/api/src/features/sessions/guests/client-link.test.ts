import { afterEach, beforeEach, expect, test } from 'vitest'
import { linkIn, mailTo } from '../../../../../../tests/support/mail/mail.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeEach(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '168' })
  world = await sessionsWorld(stack)
})
afterEach(() => stack[Symbol.asyncDispose]())

const inTwoDays = { start_time: at('15:00', '2026-11-18'), end_time: at('16:00', '2026-11-18') }
const copy = (by: TestPerson, id: string) => stack.as(by).post(`/sessions/copy-link/${id}`)
const revoke = (by: TestPerson, id: string) => stack.as(by).post(`/sessions/revoke-link/${id}`)
const details = async (by: TestPerson, id: string) =>
  (await stack.as(by).get(`/sessions/${id}/details`)).body.response
const history = async (by: TestPerson, id: string) =>
  (await stack.as(by).get(`/sessions/${id}/history`)).body.response
const secretIn = (url: string) => url.split('/join/')[1] ?? expect.fail('no link')
const open = async (secret: string) => (await stack.guest(secret).get('/guest/session')).status

test("only the session's coach can copy the client's link, and it is the one in the mail [GUEST-27]", async () => {
  const { coach, client, otherCoach, orgAdmin, admin, booked } = world
  const session = await booked(inTwoDays)
  await stack.runJobs()
  const [mail] = await mailTo(client.email)
  const answer = await copy(coach, session.id)
  expect(answer).toMatchObject({ status: 200 })
  expect(secretIn(answer.body.response.url)).toBe(linkIn(mail, 'join'))
  for (const manager of [orgAdmin, admin])
    expect(await copy(manager, session.id)).toMatchObject({ status: 403, body: { code: 'link_not_yours' } })
  expect(await copy(otherCoach, session.id)).toMatchObject({ status: 404 })
  expect((await details(coach, session.id)).link.abilities).toEqual({ copy: true, revoke: true })
  expect((await details(orgAdmin, session.id)).link.abilities).toEqual({ copy: false, revoke: true })
  // The session details do not contain the link itself.
  expect(JSON.stringify(await details(coach, session.id))).not.toContain('/join/')
  expect(stack.log()).not.toContain(secretIn(answer.body.response.url))
})

test('a revoked link opens nothing, and the client is mailed a new one, which opens [GUEST-03 GUEST-28]', async () => {
  const { coach, client, orgAdmin, booked } = world
  const session = await booked(inTwoDays)
  await stack.runJobs()
  const [first] = await mailTo(client.email)
  const old = linkIn(first, 'join')
  stack.clock.set(at('14:30'))
  expect(await revoke(orgAdmin, session.id)).toMatchObject({ status: 200 })
  expect(await open(old)).toBe(404)
  expect((await details(coach, session.id)).link.sentAt).toBeNull()
  await stack.runJobs()
  const [, second] = await mailTo(client.email, 2)
  const next = linkIn(second, 'join')
  expect(next).not.toBe(old)
  expect(await open(next)).toBe(200)
  expect(await open(old)).toBe(404)
  expect(secretIn((await copy(coach, session.id)).body.response.url)).toBe(next)
  expect((await details(coach, session.id)).link.sentAt).toBe(at('14:30'))
})

test('the history and the audit have who copied and who revoked a link, without its secret', async () => {
  const { coach, orgAdmin, booked } = world
  const session = await booked(inTwoDays)
  const { url } = (await copy(coach, session.id)).body.response
  await revoke(orgAdmin, session.id)
  expect(await history(coach, session.id)).toMatchObject([
    { action: 'link-revoked', by: { id: orgAdmin.id } },
    { action: 'link-copied', by: { id: coach.id } },
    { action: 'created' },
  ])
  const entries = await stack.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_id', '=', session.id)
    .where('action', '<>', 'sessions.create')
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { action: 'sessions.link-copied', by_id: coach.id },
    { action: 'sessions.link-revoked', by_id: orgAdmin.id },
  ])
  expect(JSON.stringify(entries)).not.toContain(secretIn(url))
})

test('there is no client link for an Org session, a cancelled one, or one that is over', async () => {
  const { coach, booked, orgSession, cancel } = world
  const none = { status: 409, body: { code: 'no_client_link' } }
  const circle = await booked({ ...orgSession, ...inTwoDays })
  expect(await copy(coach, circle.id)).toMatchObject(none)
  expect(await revoke(coach, circle.id)).toMatchObject(none)
  expect((await details(coach, circle.id)).link).toBeNull()
  const session = await booked()
  stack.clock.set(at('16:15'))
  expect(await copy(coach, session.id)).toMatchObject({ status: 200 })
  stack.clock.advance(1)
  expect(await copy(coach, session.id)).toMatchObject(none)
  const other = await booked({ start_time: at('18:00'), end_time: at('19:00') })
  await cancel(coach, other.id)
  expect(await revoke(coach, other.id)).toMatchObject(none)
})

test('the history has the mails that went out and to how many people, and the details have the reminders [PREVIEW-05 PREVIEW-06]', async () => {
  const { coach, booked, cancel } = world
  const session = await booked(inTwoDays)
  const reminders = async () => (await details(coach, session.id)).reminders
  const planned = [
    { at: at('15:00', '2026-11-17'), sentTo: 0 },
    { at: at('14:00', '2026-11-18'), sentTo: 0 },
  ]
  expect(await reminders()).toEqual(planned)
  expect(await history(coach, session.id)).toMatchObject([{ action: 'created' }])
  await stack.runJobs()
  expect(await history(coach, session.id)).toMatchObject([
    { action: 'invited', by: null, changes: { people: 2 }, at: at('14:00') },
    { action: 'created' },
  ])
  stack.clock.set(at('15:00', '2026-11-17'))
  await stack.runJobs()
  expect(await reminders()).toEqual([{ at: at('15:00', '2026-11-17'), sentTo: 2 }, planned[1]])
  expect((await history(coach, session.id))[0]).toMatchObject({ action: 'reminded', changes: { people: 2 } })
  // Mails about a change and a cancellation appear in the history too.
  stack.clock.advance(60_000)
  await stack.as(coach).post(`/sessions/update/${session.id}`, {
    start_time: at('17:00', '2026-11-18'),
    end_time: at('18:00', '2026-11-18'),
  })
  await stack.runJobs()
  expect((await history(coach, session.id)).slice(0, 2)).toMatchObject([
    { action: 'told-changed', by: null, changes: { people: 2 } },
    { action: 'updated' },
  ])
  stack.clock.advance(60_000)
  await cancel(coach, session.id)
  stack.clock.advance(60_000)
  await stack.runJobs()
  expect((await history(coach, session.id)).slice(0, 2)).toMatchObject([
    { action: 'told-cancelled', by: null, changes: { people: 2 } },
    { action: 'cancelled' },
  ])
})

test("lastTime is the client's last Completed session before this one that the viewer may see [PREVIEW-07]", async () => {
  const { coach, otherCoach, client, orgAdmin, booked } = world
  const earlier = (day: string, more: object = {}) =>
    stack.make.session({ coach, client, start: at('15:00', day), status: 'Completed', ...more })
  await earlier('2026-11-02')
  const last = await earlier('2026-11-09')
  await earlier('2026-11-10', { status: 'NoShow' })
  const elsewhere = await earlier('2026-11-12', { coach: otherCoach })
  const session = await booked(inTwoDays)
  expect((await details(coach, session.id)).lastTime).toMatchObject({ id: last.id })
  expect((await details(orgAdmin, session.id)).lastTime).toMatchObject({ id: elsewhere.id })
})

test("a client's new address ends the links that went to the old one, and gets new ones [GUEST-36]", async () => {
  const { coach, client, otherClient, otherCoach, booked } = world
  const first = await booked(inTwoDays)
  const second = await booked({ start_time: at('15:00', '2026-11-19'), end_time: at('16:00', '2026-11-19') })
  const others = await booked({ ...inTwoDays, coach_id: otherCoach.id, user_id: otherClient.id })
  await stack.runJobs()
  const old = (await mailTo(client.email, 2)).map((mail) => linkIn(mail, 'join'))
  const [theirs] = await mailTo(otherClient.email)
  // A mail still queued for the old address is not sent.
  expect(await stack.as(coach).post(`/profiles/send-login-email/${client.id}`)).toMatchObject({ status: 200 })

  const email = `right.${client.email}`
  const update = (attributes: object) => stack.as(coach).put(`/profiles/${client.id}`, { attributes })
  expect(await update({ email })).toMatchObject({ status: 200 })
  for (const secret of old) expect(await open(secret)).toBe(404)
  await stack.runJobs()
  const anew = (await mailTo(email, 2)).map((mail) => linkIn(mail, 'join'))
  expect(new Set([...old, ...anew]).size).toBe(4)
  for (const secret of anew) expect(await open(secret)).toBe(200)
  expect(await mailTo(client.email, 2)).toHaveLength(2)
  expect(await open(linkIn(theirs, 'join'))).toBe(200)
  for (const { id } of [first, second])
    expect(await history(coach, id)).toContainEqual(expect.objectContaining({ action: 'link-revoked' }))
  expect(await history(otherCoach, others.id)).not.toContainEqual(
    expect.objectContaining({ action: 'link-revoked' }),
  )

  // Saving the same address with another name changes no link.
  expect(await update({ email, first_name: 'Noor' })).toMatchObject({ status: 200 })
  for (const secret of anew) expect(await open(secret)).toBe(200)
})

test('twelve revocations in a row make twelve links, and the client gets five mails in an hour and one later [OPS-12]', async () => {
  const { coach, client, booked } = world
  const session = await booked(inTwoDays)
  const secrets = new Set<string>()
  for (let i = 0; i < 12; i += 1) {
    expect((await revoke(coach, session.id)).status).toBe(200)
    secrets.add((await copy(coach, session.id)).body.response.url)
  }
  expect(secrets.size).toBe(12)
  const mails = await stack.db
    .selectFrom('mails')
    .select(['id', 'dedupe'])
    .where('person_id', '=', client.id)
    .where('kind', '=', 'session-invitation')
    .where((is) => is.or([is('dedupe', 'is', null), is('dedupe', 'like', 'link/%')]))
    .execute()
  expect(mails.map(({ dedupe }) => dedupe === null).filter(Boolean)).toHaveLength(5)
  expect(mails).toHaveLength(6)
  const late = mails.find(({ dedupe }) => dedupe !== null)
  const { rows } = await stack.platform.database.pool.query(
    'select run_at > $1 as is_later from graphile_worker._private_jobs where payload->>$2 = $3',
    [new Date(stack.clock.now() + 50 * 60_000), 'mailId', late?.id],
  )
  expect(rows).toEqual([{ is_later: true }])
})
