import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { eventually } from '../../../../../../tests/support/eventually.ts'
import { openEvents } from '../../../../../../tests/support/events.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { resumeImports, sweepImports, writeImport } from './import-writing.ts'

const header = 'first_name,last_name,username,email,coach_username'

/** An import with this many good rows, started by an OrgAdmin but not yet processed. */
async function begun(stack: Stack, count: number, more: readonly string[] = []) {
  const organization = await stack.make.organization()
  const admin = await stack.make.person({ level: 'OrgAdmin', organization_id: organization.id })
  const coach = await stack.make.person({
    level: 'Coach',
    organization_id: organization.id,
    username: 'dana',
  })
  const call = stack.as(admin)
  const lines = Array.from({ length: count }, (_, i) => `Ada,Okafor,ada.${i + 2},ada@example.test,`)
  const csv = [header, ...lines, ...more].join('\n')
  const { id } = (await call.upload('/imports?filename=cohort.csv', csv)).body.response
  await stack.runJobs()
  expect((await call.post(`/imports/run/${id}`)).body.response.state).toBe('running')
  return {
    id,
    organization,
    admin,
    coach,
    call,
    summary: async () => (await call.get(`/imports/${id}`)).body.response,
  }
}

const clients = async (stack: Stack) =>
  (await stack.db.selectFrom('people').select('username').where('privs', '=', 0).execute()).map(
    (row) => row.username,
  )

const errorsOf = async (stack: Stack, importId: string) =>
  (
    await stack.db
      .selectFrom('import_rows')
      .select(['row', 'error_message'])
      .where('import_id', '=', importId)
      .where('state', '=', 'error')
      .orderBy('row')
      .execute()
  ).map(({ row, error_message }) => `${row} ${error_message}`)

async function asOwner(stack: Stack, statement: string): Promise<void> {
  const owner = openDatabase(stack.database.ownerUrl, 1, () => {})
  await sql.raw(statement).execute(owner.db)
  await owner.close()
}

test('a batch that fails halfway is not written at all, and the next run writes every row once [IMPORT-03]', async () => {
  await using stack = await startStack()
  const { id, summary } = await begun(stack, 250)
  // The people of the second batch are already inserted when updating the state of one of its rows fails.
  await asOwner(
    stack,
    `create function cut() returns trigger language plpgsql as $$ begin raise 'cut'; end $$;
     create trigger cut before update on import_rows for each row when (old.row = 150) execute function cut()`,
  )
  await expect(writeImport(stack.platform, id)).rejects.toThrow('cut')
  expect(await summary()).toMatchObject({ state: 'running', written: 100 })
  expect(await clients(stack)).toHaveLength(100)
  await asOwner(stack, 'drop trigger cut on import_rows')

  await writeImport(stack.platform, id)
  expect(await summary()).toMatchObject({ state: 'done', good: 250, errors: 0, written: 250 })
  expect(new Set(await clients(stack)).size).toBe(250)
  await writeImport(stack.platform, id)
  expect(await clients(stack)).toHaveLength(250)
})

test('two workers on one import write each row once [IMPORT-03]', async () => {
  await using stack = await startStack()
  const { id, summary } = await begun(stack, 350)
  await Promise.all([writeImport(stack.platform, id), resumeImports(stack.platform)])
  expect(await summary()).toMatchObject({ state: 'done', written: 350, errors: 0 })
  expect(new Set(await clients(stack)).size).toBe(350)
  const { n } = await stack.db
    .selectFrom('audit_log')
    .select(sql<string>`count(*)`.as('n'))
    .where('action', '=', 'people.import-done')
    .executeTakeFirstOrThrow()
  expect(n).toBe('1')
})

test('rows are checked again when they are written, because names and coaches may have changed since the preview [IMPORT-04]', async () => {
  await using stack = await startStack()
  const { id, coach, organization, summary } = await begun(stack, 3, [
    'Ada,Okafor,ada.5,ada@example.test,dana',
  ])
  await stack.make.person({ level: 'Coach', organization_id: organization.id, username: 'ada.3' })
  await stack.db
    .updateTable('people')
    .set({ deleted_at: new Date(stack.clock.now()) })
    .where('id', '=', coach.id)
    .execute()
  const before = await stack.db.selectFrom('people').selectAll().where('username', '=', 'ada.3').execute()
  await writeImport(stack.platform, id)
  expect(await summary()).toMatchObject({ state: 'done', good: 2, errors: 2, written: 2 })
  expect(await errorsOf(stack, id)).toEqual([
    '3 Username is taken',
    '5 No coach of this organization has this username',
  ])
  expect(await stack.db.selectFrom('people').selectAll().where('username', '=', 'ada.3').execute()).toEqual(
    before,
  )
})

