import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import { readImport } from './import-reading.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(() => stack.anew())

const columns = 'first_name,last_name,username,email'

async function orgAdminOf() {
  const organization = await stack.make.organization()
  const admin = await stack.make.person({ level: 'OrgAdmin', organization_id: organization.id })
  return { organization, admin, call: stack.as(admin) }
}

type Caller = ReturnType<Stack['as']>

/** Uploads a file and lets the worker read it. */
async function uploaded(call: Caller, csv: string, filename = 'cohort.csv') {
  const answer = await call.upload(`/imports?filename=${encodeURIComponent(filename)}`, csv)
  expect(answer).toMatchObject({ status: 200, body: { response: { state: 'reading', rows: 0, faults: [] } } })
  await stack.runJobs()
  return (await call.get(`/imports/${answer.body.response.id}`)).body.response
}

async function preview(call: Caller, lines: readonly string[], header = columns) {
  const made = await uploaded(call, [header, ...lines].join('\n'))
  expect(made.state).toBe('preview')
  return made
}

/** Each row number with its fate, in a short form. */
async function fates(call: Caller, importId: string): Promise<Record<number, string>> {
  const { body } = await call.get(`/imports/${importId}/rows?page=1&limit=100`)
  return Object.fromEntries(
    body.response.entries.map(
      (row: { row: number; state: string; error: { field: string; message: string } }) => [
        row.row,
        row.error ? `${row.error.field}: ${row.error.message}` : row.state,
      ],
    ),
  )
}

async function run(call: Caller, importId: string) {
  expect((await call.post(`/imports/run/${importId}`)).body.response.state).toBe('running')
  await stack.runJobs()
  return (await call.get(`/imports/${importId}`)).body.response
}

const named = (username: string) =>
  stack.db.selectFrom('people').selectAll().where('username', '=', username).execute()

test('the preview tells what will happen to each row and creates nobody', async () => {
  const { organization, call } = await orgAdminOf()
  await stack.make.person({ level: 'Client', organization_id: organization.id, username: 'kboateng' })
  const before = await stack.db.selectFrom('people').select('id').execute()
  const made = await preview(
    call,
    [
      'Liesbeth,van der Meer,LvanderMeer,l.vandermeer@example.com,',
      'Omar,Haddad,ohaddad,omar.haddad@example.com,Europe/Berlin',
      'Kwame,Boateng,KBoateng,kwame.boateng@volta.example,',
      'Yuki, ,ytanaka,yuki.tanaka@example.com,',
      'Chiara,De Santis-Moretti,cdesantis,chiara@example,',
      'Omar,Haddad,OHADDAD,omar.h@example.com,',
      'Noor,Al-Sayegh,no,noor@example.com,',
      'Sven,Ångström,sangstrom,sven@example.com,Mars/Olympus',
      'Ifeoma,Nwosu,inwosu,ifeoma@example.com,UTC,surplus',
    ],
    `${columns},time_zone`,
  )
  expect(made).toMatchObject({
    filename: 'cohort.csv',
    state: 'preview',
    rows: 9,
    good: 2,
    errors: 7,
    written: 0,
  })
  expect(await fates(call, made.id)).toEqual({
    2: 'good',
    3: 'good',
    4: 'username: Username is taken',
    5: 'last_name: Last name is required',
    6: 'email: Email address is not complete',
    7: 'username: Username repeats row 3',
    8: 'username: Use 3 to 64 lowercase letters, digits, dots, dashes or underscores',
    9: 'time_zone: This time zone is not known',
    10: 'row: This row has more cells than the header',
  })
  expect(await stack.db.selectFrom('people').select('id').execute()).toEqual(before)
})

