import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfText } from '../../../../../tests/support/mail/pdf-text.ts'
import { plantedWord as word, plantEverywhere } from '../../../../../tests/support/worlds/plant-everywhere.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { storedFiles } from '../../../../../tests/support/engines/stored-files.ts'
import { eraseKept } from './erasures.ts'
import { personalData } from './personal-data/personal-data.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let owner: pg.Client
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '87600', PARLEY_TOKEN_ABSOLUTE_HOURS: '87600' })
  world = await sessionsWorld(stack)
  owner = new pg.Client({ connectionString: stack.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await stack[Symbol.asyncDispose]()
})

const dayMs = 86_400_000

/** The tables, including those of the queue, in which some column contains the word, as text or as bytes. */
async function tablesWith(said: string): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query<{ there: boolean }>(
      `select exists (select from ${name} t where t::text ilike '%${said}%'
         or t::text ilike '%${Buffer.from(said).toString('hex')}%') as there`,
    )
    if (rows[0]?.there) found.push(name)
  }
  return found
}

/** The parts of a session that stay: its people and its minutes. */
const record = (sessionId: string) =>
  stack.db
    .selectFrom('sessions as s')
    .innerJoin('presence as r', 'r.session_id', 's.id')
    .select([
      's.start_time',
      's.end_time',
      's.status',
      's.billable',
      's.coach_id',
      's.user_id',
      'r.joined_at',
      'r.left_at',
    ])
    .where('s.id', '=', sessionId)
    .execute()

test('30 days after a deletion no table and no store holds anything of the person, and sessions, minutes and statuses are unchanged [PEOPLE-61 PEOPLE-63]', async () => {
  const { client, session } = await plantEverywhere(stack, world)
  const { client: other } = world
  const before = await tablesWith(word)
  // The row of a copy holds no text.
  const erased = Object.entries(personalData).filter(
    ([name, { rows }]) => rows !== undefined && name !== 'person_copies',
  )
  expect(before).toEqual(expect.arrayContaining(erased.map(([name]) => `public.${name}`)))
  const [kept, others] = [await record(session.id), await stack.as(world.admin).get(`/profiles/${other.id}`)]
  expect(await stack.as(world.orgAdmin).delete(`/profiles/${client.id}`)).toMatchObject({ status: 200 })
  const hidden = await tablesWith(word)
  expect(hidden).toContain('public.people')

  stack.clock.advance(30 * dayMs - 1000)
  await eraseKept(stack.platform)
  expect(await tablesWith(word)).toEqual(hidden)
  stack.clock.advance(1000)
  await eraseKept(stack.platform)
  expect(await tablesWith(word)).toEqual([])
  expect(await tablesWith('203.0.113.9')).toEqual([])
  expect((await storedFiles(stack.config.s3, `${stack.config.s3.prefix}chat/${session.id}`)).whole).toEqual(
    [],
  )
  expect(await record(session.id)).toEqual(kept)
  expect((await stack.as(world.admin).get(`/profiles/${other.id}`)).body).toEqual(others.body)
  expect(
    await stack.db
      .selectFrom('people')
      .select(['first_name', 'email', 'privs'])
      .where('id', '=', client.id)
      .execute(),
  ).toEqual([{ first_name: 'Former client', email: '', privs: 0 }])
})

test('people are erased after the retention period of their own organization [PEOPLE-62]', async () => {
  const { organization, there, orgAdmin, admin } = world
  const people = [
    await stack.make.person({ level: 'Client', organization_id: organization.id }),
    await stack.make.person({ level: 'Client', organization_id: there.organization.id }),
  ]
  const namesOf = async () =>
    (
      await stack.db
        .selectFrom('people')
        .select('first_name')
        .where(
          'id',
          'in',
          people.map(({ id }) => id),
        )
        .orderBy('id')
        .execute()
    ).map(({ first_name }) => first_name === 'Former client')
  for (const { id } of people) await stack.as(admin).delete(`/profiles/${id}`)
  expect(
    await stack.as(orgAdmin).post(`/organizations/update/${organization.id}`, { retention_days: 45 }),
  ).toMatchObject({ status: 200 })
  stack.clock.advance(30 * dayMs)
  await eraseKept(stack.platform)
  expect(await namesOf()).toEqual([false, true])
  stack.clock.advance(15 * dayMs - 1000)
  await eraseKept(stack.platform)
  expect(await namesOf()).toEqual([false, true])
  stack.clock.advance(1000)
  await eraseKept(stack.platform)
  expect(await namesOf()).toEqual([true, true])
})