test('a username that is taken while the row is being written becomes an error row [IMPORT-04]', async () => {
  await using stack = await startStack()
  const { id, organization } = await begun(stack, 3)
  const values = { privs: 1, username: 'ada.3', email: 'x@y.test', first_name: 'X', last_name: 'Y' }
  let writing: Promise<void> = Promise.resolve()
  await stack.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('people')
      .values({ ...values, organization_id: organization.id })
      .execute()
    // The import finds the username free, because nobody can see this uncommitted person, and its insert waits for this
    // transaction.
    writing = writeImport(stack.platform, id)
    await eventually(
      async () =>
        (
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            stack.db,
          )
        ).rows.length,
      (waiting) => waiting === 1,
    )
  })
  await writing
  expect(await errorsOf(stack, id)).toEqual(['3 Username is taken'])
  expect((await clients(stack)).toSorted()).toEqual(['ada.2', 'ada.4'])
})

test('an import sends no mail [IMPORT-05]', async () => {
  await using stack = await startStack()
  const { summary } = await begun(stack, 5)
  await stack.runJobs()
  expect(await summary()).toMatchObject({ state: 'done', written: 5 })
  expect(await stack.db.selectFrom('mails').selectAll().execute()).toEqual([])
  // No job is queued either.
  expect((await sql`select from graphile_worker.jobs`.execute(stack.db)).rows).toEqual([])
})

test('stop takes effect at once and keeps what is written, and run continues after it', async () => {
  await using stack = await startStack()
  const { id, call, summary } = await begun(stack, 250)
  const { platform } = stack
  const stopAndPublish: typeof platform.live.publish = async (...told) => {
    await call.post(`/imports/stop/${id}`)
    await platform.live.publish(...told)
  }
  // Stops the import at the notice about the first batch.
  await writeImport({ ...platform, live: { ...platform.live, publish: stopAndPublish } }, id)
  expect(await summary()).toMatchObject({ state: 'stopped', good: 250, written: 100 })
  await resumeImports(platform)
  expect(await summary()).toMatchObject({ state: 'stopped', written: 100 })
  expect((await call.post(`/imports/stop/${id}`)).body.response).toMatchObject({
    state: 'stopped',
    written: 100,
  })

  expect((await call.post(`/imports/run/${id}`)).status).toBe(200)
  expect(await call.post(`/imports/run/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'import_not_ready' },
  })
  await writeImport(platform, id)
  expect(await summary()).toMatchObject({ state: 'done', written: 250, errors: 0 })
  expect(await call.post(`/imports/run/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'import_not_ready' },
  })
  expect((await call.post(`/imports/stop/${id}`)).body.response.state).toBe('done')
})

test.each([
  ['lowered', { privs: 1 }],
  ['deleted', { deleted_at: new Date() }],
])('somebody who is %s while their import runs imports nobody more [IMPORT-01]', async (_how, change) => {
  await using stack = await startStack()
  const { id, admin } = await begun(stack, 5)
  await stack.db.updateTable('people').set(change).where('id', '=', admin.id).execute()
  await writeImport(stack.platform, id)
  expect(await clients(stack)).toEqual([])
  const { state } = await stack.db
    .selectFrom('imports')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('stopped')
})

test('the person who started an import gets a live notice of each batch', async () => {
  await using stack = await startStack()
  const { id, admin } = await begun(stack, 250)
  const address = await stack.app.listen({ host: '127.0.0.1', port: 0 })
  const events = await openEvents(`${address}/api/live`, admin.token)
  await writeImport(stack.platform, id)
  const notice = { kind: 'import', id }
  await eventually(
    () => events.notices,
    (notices) => notices.length === 4,
  )
  expect(events.notices).toEqual([notice, notice, notice, notice])
  events.stop()
  await events.ended
})

test('imports and their rows are swept after 30 days, and the people stay', async () => {
  await using stack = await startStack()
  const { id } = await begun(stack, 3)
  await writeImport(stack.platform, id)
  const day = 24 * 3_600_000
  const left = async () => (await stack.db.selectFrom('import_rows').select('row').execute()).length
  await sweepImports(stack.db, stack.clock.now() + 30 * day)
  expect(await left()).toBe(3)
  await sweepImports(stack.db, stack.clock.now() + 30 * day + 1)
  expect(await left()).toBe(0)
  expect(await stack.db.selectFrom('imports').selectAll().execute()).toEqual([])
  expect(await clients(stack)).toHaveLength(3)
})
