import { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chatWorld } from '../../../../../../tests/support/worlds/chat-world.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { formOf, formType, goodFiles } from '../../../../../../tests/support/sample-files.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { storedFiles } from '../../../../../../tests/support/engines/stored-files.ts'
import { eraseKept } from '../erasures.ts'
import { personalData } from '../personal-data/personal-data.ts'
import { sweepCopies } from './copies.ts'
import { makeCopy } from './make-copy.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof chatWorld>>
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '100' })
})
beforeEach(async () => {
  await stack.anew()
  world = await chatWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())

const hourMs = 3_600_000
const ask = (by: TestPerson, { id }: { id: string }) => stack.as(by).post(`/privacy/copies/${id}`)
const latest = async (by: TestPerson, { id }: { id: string }) =>
  (await stack.as(by).get(`/privacy/copies/${id}`)).body.response
const addressOf = (by: TestPerson, copyId: string) => stack.as(by).get(`/privacy/copies/address/${copyId}`)

/** The path of a copy's address, which a browser requests without a token. */
async function pathFor(by: TestPerson, copyId: string): Promise<string> {
  const { body } = await addressOf(by, copyId)
  return new URL(body.response.url).pathname
}
const fetchAt = (path: string) => stack.app.inject({ method: 'GET', url: path })

/** Requests a copy, lets the worker make it, fetches it and unzips it. */
async function copyOf(by: TestPerson, person: { id: string }) {
  const { body } = await ask(by, person)
  await stack.runJobs()
  const fetched = await fetchAt(await pathFor(by, body.response.id))
  expect(fetched.statusCode).toBe(200)
  const files = unzipSync(fetched.rawPayload)
  const textOf = (name: string) => new TextDecoder().decode(files[name])
  return { files, page: textOf('index.html'), json: textOf('data.json'), size: fetched.rawPayload.length }
}

test('a copy has what was written by and about a client, with the files, as a page and as JSON [PEOPLE-66]', async () => {
  const { orgAdmin, coach, client, individual, send } = world
  const id = await individual()
  await send(coach, id, 'How <was> it & why?')
  const pdf = goodFiles.pdf ?? Buffer.alloc(0)
  await stack.as(coach).upload(`/chat/${id}/files`, formOf('plan #1.pdf', pdf), formType)
  const { files, page, json } = await copyOf(orgAdmin, client)
  expect(Object.keys(files).toSorted()).toEqual(['data.json', 'files/1 plan #1.pdf', 'index.html'])
  expect(Buffer.from(files['files/1 plan #1.pdf'] ?? []).equals(pdf)).toBe(true)
  const { data } = JSON.parse(json)
  expect(data.people).toMatchObject([{ id: client.id, username: client.username }])
  expect(data.sessions).toMatchObject([{ id, status: 'Scheduled' }])
  expect(data.chat_messages).toMatchObject([{ body: 'How <was> it & why?' }, { type: 'media' }])
  expect(page).toContain('How &lt;was&gt; it &amp; why?')
  expect(page).toContain('href="files/1%20plan%20%231.pdf"')
  expect(page).toContain('<td>Robin Ames</td>')
})

test("a coach's copy names no client and holds no secret [PEOPLE-66]", async () => {
  const { orgAdmin, coach, client, individual, send } = world
  const id = await individual()
  await send(coach, id, 'To be continued.')
  await stack.db
    .updateTable('people')
    .set({ first_name: 'Quirin', last_name: 'Zeppelin' })
    .where('id', '=', client.id)
    .execute()
  const { page, json } = await copyOf(orgAdmin, coach)
  expect(json).toContain('To be continued.')
  for (const text of [page, json]) expect(text).not.toMatch(/Quirin|Zeppelin|password_hash|token_hash|secret/)
})

test('every table with personal data is in a copy, except the counts of assessments [PEOPLE-66]', () => {
  const silent = Object.entries(personalData).filter(
    ([, { rows, copied = rows, columns }]: [string, { rows?: unknown; copied?: unknown; columns: object }]) =>
      copied === undefined && Object.values(columns).some((column) => column !== 'plain'),
  )
  expect(silent.map(([name]) => name)).toEqual(['assessment_counts'])
})

test('a copy can be fetched once, within a minute of its address [PEOPLE-66]', async () => {
  const { orgAdmin, client, organization } = world
  const { body } = await ask(orgAdmin, client)
  const copyId: string = body.response.id
  expect(await addressOf(orgAdmin, copyId)).toMatchObject({ status: 404, body: { code: 'copy_not_found' } })
  await stack.runJobs()
  const [late, first, second] = [
    await pathFor(orgAdmin, copyId),
    await pathFor(orgAdmin, copyId),
    await pathFor(orgAdmin, copyId),
  ]
  stack.clock.advance(60_001)
  expect((await fetchAt(late)).json()).toMatchObject({ code: 'download_dead' })
  stack.clock.advance(-60_001)
  const both = await Promise.all([fetchAt(first), fetchAt(second)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect((await fetchAt(first)).statusCode).toBe(404)
  expect(await addressOf(orgAdmin, copyId)).toMatchObject({ status: 404 })
  expect(await latest(orgAdmin, client)).toMatchObject({ state: 'fetched' })
  const audited = await stack.db
    .selectFrom('audit_log')
    .select(['action', 'by_id', 'about_id', 'organization_id'])
    .where('subject_id', '=', client.id)
    .where('action', 'like', 'privacy.copy%')
    .orderBy('id')
    .execute()
  const by = { by_id: orgAdmin.id, organization_id: organization.id }
  expect(audited).toEqual([
    { action: 'privacy.copy', about_id: null, ...by },
    { action: 'privacy.copy-fetch', about_id: client.id, ...by },
  ])
})

test("an admin who is lowered or moved after the address was made, or whose client has become an equal, can't fetch the copy [PEOPLE-66]", async () => {
  const { orgAdmin, client, organization, there } = world
  const { body } = await ask(orgAdmin, client)
  await stack.runJobs()
  const path = await pathFor(orgAdmin, body.response.id)
  const put = (id: string, changes: { privs?: number; organization_id?: string }) =>
    stack.db.updateTable('people').set(changes).where('id', '=', id).execute()
  await put(orgAdmin.id, { privs: 1 })
  expect((await fetchAt(path)).statusCode).toBe(404)
  await put(orgAdmin.id, { privs: 2, organization_id: there.organization.id })
  expect((await fetchAt(path)).statusCode).toBe(404)
  await put(orgAdmin.id, { organization_id: organization.id })
  await put(client.id, { privs: 2 })
  expect((await fetchAt(path)).statusCode).toBe(404)
  await put(client.id, { privs: 0 })
  expect((await fetchAt(path)).statusCode).toBe(200)
})

test("a coach can't have a copy made, and an OrgAdmin only of themselves and of people below them in their own organization [PEOPLE-66]", async () => {
  const { orgAdmin, coach, client, admin, there } = world
  expect(await ask(coach, client)).toMatchObject({ status: 403, body: { code: 'level_too_low' } })
  expect(await ask(orgAdmin, there.client)).toMatchObject({ status: 404 })
  expect(await ask(admin, admin)).toMatchObject({ status: 200 })
  expect(await ask(orgAdmin, orgAdmin)).toMatchObject({ status: 200 })
  const equal = await stack.make.person({ level: 'OrgAdmin', organization_id: orgAdmin.organization_id })
  expect(await ask(orgAdmin, equal)).toMatchObject({ status: 403, body: { code: 'not_below' } })
  const { body } = await ask(admin, there.client)
  await stack.runJobs()
  expect(await addressOf(orgAdmin, body.response.id)).toMatchObject({
    status: 404,
    body: { code: 'person_not_found' },
  })
})

test('three requests make one copy, which is deleted with its bytes after a day [PEOPLE-66]', async () => {
  const { orgAdmin, admin, client } = world
  const asked = await Promise.all([ask(orgAdmin, client), ask(orgAdmin, client), ask(admin, client)])
  expect(new Set(asked.map(({ body }) => body.response.id)).size).toBe(1)
  await stack.runJobs()
  const copyId = String(asked[0]?.body.response.id)
  expect(await latest(orgAdmin, client)).toMatchObject({
    id: copyId,
    state: 'made',
    size: expect.any(Number),
  })
  const bytes = () => storedFiles(stack.config.s3, `${stack.config.s3.prefix}copies/${copyId}`)
  stack.clock.advance(24 * hourMs - 1)
  await sweepCopies(stack.platform)
  expect((await bytes()).whole).toHaveLength(1)
  stack.clock.advance(1)
  expect(await latest(orgAdmin, client)).toBe(null)
  await sweepCopies(stack.platform)
  expect((await bytes()).whole).toEqual([])
  expect(await stack.db.selectFrom('person_copies').select('id').where('id', '=', copyId).execute()).toEqual(
    [],
  )
})

test('erasing a person deletes their copy, also one that is still being made [PEOPLE-66 PRIV-02]', async () => {
  const { orgAdmin, client, otherClient } = world
  const { body: made } = await ask(orgAdmin, client)
  await stack.runJobs()
  const { body: late } = await ask(orgAdmin, otherClient)
  for (const { id } of [client, otherClient])
    expect(await stack.as(orgAdmin).post(`/privacy/erasure/${id}`)).toMatchObject({ status: 200 })
  await eraseKept(stack.platform)
  // The pending job runs now, and once more as after a kill.
  for (let i = 0; i < 2; i += 1) await makeCopy(stack.platform, { copyId: late.response.id }, false)
  for (const { response } of [made, late]) {
    const { whole, begun } = await storedFiles(
      stack.config.s3,
      `${stack.config.s3.prefix}copies/${response.id}`,
    )
    expect([whole, begun]).toEqual([[], []])
  }
})

test('a person is told by mail of their copy if the organization wants it, and otherwise not [PEOPLE-66]', async () => {
  const { orgAdmin, client, there } = world
  const told = async () =>
    (await stack.db.selectFrom('mails').select('person_id').where('kind', '=', 'data-copied').execute()).map(
      ({ person_id }) => person_id,
    )
  await stack.db
    .updateTable('organizations')
    .set({ copies_told: true })
    .where('id', '=', client.organization_id)
    .execute()
  await ask(orgAdmin, client)
  await ask(there.orgAdmin, there.client)
  await stack.runJobs()
  expect(await told()).toEqual([client.id])
})

test('a copy that the store does not take is tried again, and has failed after the last try [PEOPLE-66]', async () => {
  const { orgAdmin, client } = world
  const { body } = await ask(orgAdmin, client)
  const away = {
    ...stack.platform,
    files: { ...stack.platform.files, put: () => Promise.reject(new Error('away')) },
  }
  await expect(makeCopy(away, { copyId: body.response.id }, false)).rejects.toThrow('away')
  expect(await latest(orgAdmin, client)).toMatchObject({ state: 'waiting' })
  await expect(makeCopy(away, { copyId: body.response.id }, true)).rejects.toThrow('away')
  expect(await latest(orgAdmin, client)).toMatchObject({ state: 'failed' })
  expect(await ask(orgAdmin, client)).toMatchObject({ status: 200, body: { response: { state: 'waiting' } } })
})

test('a file that the store breaks off fails that try only, and the next copy is complete [PEOPLE-66]', async () => {
  const { orgAdmin, coach, client, individual } = world
  const id = await individual()
  const pdf = goodFiles.pdf ?? Buffer.alloc(0)
  await stack.as(coach).upload(`/chat/${id}/files`, formOf('plan.pdf', pdf), formType)
  const { body } = await ask(orgAdmin, client)
  const broken = async function* () {
    yield pdf
    throw new Error('the store broke off')
  }
  const files = { ...stack.platform.files, read: async () => Readable.from(broken()) }
  await expect(makeCopy({ ...stack.platform, files }, { copyId: body.response.id }, false)).rejects.toThrow(
    'the store broke off',
  )
  const { files: whole } = await copyOf(orgAdmin, client)
  expect(Buffer.from(whole['files/1 plan.pdf'] ?? []).equals(pdf)).toBe(true)
})
