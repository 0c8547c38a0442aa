import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#platform/audit/audit.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let home: string
let orgAdmin: TestPerson
beforeAll(async () => {
  stack = await startStack()
  home = (await stack.make.organization()).id
  orgAdmin = await stack.make.person({ level: 'OrgAdmin', organization_id: home, last_name: 'Quill' })
  const elsewhere = (await stack.make.organization()).id
  // Namesakes of another organization, more than are looked up one by one, and made before ours.
  await stack.platform.database.pool.query(
    `insert into people (username, email, first_name, last_name, privs, organization_id)
     select 'namesake-' || n, 'namesake-' || n || '@example.test', 'Maria', 'Common', 0, $1 from generate_series(1, 400) n`,
    [elsewhere],
  )
})
afterAll(() => stack[Symbol.asyncDispose]())

async function written(last_name: string) {
  const person = await stack.make.person({ level: 'Client', organization_id: home, last_name })
  const by = { id: orgAdmin.id, address: null, requestId: null }
  const entry = { subjectKind: 'person', subjectId: person.id, organizationId: home } as const
  await audit(stack.db, by, stack.clock.now(), { action: 'people.create', ...entry })
  return person
}

const search = async (words: string) =>
  (await stack.as(orgAdmin).get(`/audit?search=${encodeURIComponent(words)}`)).body.response

test('a search by name finds people of the own organization among 400 namesakes elsewhere', async () => {
  await written('Common')
  await written('Rarely')
  expect(await search('rarely')).toMatchObject({
    entryCount: 1,
    entries: [{ subject: { name: 'Robin Rarely' } }],
  })
  expect(await search('common')).toMatchObject({
    entryCount: 1,
    entryCountExact: true,
    entries: [{ subject: { name: 'Robin Common' } }],
  })
  expect((await search('quill')).entryCount).toBe(2)
  expect((await search('nobody')).entryCount).toBe(0)
})

test('a search has pages up to 1,000 entries, the whole list up to 10,000', async () => {
  const status = async (query: string) => (await stack.as(orgAdmin).get(`/audit?${query}`)).status
  expect(await status('search=quill&page=100')).toBe(200)
  expect(await status('search=quill&page=101')).toBe(400)
  expect(await status('page=101')).toBe(200)
  expect(await status('page=1002')).toBe(400)
})

test('a search is counted up to 1,000 entries, the whole list further', async () => {
  const person = await stack.make.person({ level: 'Client', organization_id: home, last_name: 'Manifold' })
  await stack.platform.database.pool.query(
    `insert into audit_log (at, by_id, action, subject_kind, subject_id, organization_id)
     select now(), $1, 'people.update', 'person', $2, $3 from generate_series(1, 1001)`,
    [orgAdmin.id, person.id, home],
  )
  expect(await search('manifold')).toMatchObject({ entryCount: 1000, entryCountExact: false })
  const whole = (await stack.as(orgAdmin).get('/audit?page=1')).body.response
  expect(whole.entryCount).toBeGreaterThan(1000)
  expect(whole.entryCountExact).toBe(true)
})

test('the audit has an index by person and time', async () => {
  const { rows } = await stack.platform.database.pool.query(
    "select from pg_indexes where tablename = 'audit_log' and indexdef like '%(by_id, at)%'",
  )
  expect(rows).toHaveLength(1)
})

test('the audit has an index by action, organization and time', async () => {
  const { rows } = await stack.platform.database.pool.query(
    "select from pg_indexes where tablename = 'audit_log' and indexdef like '%(action, organization_id, at)%'",
  )
  expect(rows).toHaveLength(1)
})
