import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMail } from '#platform/mail/mail.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let admin: TestPerson
let ids: string[]
beforeAll(async () => {
  stack = await startStack()
  admin = await stack.make.person({ level: 'Admin' })
  const organization = await stack.make.organization()
  ids = []
  for (const last_name of ['Abbot', 'Brook', 'Castle']) {
    const client = await stack.make.person({ level: 'Client', organization_id: organization.id, last_name })
    const mail = { kind: 'login-client', personId: client.id, organizationId: organization.id } as const
    ids.push(
      (await queueMail(stack.db, stack.config, { ...mail, to: client.email }, stack.clock.now())) ?? '',
    )
    stack.clock.advance(1000)
  }
  await stack.runJobs()
  await stack.db
    .updateTable('mails')
    .set({ state: 'failed', sent_at: null, last_error: '550 no' })
    .where('id', '=', ids[1] ?? '')
    .execute()
})
afterAll(() => stack[Symbol.asyncDispose]())

const list = async (query = '') => (await stack.as(admin).get(`/mails${query}`)).body.response
const idsIn = (answer: { entries: { id: string }[] }) => answer.entries.map(({ id }) => id)
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))

test('the delivery log shows the newest mail first, with every attempt', async () => {
  const answer = await list()
  expect(idsIn(answer)).toEqual(ids.toReversed())
  expect(answer).toMatchObject({ entryCount: 3, entryCountExact: true, pageCount: 1 })
  expect(answer.entries[0]).toMatchObject({
    kind: 'login-client',
    to: { name: 'Robin Castle', privs: 0 },
    address: expect.stringMatching(/^client-.*@example\.test$/),
    session: null,
    state: 'sent',
    attempts: 1,
    lastError: null,
    messageId: `<${ids[2]}@127.0.0.1>`,
    log: [{ event: 'begun' }, { event: 'accepted', answer: expect.stringContaining('250') }],
  })
})

test('the delivery log has pages, both orders, a filter by state and a search by recipient', async () => {
  expect(idsIn(await list('?page=2&limit=2'))).toEqual([ids[0]])
  expect(idsIn(await list(`?order=${json(['createdAt', 'ASC'])}`))).toEqual(ids)
  expect(await list(`?filters=${json({ state: ['failed'] })}`)).toMatchObject({
    entryCount: 1,
    entries: [{ id: ids[1], lastError: '550 no' }],
  })
  expect(idsIn(await list('?search=castl'))).toEqual([ids[2]])
  expect(await stack.as(admin).get('/mails?page=1002')).toMatchObject({
    status: 400,
    body: { code: 'page_too_far' },
  })
})

test('the delivery log names the session of a mail and shows no link, not even one that a mail server quotes [OPS-09]', async () => {
  const { coach, client, booked } = await sessionsWorld(stack)
  const session = await booked()
  await stack.runJobs()
  const quoted = '554 5.7.1 refused: http://127.0.0.1/join/AbCdEf0123456789 looks bad'
  await stack.db
    .updateTable('mails')
    .set({
      state: 'failed',
      sent_at: null,
      last_error: quoted,
      log: JSON.stringify([{ at: '2026-11-16T14:00:00.000Z', event: 'refused', answer: quoted }]),
    })
    .where('person_id', '=', client.id)
    .execute()
  const { entries } = await list()
  const about = entries.filter((entry: { session: unknown }) => entry.session !== null)
  expect(about.map((entry: { to: { id: string } }) => entry.to.id).toSorted()).toEqual(
    [coach.id, client.id].toSorted(),
  )
  expect(about[0].session).toEqual({ id: session.id, title: 'Values in practice' })
  const failed = about.find((entry: { to: { id: string } }) => entry.to.id === client.id)
  const masked = '554 5.7.1 refused: http://127.0.0.1/join/… looks bad'
  expect(failed).toMatchObject({ lastError: masked, log: [{ answer: masked }] })
  expect(JSON.stringify(entries)).not.toMatch(/AbCdEf|\/join\/[\w-]{20}/)
})