test("an erased person can't be restored, and has a number that tells them from others [PEOPLE-61]", async () => {
  const { organization, admin } = world
  const [one, two] = [
    await stack.make.person({ level: 'Client', organization_id: organization.id }),
    await stack.make.person({ level: 'Coach', organization_id: organization.id }),
  ]
  for (const { id } of [one, two]) await stack.as(admin).delete(`/profiles/${id}`)
  stack.clock.advance(400 * dayMs)
  await eraseKept(stack.platform)
  const [first, second] = [
    await stack.as(admin).get(`/profiles/${one.id}`),
    await stack.as(admin).get(`/profiles/${two.id}`),
  ]
  expect(first.body.response).toMatchObject({
    first_name: 'Former client',
    abilities: { restore: false, edit: false },
  })
  expect(second.body.response).toMatchObject({ first_name: 'Former coach', abilities: { restore: false } })
  expect(first.body.response.last_name).toMatch(/^\d+$/)
  expect(second.body.response.last_name).not.toBe(first.body.response.last_name)
  expect(await stack.as(admin).post(`/profiles/restore/${one.id}`)).toMatchObject({
    status: 409,
    body: { code: 'person_erased' },
  })
  await eraseKept(stack.platform)
  expect((await stack.as(admin).get(`/profiles/${one.id}`)).body).toEqual(first.body)
})

test("erasing a coach deletes their own words, takes their name from what they wrote about a client, and leaves the client's words [PEOPLE-61]", async () => {
  const { organization, client, admin } = world
  const coach = await stack.make.person({
    level: 'Coach',
    organization_id: organization.id,
    first_name: 'Wilhelmina',
    last_name: 'Featherstone',
  })
  const session = await stack.make.session({
    coach,
    client,
    start: at('15:00', '2026-10-10'),
    status: 'Completed',
    title: 'Values',
  })
  const now = new Date(stack.clock.now())
  const ids = { session_id: session.id, person_id: client.id }
  const data = 'Calm.\n\nWilhelmina Featherstone:\nClear.'
  await stack.db.insertInto('chats').values({ session_id: session.id, messages: 2 }).execute()
  const message = { session_id: session.id, created_at: now, type: 'text' }
  await stack.db
    .insertInto('chat_messages')
    .values([
      { ...message, number: 1, author_id: coach.id, client_id: randomUUID(), body: 'Wilhelmina here' },
      { ...message, number: 2, author_id: client.id, client_id: randomUUID(), body: 'Good morning' },
    ])
    .execute()
  await stack.db
    .insertInto('assessments')
    .values({ ...ids, rubric_version: 1, changes: 1 })
    .execute()
  await stack.db
    .insertInto('assessment_answers')
    .values({ ...ids, conversation: 0, path: 'notes', data, number: 1 })
    .execute()
  await stack.db
    .insertInto('assessment_changes')
    .values({ ...ids, number: 1, conversation: 0, path: 'notes', data, by_id: coach.id, at: now })
    .execute()
  await stack.db
    .insertInto('assessment_reports')
    .values({
      ...ids,
      sent_by: coach.id,
      at: now,
      figures: JSON.stringify({ coaches: ['Wilhelmina Featherstone'], name: 'Robin Ames' }),
    })
    .execute()
  expect(await stack.as(admin).delete(`/profiles/${coach.id}`)).toMatchObject({ status: 200 })
  stack.clock.advance(400 * dayMs)
  await eraseKept(stack.platform)

  expect(await tablesWith('Wilhelmina')).toEqual([])
  const { last_name: number } = await stack.db
    .selectFrom('people')
    .select('last_name')
    .where('id', '=', coach.id)
    .executeTakeFirstOrThrow()
  const former = `Former coach ${number}`
  const of = (table: 'assessment_answers' | 'assessment_changes') =>
    stack.db.selectFrom(table).select('data').where('session_id', '=', session.id).execute()
  const said = [{ data: `Calm.\n\n${former}:\nClear.` }]
  expect([await of('assessment_answers'), await of('assessment_changes')]).toEqual([said, said])
  expect(
    await stack.db
      .selectFrom('assessment_reports')
      .select('figures')
      .where('session_id', '=', session.id)
      .execute(),
  ).toEqual([{ figures: { coaches: [former], name: 'Robin Ames' } }])
  expect(
    await stack.db
      .selectFrom('chat_messages')
      .select(['type', 'body'])
      .where('session_id', '=', session.id)
      .orderBy('number')
      .execute(),
  ).toEqual([
    { type: 'erased', body: '' },
    { type: 'text', body: 'Good morning' },
  ])
  expect(
    await stack.db.selectFrom('sessions').select('title').where('id', '=', session.id).executeTakeFirst(),
  ).toEqual({ title: 'Values' })
})

