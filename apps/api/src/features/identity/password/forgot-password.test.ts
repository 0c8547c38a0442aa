import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkIn, mailTo } from '../../../../../../tests/support/mail/mail.ts'
import { password as oldPassword } from '../../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ PARLEY_LOGIN_ADDRESS_TRIES_MAX: '1000' })
})
afterAll(() => stack[Symbol.asyncDispose]())

const minutes = (count: number) => count * 60_000
const forget = (name: string) => stack.visitor.post('/auth/forgot-password', { name })
const signIn = (username: string, password: string, headers = {}) =>
  stack.visitor.post('/auth/login', { username, password }, headers)
const open = (token: string) => stack.visitor.post('/auth/password-link', { token })
const set = (token: string, password = 'quiet morning harbour') =>
  stack.visitor.post('/auth/set-password', { token, password })

async function person(level: 'Client' | 'Coach' | 'Super' = 'Coach') {
  const organization = await stack.make.organization()
  const made = await stack.make.person({ level, organization_id: organization.id })
  await stack.make.passwordFor(made.id)
  return made
}

/** Requests a link, runs the worker and reads the newest mail. */
async function mailedLink(who: { username: string; email: string }, count = 1): Promise<string> {
  await forget(who.username)
  await stack.runJobs()
  return linkIn((await mailTo(who.email, count)).at(-1), 'set-password')
}

const mailsOf = (who: { id: string }) =>
  stack.db.selectFrom('mails').select('kind').where('person_id', '=', who.id).execute()

test('a username or an email address, in any case, sends the mail [AUTH-24]', async () => {
  const [byName, byAddress] = [await person(), await person()]
  await forget(` ${byName.username.toUpperCase()} `)
  await forget(byAddress.email.toUpperCase())
  await stack.runJobs()
  for (const who of [byName, byAddress]) {
    const mails = await mailTo(who.email)
    expect(mails).toHaveLength(1)
    expect(await open(linkIn(mails[0], 'set-password'))).toMatchObject({
      status: 200,
      body: { response: { username: who.username } },
    })
  }
})

