import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkIn, mailTo, sourceOf } from '../../../../../tests/support/mail/mail.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { findGuest } from '#features/sessions/guests/guest-links.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

async function world() {
  const organization = await stack.make.organization({ display_name: 'Northlight & Sons' })
  await stack.db
    .updateTable('organizations')
    .set({ contact: '+1 207 555 0100' })
    .where('id', '=', organization.id)
    .execute()
  const orgAdmin = await stack.make.person({ level: 'OrgAdmin', organization_id: organization.id })
  const coach = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  const client = await stack.make.person({
    level: 'Client',
    organization_id: organization.id,
    coach_id: coach.id,
    first_name: 'Ida <b>',
  })
  return { organization, orgAdmin, coach, client }
}
const pathOf = (person: { id: string }) => `/profiles/send-login-email/${person.id}`

test('the login email of people from level 1 up has a link that sets the password [PEOPLE-57 API-12]', async () => {
  const { orgAdmin, coach } = await world()
  expect(await stack.as(orgAdmin).post(pathOf(coach))).toMatchObject({ status: 200 })
  await stack.runJobs()

  const [mail] = await mailTo(coach.email)
  expect(mail).toMatchObject({
    subject: 'Your Parley account',
    from: [{ name: 'Northlight & Sons via Parley' }],
    headers: { 'auto-submitted': 'auto-generated' },
  })
  expect(mail?.text).toContain(`Your username is ${coach.username}.`)
  const token = linkIn(mail, 'set-password')
  const chosen = { token, password: 'quiet morning harbour' }
  expect(await stack.visitor.post('/auth/set-password', chosen)).toMatchObject({ status: 200 })
  expect(
    await stack.visitor.post('/auth/login', { username: coach.username, password: chosen.password }),
  ).toMatchObject({ status: 200 })
})

test("a client's login email has no link to sign in and says whom to ask, and the HTML part is escaped", async () => {
  const { coach, client } = await world()
  expect(await stack.as(coach).post(pathOf(client))).toMatchObject({ status: 200 })
  await stack.runJobs()

  const [mail] = await mailTo(client.email)
  expect(mail?.subject).toBe('Your sessions on Parley')
  expect(`${mail?.text}${mail?.html}`).not.toContain('set-password')
  expect(mail?.text).toContain('Reach Northlight & Sons here: +1 207 555 0100')
  expect(mail?.text).toContain('Hello Ida <b>,')
  expect(mail?.html).toContain('Reach Northlight &amp; Sons here: +1 207 555 0100')
  expect(mail?.html).toContain('Hello Ida &lt;b&gt;,')
})

test("a client's login email lists their next two sessions with the personal links [PEOPLE-58]", async () => {
  const { coach, client } = await world()
  await stack.db
    .updateTable('people')
    .set({ time_zone: 'Europe/Berlin' })
    .where('id', '=', client.id)
    .execute()
  const at = (start: string, status: 'Scheduled' | 'Cancelled' = 'Scheduled') =>
    stack.make.session({ coach, client, start: `2026-11-${start}:00.000Z`, status, title: 'Anger at work' })
  const [second, first] = [await at('20T15:00'), await at('19T15:00')]
  // One past session, one cancelled, and one above the limit of two.
  await at('16T09:00')
  await at('18T15:00', 'Cancelled')
  await at('21T15:00')
  expect(await stack.as(coach).post(pathOf(client))).toMatchObject({ status: 200 })
  await stack.runJobs()

  const [mail] = await mailTo(client.email)
  expect(mail?.subject).toBe('Your sessions on Parley')
  const tokens = [...(mail?.text ?? '').matchAll(/\/join\/([\w-]+)/g)].map(([, token = '']) => token)
  const found = await Promise.all(tokens.map((token) => findGuest(stack.db, stack.config, token)))
  expect(found).toMatchObject([first, second].map(({ id }) => ({ sessionId: id, personId: client.id })))
  for (const token of tokens) expect(mail?.html).toContain(`/join/${token}`)
  expect(mail?.text).toContain(
    'Thursday, Nov 19, 2026\n4:00 PM – 5:00 PM\nyour time, Berlin (CET, UTC+1)\n10:00 AM for Robin in New York (EST, UTC-5)',
  )
  expect(mail?.text).toContain('Reach Northlight & Sons here: +1 207 555 0100')
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/Anger|No upcoming sessions|set-password/)
})

