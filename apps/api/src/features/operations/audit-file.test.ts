import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditFileMax } from '@parley/contract/operations.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))

async function linesFor(by: TestPerson, query = '') {
  const { status, body, headers } = await stack.as(by).get(`/audit/file${query}`)
  expect(status).toBe(200)
  return { headers, lines: String(body).replace('\uFEFF', '').trimEnd().split('\r\n') }
}

test('the audit file has what the list shows, newest first, in words and without formulas [OPS-08]', async () => {
  const { coach, orgAdmin, organization, book, update } = world
  const { id } = (await book(coach, { title: '=HYPERLINK("http://evil.test")' })).body.response
  stack.clock.advance(1000)
  await update(coach, id, { start_time: at('15:30'), end_time: at('16:30') })
  stack.clock.advance(1000)
  await stack.as(orgAdmin).post(`/organizations/update/${organization.id}`, { retention_days: 90 })
  const { headers, lines } = await linesFor(orgAdmin)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toContain('attachment; filename="audit-2026-11-16.csv"')
  const name = organization.display_name
  const moved = `Start: ${at('15:00')} → ${at('15:30')}; End: ${at('16:00')} → ${at('16:30')}`
  const title = `"'=HYPERLINK(""http://evil.test"")"`
  expect(lines).toEqual([
    'When (UTC),Who,Level,What,On,Name,Organization,Change,Address,Id',
    `2026-11-16T14:00:02.000Z,Robin Ames,OrgAdmin,Changed,Organization,${name},${name},Retention: 30 days → 90 days,127.0.0.1,${organization.id}`,
    `2026-11-16T14:00:01.000Z,Robin Ames,Coach,Changed,Session,${title},${name},${moved},127.0.0.1,${id}`,
    `2026-11-16T14:00:00.000Z,Robin Ames,Coach,Scheduled,Session,${title},${name},,127.0.0.1,${id}`,
  ])
})

test("the audit file takes the list's filters and search, and gives an OrgAdmin only their own organization [OPS-06 OPS-08]", async () => {
  const { admin, orgAdmin, coach, there } = world
  const only = await linesFor(admin, `?filters=${json({ action: ['sessions.create'] })}`)
  expect(only.lines).toHaveLength(2)
  expect((await linesFor(orgAdmin, '?search=nobody')).lines).toHaveLength(1)
  expect((await linesFor(there.orgAdmin)).lines).toHaveLength(1)
  expect(await stack.as(coach).get('/audit/file')).toMatchObject({ status: 403 })
})

test('the file of a long audit ends at its maximum and has no entry twice [OPS-08]', async () => {
  await stack.platform.database.pool.query(
    `insert into audit_log (at, action, subject_kind, subject_id, organization_id)
     select $1::timestamptz - make_interval(secs => n / 7), 'people.create', 'person', gen_random_uuid(), $2
     from generate_series(1, 10100) n`,
    [new Date(stack.clock.now()), world.there.organization.id],
  )
  const { lines } = await linesFor(world.there.orgAdmin)
  expect(lines).toHaveLength(auditFileMax + 1)
  expect(new Set(lines.map((line) => line.split(',').at(-1))).size).toBe(auditFileMax + 1)
})