test('good rows become clients of the organization, with coach and zone, and the file of errors has the others', async () => {
  const { organization, admin, call } = await orgAdminOf()
  const coach = await stack.make.person({
    level: 'Coach',
    organization_id: organization.id,
    username: 'dana',
  })
  const { id } = await preview(
    call,
    [
      'Omar,Haddad,Omar.Haddad, omar.haddad@example.com ,Dana,Europe/Berlin',
      'Yuki,,ytanaka,yuki@example.com,,',
    ],
    `${columns},coach_username,time_zone`,
  )
  expect(await run(call, id)).toMatchObject({ state: 'done', rows: 2, good: 1, errors: 1, written: 1 })
  const [client] = await named('omar.haddad')
  expect(client).toMatchObject({
    privs: 0,
    first_name: 'Omar',
    last_name: 'Haddad',
    email: 'omar.haddad@example.com',
    organization_id: organization.id,
    coach_id: coach.id,
    time_zone: 'Europe/Berlin',
    is_assessor: false,
    deleted_at: null,
  })
  expect(await named('ytanaka')).toEqual([])
  const errors = await call.get(`/imports/${id}/errors`)
  expect(errors.body).toBe(
    `\uFEFF${columns},coach_username,time_zone,error\r\nYuki,,ytanaka,yuki@example.com,,,Last name is required\r\n`,
  )
  expect(errors.headers).toMatchObject({
    'content-disposition': `attachment; filename="cohort-errors.csv"; filename*=UTF-8''cohort-errors.csv`,
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const audited = await stack.db.selectFrom('audit_log').selectAll().where('by_id', '=', admin.id).execute()
  expect(audited.map(({ action, subject_id, detail }) => ({ action, subject_id, detail }))).toEqual([
    { action: 'people.import-run', subject_id: id, detail: { good: 1, errors: 1 } },
    { action: 'people.create', subject_id: client?.id, detail: { privs: 0, coach_id: coach.id, import: id } },
    { action: 'people.import-done', subject_id: id, detail: { written: 1, errors: 1 } },
  ])
})

test('the shipped example can be imported without errors', async () => {
  const { call } = await orgAdminOf()
  const example = new URL('../../../../../../content/examples/clients.csv', import.meta.url)
  const made = await uploaded(call, await readFile(example, 'utf8'), 'clients.csv')
  expect(made).toMatchObject({ filename: 'clients.csv', rows: 3, good: 3, errors: 0 })
})

test('an OrgAdmin can import into their own organization only, Admin and Super into any, a coach not at all [IMPORT-01]', async () => {
  const { organization, call } = await orgAdminOf()
  const other = await stack.make.organization({ display_name: 'Nordlicht' })
  const otherCoach = await stack.make.person({ level: 'Coach', organization_id: other.id })
  const header = `${columns},coach_username,organization`
  const lines = [
    'A,B,anna-1,a@b.test,,',
    `A,B,anna-2,a@b.test,,${organization.display_name.toUpperCase()}`,
    'A,B,anna-3,a@b.test,,Nordlicht',
    `A,B,anna-4,a@b.test,,${other.name}`,
    `A,B,anna-5,a@b.test,${otherCoach.username},`,
  ]
  const own = await preview(call, lines, header)
  expect(await fates(call, own.id)).toEqual({
    2: 'good',
    3: 'good',
    4: 'organization: Only your own organization',
    5: 'organization: Only your own organization',
    6: 'coach_username: No coach of this organization has this username',
  })
  await run(call, own.id)
  const organizations = async () =>
    Object.fromEntries(
      (
        await stack.db
          .selectFrom('people')
          .select(['username', 'organization_id'])
          .where('username', 'like', 'anna-%')
          .execute()
      ).map((row) => [row.username, row.organization_id]),
    )
  expect(await organizations()).toEqual({ 'anna-1': organization.id, 'anna-2': organization.id })

  for (const level of ['Admin', 'Super'] as const) {
    const admin = stack.as(await stack.make.person({ level }))
    const name = level.toLowerCase()
    const any = await preview(
      admin,
      [
        `A,B,anna-${name}-1,a@b.test,,`,
        `A,B,anna-${name}-2,a@b.test,,nordlicht`,
        `A,B,anna-${name}-3,a@b.test,${otherCoach.username},${other.name}`,
        `A,B,anna-${name}-4,a@b.test,${otherCoach.username},${organization.name}`,
        `A,B,anna-${name}-5,a@b.test,,nowhere`,
      ],
      header,
    )
    expect(await fates(admin, any.id)).toEqual({
      2: 'organization: Organization is required',
      3: 'good',
      4: 'good',
      5: 'coach_username: No coach of this organization has this username',
      6: 'organization: There is no such organization.',
    })
    await run(admin, any.id)
    expect(await organizations()).toMatchObject({
      [`anna-${name}-2`]: other.id,
      [`anna-${name}-3`]: other.id,
    })
    const headless = await uploaded(admin, `${columns}\nA,B,abc,a@b.test`)
    expect(headless).toMatchObject({
      state: 'unreadable',
      faults: ['This column is missing: organization'],
    })
  }
  const coach = stack.as(otherCoach)
  expect(await coach.upload('/imports?filename=x.csv', `${columns}\nA,B,abc,a@b.test`)).toMatchObject({
    status: 403,
    body: { code: 'level_too_low' },
  })
  expect(await coach.post(`/imports/run/${own.id}`)).toMatchObject({ status: 403 })
})

test('a display name that two organizations share is an error', async () => {
  const admin = stack.as(await stack.make.person({ level: 'Admin' }))
  const one = await stack.make.organization({ display_name: 'Polarlicht' })
  await stack.make.organization({ display_name: 'Polarlicht' })
  const made = await preview(
    admin,
    ['A,B,bela-1,a@b.test,Polarlicht', `A,B,bela-2,a@b.test,${one.name}`],
    `${columns},organization`,
  )
  expect(await fates(admin, made.id)).toEqual({
    2: 'organization: Several organizations have this name: write the internal one',
    3: 'good',
  })
})

test('an import can be seen by the OrgAdmins of its organization and by Admins only [IMPORT-01]', async () => {
  const { organization, call } = await orgAdminOf()
  const { id } = await preview(call, ['A,B,anna,a@b.test'])
  const someone = async (level: LevelName, organization_id: string | null) =>
    stack.as(await stack.make.person({ level, organization_id }))
  const colleague = await someone('OrgAdmin', organization.id)
  const stranger = await someone('OrgAdmin', (await stack.make.organization()).id)
  const admin = await someone('Admin', null)
  for (const who of [call, colleague, admin]) expect((await who.get(`/imports/${id}`)).status).toBe(200)
  const own = await preview(admin, [`A,B,ben,a@b.test,${organization.name}`], `${columns},organization`)
  for (const [who, hidden] of [
    [stranger, id],
    [stranger, own.id],
    [call, own.id],
    [admin, organization.id],
  ] as const) {
    for (const path of [`/imports/${hidden}`, `/imports/${hidden}/rows?page=1`, `/imports/${hidden}/errors`])
      expect(await who.get(path)).toMatchObject({ status: 404, body: { code: 'import_not_found' } })
    for (const path of [`/imports/run/${hidden}`, `/imports/stop/${hidden}`])
      expect(await who.post(path)).toMatchObject({ status: 404, body: { code: 'import_not_found' } })
  }
})

test('an existing username, also of a deleted person, becomes an error row and changes nobody [IMPORT-02]', async () => {
  const { organization, call } = await orgAdminOf()
  const here = await stack.make.person({ level: 'Client', organization_id: organization.id })
  const gone = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  await stack.db
    .updateTable('people')
    .set({ deleted_at: new Date(stack.clock.now()) })
    .where('id', '=', gone.id)
    .execute()
  const before = await stack.db.selectFrom('people').selectAll().orderBy('id').execute()
  const made = await preview(call, [
    `New,Name,${here.username},new@example.test`,
    `New,Name,${gone.username.toUpperCase()},new@example.test`,
  ])
  expect(await fates(call, made.id)).toEqual({
    2: 'username: Username is taken',
    3: 'username: Username is taken',
  })
  expect(await call.post(`/imports/run/${made.id}`)).toMatchObject({
    status: 409,
    body: { code: 'import_not_ready' },
  })
  expect(await stack.db.selectFrom('people').selectAll().orderBy('id').execute()).toEqual(before)
})

test('the file of errors is safe in a spreadsheet and can be imported once it is corrected [IMPORT-06 IMPORT-07]', async () => {
  const { call } = await orgAdminOf()
  const { id } = await preview(
    call,
    ['=cmd();-Ada;Bad Name;+a@b.test', "@x;'t Hooft;ok-1;nowhere"],
    columns.replaceAll(',', ';'),
  )
  const csv: string = (await call.get(`/imports/${id}/errors`)).body
  expect(csv.split('\r\n').slice(1, 3)).toEqual([
    "'=cmd();'-Ada;Bad Name;'+a@b.test;Use 3 to 64 lowercase letters, digits, dots, dashes or underscores",
    "'@x;'t Hooft;ok-1;nowhere;Email address is not complete",
  ])
  const mended = csv.replace('Bad Name', 'good-name').replace('nowhere', 'no@where.test')
  const again = await uploaded(call, mended, 'mended.csv')
  expect(again).toMatchObject({ rows: 2, good: 2 })
  await run(call, again.id)
  expect((await named('good-name'))[0]).toMatchObject({
    first_name: '=cmd()',
    last_name: '-Ada',
    email: '+a@b.test',
  })
  expect((await named('ok-1'))[0]).toMatchObject({ first_name: '@x', last_name: "'t Hooft" })
})

test('the rows have pages, an order, a filter by state and a search', async () => {
  const { call } = await orgAdminOf()
  const lines = Array.from({ length: 25 }, (_, i) => `Ängla ${i},B,${i % 5 ? `name-${i}` : 'x'},a@b.test`)
  const { id } = await preview(call, lines)
  const rows = async (query: Record<string, string>) =>
    (await call.get(`/imports/${id}/rows?${new URLSearchParams(query)}`)).body
  const listed = (body: { response: { entries: { row: number }[] } }) =>
    body.response.entries.map(({ row }) => row)
  expect((await rows({ page: '3' })).response).toMatchObject({
    entryCount: 25,
    entryCountExact: true,
    pageCount: 3,
  })
  expect(listed(await rows({ page: '3' }))).toEqual([22, 23, 24, 25, 26])
  expect(listed(await rows({ page: '1', limit: '2', order: '["row","DESC"]' }))).toEqual([26, 25])
  expect(listed(await rows({ page: '1', filters: '{"state":["error"]}' }))).toEqual([2, 7, 12, 17, 22])
  expect(listed(await rows({ page: '1', search: 'angla 24' }))).toEqual([26])
  expect(await rows({ page: '1001' })).toMatchObject({ code: 'page_too_far' })
})

test('10,000 rows are previewed at once, and a body over the limit for imports is 413', async () => {
  const { call } = await orgAdminOf()
  const lines = Array.from(
    { length: 10_000 },
    (_, i) => `Ada,Okafor,ada.${i},ada.${i}@example.test,Europe/Berlin`,
  )
  const made = await preview(call, lines, `${columns},time_zone`)
  expect(made).toMatchObject({ rows: 10_000, good: 10_000 })
  expect(await call.upload('/imports?filename=x.csv', 'x'.repeat(9 * 1024 * 1024))).toMatchObject({
    status: 413,
    body: { code: 'body_too_large' },
  })
  // Other routes keep the usual limit.
  const long = { first_name: 'x'.repeat(200_000) }
  expect((await call.put('/profiles/me', long)).status).toBe(413)
})

test('a file that is too large leaves nothing behind, and other types of content are 415', async () => {
  const { admin, call } = await orgAdminOf()
  const imports = () => stack.db.selectFrom('imports').select('id').orderBy('id').execute()
  const before = await imports()
  const chunked = Readable.from(Array.from({ length: 9 * 16 }, () => Buffer.alloc(64 * 1024, 'x')))
  const reply = await stack.app.inject({
    method: 'POST',
    url: '/api/imports?filename=x.csv',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'text/csv',
      'transfer-encoding': 'chunked',
    },
    payload: chunked,
  })
  expect(reply.statusCode).toBe(413)
  for (const type of ['application/json', 'text/html', ''])
    expect((await call.upload('/imports?filename=x.csv', 'a,b', type)).status).toBe(415)
  expect(await imports()).toEqual(before)
  expect(await stack.db.selectFrom('import_pieces').select('n').execute()).toEqual([])
})

test('a file is read by the worker only, and once even if two jobs read it', async () => {
  const { call, admin } = await orgAdminOf()
  const sent = await call.upload('/imports?filename=x.csv', `${columns}\nA,B,abc,a@b.test`)
  const { id } = sent.body.response
  expect((await call.get(`/imports/${id}`)).body.response).toMatchObject({ state: 'reading', rows: 0 })
  expect(await call.post(`/imports/run/${id}`)).toMatchObject({ status: 409 })
  const told: unknown[] = []
  const live: typeof stack.platform.live = {
    ...stack.platform.live,
    publish: (...notice) => Promise.resolve(void told.push(notice)),
  }
  await Promise.all([
    readImport({ ...stack.platform, live }, id),
    readImport({ ...stack.platform, live }, id),
  ])
  expect((await call.get(`/imports/${id}`)).body.response).toMatchObject({
    state: 'preview',
    rows: 1,
    good: 1,
  })
  expect(told).toEqual([[[`person:${admin.id}`], { kind: 'import', id }]])
  expect(await stack.db.selectFrom('import_pieces').select('n').execute()).toEqual([])
})