test("a known name, an unknown one and a client's get the same answer and cause the same work [AUTH-25]", async () => {
  const known = await person()
  const client = await person('Client')
  const names = [known.username, known.email, client.username, client.email, 'nobody-here', 'no@body.test']
  const before = await jobs()
  const answers = []
  for (const name of names) answers.push(await forget(name))
  const told = answers.map(({ status, body, headers }) => {
    const { date: _, 'x-request-id': __, ...rest } = headers
    return { status, body, headers: rest }
  })
  expect(new Set(told.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(told[0]).toMatchObject({ status: 200, body: { response: {} } })
  // No name was looked up: each waits as one job, and no mail was created.
  expect((await jobs()) - before).toBe(names.length)
  expect(await mailsOf(known)).toEqual([])
  await stack.runJobs()
  expect(await mailsOf(known)).toHaveLength(1)
})

async function jobs(): Promise<number> {
  const { rows } = await stack.platform.database.pool.query('select from graphile_worker.jobs')
  return rows.length
}

test("people of level 1 and above get the mail, a client doesn't [AUTH-26]", async () => {
  const people = [await person('Coach'), await person('Super'), await person('Client')]
  for (const { username } of people) await forget(username)
  await forget(people[2]?.email ?? '')
  await stack.runJobs()
  const kinds = await Promise.all(people.map(mailsOf))
  expect(kinds).toEqual([[{ kind: 'forgot-password' }], [{ kind: 'forgot-password' }], []])
})

test('a second request within 5 minutes sends no mail and gets the same answer', async () => {
  const who = await person()
  for (const name of [who.username, who.username, who.email]) {
    expect(await forget(name)).toMatchObject({ status: 200 })
    await stack.runJobs()
  }
  expect(await mailsOf(who)).toHaveLength(1)
  stack.clock.advance(minutes(5))
  await forget(who.username)
  await stack.runJobs()
  expect(await mailsOf(who)).toHaveLength(2)
})

test('a deleted person gets no mail', async () => {
  const who = await person()
  await stack.db.updateTable('people').set({ deleted_at: new Date() }).where('id', '=', who.id).execute()
  await forget(who.username)
  await stack.runJobs()
  expect(await mailsOf(who)).toEqual([])
})

test('the emailed link lifts the limit for the browser that opened it, and for no other [AUTH-23]', async () => {
  const who = await person()
  for (let i = 0; i < 10; i += 1) await signIn(who.username, `wrong ${i}`)
  expect(await signIn(who.username, oldPassword)).toMatchObject({ status: 429, body: { code: 'use_link' } })

  const opened = await open(await mailedLink(who))
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  expect(await signIn(who.username, oldPassword)).toMatchObject({ status: 429 })
  expect(await signIn(who.username, oldPassword, { cookie: 'parley_browser=another' })).toMatchObject({
    status: 429,
  })
  expect(await signIn(who.username, oldPassword, { cookie })).toMatchObject({ status: 200 })
})

test('the link is only in the mail, and neither in a table nor in the log [AUTH-27]', async () => {
  const who = await person()
  const token = await mailedLink(who)
  const { rows } = await stack.platform.database.pool.query<{ all: string }>(
    `select concat((select jsonb_agg(l) from one_time_links l), (select jsonb_agg(m) from mails m),
       (select jsonb_agg(a) from audit_log a), (select jsonb_agg(j) from graphile_worker._private_jobs j)) as all`,
  )
  expect(rows[0]?.all).toContain(who.id)
  // As text, and in the hex form in which the database prints bytes.
  for (const form of [
    token,
    Buffer.from(token).toString('hex'),
    Buffer.from(token, 'base64url').toString('hex'),
  ])
    expect(rows[0]?.all).not.toContain(form)
  expect(stack.log()).not.toContain(token)
  expect(await open(token)).toMatchObject({ status: 200 })
})

test('the link is refused after 24 hours [AUTH-28]', async () => {
  const token = await mailedLink(await person())
  stack.clock.advance(minutes(24 * 60) - 1)
  expect(await open(token)).toMatchObject({ status: 200 })
  stack.clock.advance(1)
  expect(await open(token)).toMatchObject({ status: 404, body: { code: 'link_dead' } })
  expect(await set(token)).toMatchObject({ status: 404, body: { code: 'link_dead' } })
})

test('opening the link does not use it up, setting the password does [AUTH-29]', async () => {
  const token = await mailedLink(await person())
  for (let i = 0; i < 3; i += 1) expect(await open(token)).toMatchObject({ status: 200 })
  expect(await set(token)).toMatchObject({ status: 200 })
  expect(await open(token)).toMatchObject({ status: 404, body: { code: 'link_dead' } })
  expect(await set(token, 'another quiet harbour')).toMatchObject({
    status: 404,
    body: { code: 'link_dead' },
  })
})

test('a newer link ends the older one [AUTH-30]', async () => {
  const who = await person()
  const older = await mailedLink(who)
  stack.clock.advance(minutes(5))
  const newer = await mailedLink(who, 2)
  expect(newer).not.toBe(older)
  expect(await open(older)).toMatchObject({ status: 404, body: { code: 'link_dead' } })
  expect(await set(newer)).toMatchObject({ status: 200 })
})

test('setting a password ends every token of that person [AUTH-31]', async () => {
  const who = await person()
  const other = await person()
  const second = await signIn(who.username, oldPassword)
  expect(await set(await mailedLink(who))).toMatchObject({ status: 200 })
  for (const token of [who.token, second.body.response.token])
    expect(await stack.as({ token }).get('/profiles/me')).toMatchObject({ status: 401 })
  expect(await stack.as(other).get('/profiles/me')).toMatchObject({ status: 200 })
})
