import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkIn, mailTo } from '../../../../../tests/support/mail/mail.ts'
import { startSmtpRelay, type SmtpStep } from '../../../../../tests/support/relays/smtp-relay.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { addresses, herePlaces } from '../../../../../scripts/engines/places.ts'
import { giveUpMails, queueMail, sweepMails } from './mail.ts'
import { mailSecret } from '#platform/identity/secrets.ts'

type Relay = Awaited<ReturnType<typeof startSmtpRelay>>
let relay: Relay
let stack: Stack
let meet: Parameters<typeof startSmtpRelay>[1] = () => 'pass'
beforeAll(async () => {
  relay = await startSmtpRelay({ port: herePlaces().ports.smtp }, (step) => meet?.(step) ?? 'pass')
  stack = await startStack({ SMTP_URL: relay.url })
})
afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  await relay[Symbol.asyncDispose]()
})

async function coachMailed() {
  const organization = await stack.make.organization()
  const admin = await stack.make.person({ level: 'Admin' })
  const coach = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  await stack.as(admin).post(`/profiles/send-login-email/${coach.id}`)
  return { admin, coach, mailId: await newestTo(coach.id) }
}

const newestTo = async (personId: string): Promise<string> =>
  (
    await stack.db
      .selectFrom('mails')
      .select('id')
      .where('person_id', '=', personId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id

const rowOf = (mailId: string) =>
  stack.db.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirstOrThrow()

/** Skips the queue's backoff before the next attempt. */
const makeDue = () =>
  stack.platform.database.pool.query(
    'update graphile_worker._private_jobs set run_at = now() where run_at > now()',
  )

const jobsOf = async (mailId: string) => {
  const { rows } = await stack.platform.database.pool.query(
    "select from graphile_worker._private_jobs where payload ->> 'mailId' = $1",
    [mailId],
  )
  return rows.length
}

const answering = (at: SmtpStep, answer: string) => (step: SmtpStep) =>
  step === at ? { answer } : ('pass' as const)

async function whileMeeting(how: typeof meet, work: () => Promise<unknown>) {
  meet = how
  try {
    await work()
  } finally {
    meet = () => 'pass'
  }
}

test("a mail that the server accepts is sent, and the log has the attempt with the server's answer", async () => {
  const { mailId } = await coachMailed()
  expect(await rowOf(mailId)).toMatchObject({ state: 'waiting', attempts: 0, log: [] })
  await stack.runJobs()
  expect(await rowOf(mailId)).toMatchObject({
    state: 'sent',
    attempts: 1,
    last_error: null,
    log: [{ event: 'begun' }, { event: 'accepted', answer: expect.stringMatching(/^250/) }],
  })
  expect(await jobsOf(mailId)).toBe(0)
})

test('a mail to an address that the server rejects fails at once, with the answer, and is not tried again', async () => {
  const { mailId } = await coachMailed()
  await whileMeeting(answering('RCPT', '550 5.1.1 no such user'), () => stack.runJobs())
  expect(await rowOf(mailId)).toMatchObject({
    state: 'failed',
    attempts: 1,
    last_error: expect.stringContaining('550 5.1.1 no such user'),
  })
  expect(await jobsOf(mailId)).toBe(0)
})

test('a mail that a busy server puts off is tried again later and sent once', async () => {
  const { coach, mailId } = await coachMailed()
  await whileMeeting(answering('MAIL', '451 4.3.0 try later'), () => stack.runJobs())
  expect(await rowOf(mailId)).toMatchObject({ state: 'waiting', last_error: expect.stringContaining('451') })
  expect(await jobsOf(mailId)).toBe(1)
  await makeDue()
  await stack.runJobs()
  expect(await rowOf(mailId)).toMatchObject({
    state: 'sent',
    attempts: 2,
    last_error: null,
    log: [{ event: 'begun' }, { event: 'failed' }, { event: 'begun' }, { event: 'accepted' }],
  })
  expect(await mailTo(coach.email)).toHaveLength(1)
})

test('a mail that was delivered twice has the same Message-ID and the same link, which opens', async () => {
  const { coach, mailId } = await coachMailed()
  // The server accepts the mail but the sender never hears of it, as after a kill or a cut connection.
  await whileMeeting(answering('accepted, sender not told', '451 4.3.0 lost'), () => stack.runJobs())
  await makeDue()
  await stack.runJobs()
  const mails = await mailTo(coach.email, 2)
  expect(mails.map((mail) => mail.messageId)).toEqual([`${mailId}@127.0.0.1`, `${mailId}@127.0.0.1`])
  const links = mails.map((mail) => linkIn(mail, 'set-password'))
  expect(links[0]).toBe(links[1])
  expect(await stack.visitor.post('/auth/password-link', { token: links[0] })).toMatchObject({ status: 200 })
})

test('a mail that waited while the link key was changed has a link made with the previous key, which opens', async () => {
  const { coach } = await coachMailed()
  const before = { ...stack.config }
  Object.assign(stack.config, { linkKey: Buffer.alloc(32, 9), linkKeyPrevious: before.linkKey })
  try {
    await stack.runJobs()
    const link = linkIn((await mailTo(coach.email))[0], 'set-password')
    expect(await stack.visitor.post('/auth/password-link', { token: link })).toMatchObject({ status: 200 })
  } finally {
    Object.assign(stack.config, before)
  }
})

test("a mail's link can't be made from its id and the key, and the delivery log does not show its seed", async () => {
  const { coach, mailId } = await coachMailed()
  await stack.runJobs()
  const link = linkIn((await mailTo(coach.email))[0], 'set-password')
  expect(link).not.toBe(mailSecret(stack.config.linkKey, mailId))
  const { link_seed } = await rowOf(mailId)
  expect(link).toBe(mailSecret(stack.config.linkKey, String(link_seed)))
  const admin = await stack.make.person({ level: 'Admin' })
  const shown = await stack.as(admin).get('/mails')
  expect(JSON.stringify(shown.body)).toContain(mailId)
  expect(JSON.stringify(shown.body)).not.toContain(String(link_seed))
})

test('a mail whose last try fails is marked as failed', async () => {
  const { mailId } = await coachMailed()
  await stack.platform.database.pool.query(
    "update graphile_worker._private_jobs set attempts = max_attempts - 1 where payload ->> 'mailId' = $1",
    [mailId],
  )
  await whileMeeting(answering('MAIL', '451 4.3.0 try later'), () => stack.runJobs())
  expect(await rowOf(mailId)).toMatchObject({ state: 'failed', last_error: expect.stringContaining('451') })
})

test('a mail whose recipient was deleted, or whose link was replaced, is not sent', async () => {
  const deleted = await coachMailed()
  await stack.db
    .updateTable('people')
    .set({ deleted_at: new Date() })
    .where('id', '=', deleted.coach.id)
    .execute()
  const outdated = await coachMailed()
  stack.clock.advance(5 * 60_000)
  await stack.as(outdated.admin).post(`/profiles/send-login-email/${outdated.coach.id}`)
  await stack.runJobs()
  expect(await rowOf(deleted.mailId)).toMatchObject({
    state: 'failed',
    last_error: expect.stringContaining('deleted'),
  })
  expect(await rowOf(outdated.mailId)).toMatchObject({
    state: 'failed',
    last_error: expect.stringContaining('link'),
  })
  expect(await rowOf(await newestTo(outdated.coach.id))).toMatchObject({ state: 'sent' })
  expect(relay.accepted).not.toContain(`<${outdated.mailId}@127.0.0.1>`)
})

test('a job that runs again after its mail was sent sends nothing', async () => {
  const { mailId } = await coachMailed()
  await stack.runJobs()
  await stack.platform.database.pool.query("select graphile_worker.add_job('mail.send', $1)", [{ mailId }])
  await stack.runJobs()
  expect(await rowOf(mailId)).toMatchObject({ attempts: 1 })
  expect(relay.accepted.filter((id) => id === `<${mailId}@127.0.0.1>`)).toHaveLength(1)
})

test('a mail with a dedupe key is made once, and never if its transaction is rolled back', async () => {
  const { coach } = await coachMailed()
  const mail = {
    kind: 'login-client',
    personId: coach.id,
    organizationId: coach.organization_id,
    to: coach.email,
    dedupe: `once:${coach.id}`,
  } as const
  const make = () => queueMail(stack.db, stack.config, mail, stack.clock.now())
  const lost = stack.db.transaction().execute(async (tx) => {
    await queueMail(tx, stack.config, mail, stack.clock.now())
    throw new Error('rolled back')
  })
  await expect(lost).rejects.toThrow('rolled back')
  const made = await Promise.all([make(), make(), make()])
  const [id] = made.filter((one) => one !== undefined)
  expect(made.filter((one) => one !== undefined)).toHaveLength(1)
  expect(await jobsOf(id ?? '')).toBe(1)
})

test('a mail is swept after its retention period, one about a future session after that session, and a waiting one not at all', async () => {
  await using other = await startStack()
  const organization = await other.make.organization()
  const coach = await other.make.person({ level: 'Coach', organization_id: organization.id })
  const session = await other.make.session({ coach, start: '2027-06-01T10:00:00.000Z' })
  const mail = {
    kind: 'session-changed',
    personId: coach.id,
    organizationId: organization.id,
    to: coach.email,
  } as const
  const made = async (sessionId?: string) =>
    (await queueMail(
      other.db,
      other.config,
      { ...mail, ...(sessionId ? { sessionId } : {}) },
      other.clock.now(),
    )) ?? ''
  const [plain, waiting, ofSession] = [await made(), await made(), await made(session.id)]
  await other.db.updateTable('mails').set({ state: 'failed' }).where('id', 'in', [plain, ofSession]).execute()
  const left = async () =>
    (await other.db.selectFrom('mails').select('id').orderBy('id').execute()).map((row) => row.id)
  const { mailsKeptMs } = other.config
  const at = other.clock.now() + mailsKeptMs
  expect(await sweepMails(other.db, at, mailsKeptMs)).toBe(0)
  expect(await sweepMails(other.db, at + 1, mailsKeptMs)).toBe(1)
  expect(await left()).toEqual([waiting, ofSession])
  expect(await sweepMails(other.db, Date.parse('2027-06-01T11:00:01.000Z'), mailsKeptMs)).toBe(1)
  expect(await left()).toEqual([waiting])
})

test('without a mail server mails wait with the reason, and fail after two days', async () => {
  await using other = await startStack({ SMTP_URL: '' })
  const coach = await other.make.person({ level: 'Admin' })
  const mail = { kind: 'login-client', personId: coach.id, organizationId: null, to: coach.email } as const
  await queueMail(other.db, other.config, mail, other.clock.now())
  await other.runJobs()
  const row = () => other.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
  expect(await row()).toMatchObject({ state: 'waiting', last_error: 'SMTP_URL is not set.' })
  await giveUpMails(other.db, other.clock.now() + 2 * 24 * 3_600_000 + 1)
  expect(await row()).toMatchObject({ state: 'failed' })
})

test('a mail server that cannot be reached leaves the mail waiting, with the reason', async () => {
  const { mailId } = await coachMailed()
  await using dead = await startStack({
    DATABASE_URL: stack.database.appUrl,
    SMTP_URL: addresses(herePlaces()).mail.smtpUrl.replace(/\d+$/, '9'),
  })
  await dead.runJobs()
  expect(await rowOf(mailId)).toMatchObject({
    state: 'waiting',
    last_error: expect.stringContaining('ECONNREFUSED'),
  })
})
