import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkIn, mailTo } from '../../../../../../tests/support/mail/mail.ts'
import { password } from '../../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

async function coach() {
  const organization = await stack.make.organization()
  const person = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  await stack.make.passwordFor(person.id)
  return { ...person, newEmail: `new.${person.email}` }
}
type Coach = Awaited<ReturnType<typeof coach>>

const change = (who: Coach, email = who.newEmail, given = password) =>
  stack.as(who).post('/profiles/me/email', { email, password: given })
const confirm = (token: string) => stack.visitor.post('/auth/confirm-email', { token })
const emailOf = async (who: Coach) => (await stack.as(who).get('/profiles/me')).body.response.email

async function mailedLink(who: Coach, email = who.newEmail): Promise<string> {
  await change(who, email)
  await stack.runJobs()
  return linkIn((await mailTo(email)).at(-1), 'confirm-email')
}

test('opening the link shows the new address and changes nothing; confirming it changes the address, and the old one is told [AUTH-34]', async () => {
  const who = await coach()
  const token = await mailedLink(who)
  const open = () => stack.visitor.post('/auth/email-link', { token })
  for (let time = 0; time < 3; time += 1)
    expect(await open()).toMatchObject({ status: 200, body: { response: { email: who.newEmail } } })
  expect(await emailOf(who)).toBe(who.email)

  expect(await confirm(token)).toMatchObject({ status: 200, body: { response: { email: who.newEmail } } })
  expect(await emailOf(who)).toBe(who.newEmail)
  await stack.runJobs()
  const [told] = await mailTo(who.email)
  expect(told).toMatchObject({ subject: 'Your email address was changed', to: [{ address: who.email }] })
  expect(`${told?.text}${told?.html}`).not.toContain(who.newEmail)
  for (const answer of [await confirm(token), await open()])
    expect(answer).toMatchObject({ status: 404, body: { code: 'link_dead' } })
})

test('with a wrong password nothing is sent, and after ten of them a change is 429 [AUTH-33]', async () => {
  const who = await coach()
  for (let i = 0; i < 10; i += 1)
    expect(await change(who, who.newEmail, `wrong ${i}`)).toMatchObject({
      status: 403,
      body: { code: 'password_wrong' },
    })
  expect(await change(who)).toMatchObject({ status: 429 })
  expect(await stack.db.selectFrom('mails').select('id').where('person_id', '=', who.id).execute()).toEqual(
    [],
  )
})

test("somebody else's address is refused when it is requested, and again when the link is confirmed", async () => {
  const [who, other] = [await coach(), await coach()]
  const refused = { status: 400, body: { code: 'email_taken', errors: [{ path: 'email' }] } }
  expect(await change(who, other.email.toUpperCase())).toMatchObject(refused)

  const token = await mailedLink(who, `shared.${who.email}`)
  await stack.db
    .updateTable('people')
    .set({ email: `Shared.${who.email}` })
    .where('id', '=', other.id)
    .execute()
  expect(await confirm(token)).toMatchObject(refused)
  expect(await emailOf(who)).toBe(who.email)
})

test('a link ends after 24 hours, when another address is requested, and when a password is set', async () => {
  const who = await coach()
  const first = await mailedLink(who)
  const second = await mailedLink(who, `other.${who.email}`)
  expect(await confirm(first)).toMatchObject({ status: 404, body: { code: 'link_dead' } })

  await stack.visitor.post('/auth/forgot-password', { name: who.username })
  await stack.runJobs()
  const reset = linkIn((await mailTo(who.email)).at(-1), 'set-password')
  await stack.visitor.post('/auth/set-password', { token: reset, password: 'quiet morning harbour' })
  expect(await confirm(second)).toMatchObject({ status: 404 })

  const careful = await coach()
  const third = await mailedLink(careful)
  const changed = { password, newPassword: 'quiet morning harbour' }
  expect(await stack.as(careful).post('/profiles/me/password', changed)).toMatchObject({ status: 200 })
  expect(await confirm(third)).toMatchObject({ status: 404 })

  const late = await coach()
  const token = await mailedLink(late)
  stack.clock.advance(24 * 3_600_000)
  expect(await confirm(token)).toMatchObject({ status: 404 })
})

test('when a link is confirmed twice at once, one request changes the address, and the old one is told once', async () => {
  const who = await coach()
  const token = await mailedLink(who)
  const answers = await Promise.all([confirm(token), confirm(token)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  const told = await stack.db
    .selectFrom('mails')
    .select('id')
    .where('person_id', '=', who.id)
    .where('kind', '=', 'email-changed')
    .execute()
  expect(told).toHaveLength(1)
})

test('confirming a new address ends the password link in the old mailbox, and a password link confirms no address', async () => {
  const who = await coach()
  await stack.visitor.post('/auth/forgot-password', { name: who.username })
  await stack.runJobs()
  const reset = linkIn((await mailTo(who.email))[0], 'set-password')
  expect(await confirm(reset)).toMatchObject({ status: 404 })
  const token = await mailedLink(who)
  expect(await stack.visitor.post('/auth/password-link', { token })).toMatchObject({ status: 404 })
  await confirm(token)
  expect(await stack.visitor.post('/auth/password-link', { token: reset })).toMatchObject({ status: 404 })
})

test('the audit has an entry for the request and one for the change, and neither names an address', async () => {
  const who = await coach()
  await confirm(await mailedLink(who))
  const entries = await stack.db
    .selectFrom('audit_log')
    .select(['action', 'by_id', 'detail'])
    .where('subject_id', '=', who.id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action, by_id }) => [action, by_id])).toEqual([
    ['identity.change-email-asked', who.id],
    ['identity.change-email', who.id],
  ])
  expect(JSON.stringify(entries)).not.toContain('@')
})

test('an address gets five links in an hour, no matter who asks for them [OPS-12]', async () => {
  const [one, other] = [await coach(), await coach()]
  const statuses: number[] = []
  for (const who of [one, one, one, other, other, other])
    statuses.push((await change(who, one.newEmail)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await change(other)).status).toBe(200)
})