test('while a session runs, the login email has only the link to it [PEOPLE-58]', async () => {
  const { coach, client } = await world()
  const running = await stack.make.session({
    coach,
    client,
    start: new Date(stack.clock.now()).toISOString(),
  })
  await stack.make.session({ coach, client, start: '2026-11-20T15:00:00.000Z' })
  await stack.as(coach).post(pathOf(client))
  await stack.runJobs()
  const [mail] = await mailTo(client.email)
  expect(await findGuest(stack.db, stack.config, linkIn(mail, 'join'))).toMatchObject({
    sessionId: running.id,
  })
  expect(mail?.text.match(/\/join\//g)).toHaveLength(1)
})

test('a second login email within 5 minutes is refused, and one after 5 minutes is sent [PEOPLE-56]', async () => {
  const { orgAdmin, coach } = await world()
  const send = () => stack.as(orgAdmin).post(pathOf(coach))
  expect(await send()).toMatchObject({ status: 200 })
  stack.clock.advance(5 * 60_000 - 1)
  expect(await send()).toMatchObject({
    status: 429,
    body: { code: 'mailed_recently' },
    headers: { 'retry-after': '1' },
  })
  stack.clock.advance(1)
  expect(await send()).toMatchObject({ status: 200 })
})

test('of four login emails sent at once, one goes out [PEOPLE-56]', async () => {
  const { orgAdmin, coach } = await world()
  const send = () => stack.as(orgAdmin).post(pathOf(coach))
  const answers = await Promise.all([send(), send(), send(), send()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429])
  await stack.runJobs()
  expect(await mailTo(coach.email)).toHaveLength(1)
})

test('a login email that failed does not hold up the next one', async () => {
  const { orgAdmin, coach } = await world()
  await stack.as(orgAdmin).post(pathOf(coach))
  await stack.db.updateTable('mails').set({ state: 'failed' }).where('person_id', '=', coach.id).execute()
  expect(await stack.as(orgAdmin).post(pathOf(coach))).toMatchObject({ status: 200 })
})

test('nobody can mail people out of scope, or people at their own level or above', async () => {
  const one = await world()
  const other = await world()
  const second = await stack.make.person({ level: 'OrgAdmin', organization_id: one.organization.id })
  const send = (who: typeof second, whom: typeof second) => stack.as(who).post(pathOf(whom))
  expect(await send(other.orgAdmin, one.coach)).toMatchObject({
    status: 404,
    body: { code: 'person_not_found' },
  })
  expect(await send(other.coach, one.client)).toMatchObject({ status: 404 })
  expect(await send(one.orgAdmin, second)).toMatchObject({ status: 403, body: { code: 'not_below' } })
  expect(await send(one.orgAdmin, one.orgAdmin)).toMatchObject({ status: 403, body: { code: 'not_below' } })
  expect(
    await stack.db
      .selectFrom('mails')
      .select('id')
      .where('person_id', 'in', [one.coach.id, second.id])
      .execute(),
  ).toEqual([])
})

test('the audit names the person without details, and the mail has no tracking headers, images or scripts', async () => {
  const { orgAdmin, coach } = await world()
  expect((await stack.as(orgAdmin).post(pathOf(coach))).body.response).toEqual({})
  const entry = await stack.db
    .selectFrom('audit_log')
    .select(['by_id', 'detail'])
    .where('action', '=', 'people.login-email')
    .where('subject_id', '=', coach.id)
    .executeTakeFirst()
  expect(entry).toEqual({ by_id: orgAdmin.id, detail: {} })
  await stack.runJobs()
  const [mail] = await mailTo(coach.email)
  const source = await sourceOf(mail)
  expect(source).toContain(`@127.0.0.1>`)
  expect(source).not.toMatch(/^(x-mailer|list-)/im)
  expect(mail?.html).not.toMatch(/<img|<script|url\(|https?:\/\/(?!127\.0\.0\.1|www\.w3\.org)/i)
})