test('an erased person who comes back with a backup is erased again the next night, and their sessions ahead are cancelled [PRIV-06]', async () => {
  const { organization, admin, client: other } = world
  const ottoline = { organization_id: organization.id, first_name: 'Ottoline' }
  const client = await stack.make.person({ level: 'Client', ...ottoline })
  const coach = await stack.make.person({ level: 'Coach', ...ottoline })
  const back = [client.id, coach.id]
  for (const id of back)
    expect(await stack.as(admin).post(`/privacy/erasure/${id}`)).toMatchObject({ status: 200 })
  await stack.runJobs()
  expect(await tablesWith('Ottoline')).toEqual([])
  // As an earlier backup would restore them.
  await owner.query('delete from erasures where person_id = any($1)', [back])
  await owner.query(
    `update people set first_name = 'Ottoline', deleted_at = null, anonymized_at = null, former_number = null
     where id = any($1)`,
    [back],
  )
  const ahead = await stack.make.session({
    coach,
    client: other,
    start: new Date(stack.clock.now() + dayMs).toISOString(),
  })
  await eraseKept(stack.platform)
  await stack.runJobs()
  expect(await tablesWith('Ottoline')).toEqual([])
  const names = await Promise.all(
    back.map(async (id) => (await stack.as(admin).get(`/profiles/${id}`)).body.response),
  )
  expect(names).toMatchObject([
    { first_name: 'Former client', deletedAt: expect.any(String) },
    { first_name: 'Former coach', deletedAt: expect.any(String) },
  ])
  expect((await stack.as(admin).get(`/sessions/${ahead.id}`)).body.response).toMatchObject({
    status: 'Cancelled',
  })
})

test('a night merges the lists of erased people into one and loses nobody [PRIV-06]', async () => {
  const { organization, admin } = world
  const client = await stack.make.person({ level: 'Client', organization_id: organization.id })
  expect(await stack.as(admin).post(`/privacy/erasure/${client.id}`)).toMatchObject({ status: 200 })
  await stack.runJobs()
  const { files } = stack.platform
  const lists = async () => {
    const names: string[] = []
    for await (const name of files.names('erased/')) names.push(name)
    return names
  }
  const others = Array.from({ length: 100 }, () => randomUUID())
  for (const id of others) await files.put(`erased/2026-01-01 ${id}`, Readable.from([Buffer.from(id)]))
  const before = await lists()
  expect(before.length).toBeGreaterThan(100)
  await eraseKept(stack.platform)
  const [list = '', ...more] = await lists()
  expect(more).toEqual([])
  const content = await files.read(list)
  const ids = (content ? await text(content) : '').split('\n')
  expect(ids).toEqual(expect.arrayContaining([client.id, ...others]))
})

test("after coach and client were erased, an invoice has the coach's name as it was billed and no client's name [BILL-45]", async () => {
  const { organization, admin } = world
  const client = await stack.make.person({
    level: 'Client',
    organization_id: organization.id,
    first_name: 'Zebediah',
    last_name: 'Quill',
  })
  const { id } = await stack.make.invoice(organization.id)
  const { coach_id } = await stack.db
    .selectFrom('invoice_lines')
    .select('coach_id')
    .where('invoice_id', '=', id)
    .executeTakeFirstOrThrow()
  await owner.query("update invoice_lines set name = 'Ottilie Brandt' where invoice_id = $1", [id])
  await stack.db
    .updateTable('people')
    .set({ first_name: 'Ottilie', last_name: 'Brandt' })
    .where('id', '=', coach_id)
    .execute()
  await owner.query('alter table sessions disable trigger user')
  await stack.db
    .updateTable('sessions')
    .set({ user_id: client.id, title: 'Zebediah and the raise' })
    .where('coach_id', '=', coach_id)
    .execute()
  await owner.query('alter table sessions enable trigger user')
  const read = async () => {
    const { body } = await stack.as(admin).get(`/invoice/invoice/${id}`)
    const sessions = await stack.as(admin).get(`/invoice/sessions/${id}?coach_id=${coach_id}`)
    const paper = await stack.app.inject({
      method: 'GET',
      url: `/api/invoice/pdf/${id}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect([sessions.status, paper.statusCode]).toEqual([200, 200])
    return { body, sessions: JSON.stringify(sessions.body), paper: await pdfText(paper.rawPayload) }
  }
  const before = await read()
  expect(before.sessions).toContain('Zebediah')
  for (const person of [client.id, coach_id])
    expect(await stack.as(admin).post(`/privacy/erasure/${person}`)).toMatchObject({ status: 200 })
  await stack.runJobs()
  const after = await read()
  expect(after.body).toEqual(before.body)
  expect(JSON.stringify(after.body)).toContain('Ottilie Brandt')
  expect(after.paper).toEqual(before.paper)
  expect(after.paper).toMatch(/Ottilie\s*Brandt/)
  expect(after.sessions).not.toMatch(/Zebediah|Quill/)
})
