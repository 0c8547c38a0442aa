import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionColumns } from '@parley/contract/sessions/sessions.ts'
import { makeSessionsWorld } from '../../../../../../scripts/database/sessions-world.ts'
import { issueToken } from '#features/identity/sign-in/tokens.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

/**
 * Every order, filter and scope has its own statement, made for its indexes. These tests compare each with one plain
 * statement that reads and sorts everything, on data large enough that no list takes the path for small ones.
 */
let stack: Stack
interface Viewer {
  id: string
  token: string
  organization_id: string | null
}
const viewers: Record<string, Viewer> = {}

beforeAll(async () => {
  stack = await startStack()
  const sizes = {
    sessions: 5000,
    people: 500,
    coaches: 20,
    organizations: 5,
    largest: { coaches: 0.5, clients: 0.5 },
  }
  await makeSessionsWorld(stack.database.ownerUrl, { sizes, now: new Date(stack.clock.now()) })
  const largest = sql<string>`(select organization_id from sessions group by 1 order by count(*) desc limit 1)`
  const busiest = sql<string>`(select coach_id from sessions where organization_id = ${largest} group by 1 order by count(*) desc limit 1)`
  viewers.coach = await viewer(sql`p.id = ${busiest}`)
  viewers.orgAdmin = await viewer(sql`p.privs = 2 and p.organization_id = ${largest}`)
  viewers.admin = await viewer(sql`p.privs = 3`)
  // A client and a coach leave the largest organization; their sessions stay in it.
  await sql`update people set organization_id = (select id from organizations where id <> ${largest} limit 1), coach_id = null
    where id in ((select user_id from sessions where organization_id = ${largest} and user_id <> coach_id limit 1),
      (select coach_id from sessions where organization_id = ${largest} and coach_id <> ${busiest} limit 1))`.execute(
    stack.db,
  )
}, 60_000)
afterAll(() => stack[Symbol.asyncDispose]())

async function viewer(which: RawBuilder<unknown>): Promise<Viewer> {
  const { rows } = await sql<{ id: string; organization_id: string | null }>`
    select p.id, p.organization_id from people p where ${which} order by p.id limit 1`.execute(stack.db)
  const found = rows[0]
  if (!found) throw new Error('the world has nobody like that')
  const token = await issueToken(
    stack.db,
    found.id,
    { address: '127.0.0.1', agent: 'test' },
    stack.clock.now(),
  )
  return { ...found, token }
}

const keys: Record<(typeof sessionColumns)[number], string[]> = {
  start_time: ['s.start_time *', 's.id *'],
  title: ['fold(s.title) collate "C" *', 's.id *'],
  status: ['s.status *', 's.start_time desc', 's.id desc'],
  organization: ['o.display_name *', 'o.id *', 's.start_time desc', 's.id desc'],
  client_username: ['u.username *', 'u.id *', 's.start_time desc', 's.id desc'],
  client_first_name: ['u.first_name *', 'u.last_name *', 'u.id *', 's.start_time desc', 's.id desc'],
  client_last_name: ['u.last_name *', 'u.first_name *', 'u.id *', 's.start_time desc', 's.id desc'],
  client_name: ['u.first_name *', 'u.last_name *', 'u.id *', 's.start_time desc', 's.id desc'],
  coach_first_name: ['c.first_name *', 'c.last_name *', 'c.id *', 's.start_time desc', 's.id desc'],
  coach_last_name: ['c.last_name *', 'c.first_name *', 'c.id *', 's.start_time desc', 's.id desc'],
  coach_name: ['c.first_name *', 'c.last_name *', 'c.id *', 's.start_time desc', 's.id desc'],
}

type Order = readonly [(typeof sessionColumns)[number], 'ASC' | 'DESC']

async function plainly(scope: RawBuilder<unknown>, where: RawBuilder<unknown>, [column, direction]: Order) {
  const order = sql.raw(keys[column].join(', ').replaceAll('*', direction))
  const { rows } = await sql<{ id: string }>`
    select s.id from sessions s join people u on u.id = s.user_id join people c on c.id = s.coach_id
      join organizations o on o.id = s.organization_id
    where ${scope} and ${where} order by ${order}`.execute(stack.db)
  return rows.map((row) => row.id)
}

const scopes: Record<string, (viewer: Viewer) => RawBuilder<unknown>> = {
  coach: ({ id }) => sql`(s.coach_id = ${id} or s.user_id = ${id}
    or exists (select from session_participants q where q.session_id = s.id and q.person_id = ${id}))`,
  orgAdmin: ({ organization_id }) => sql`s.organization_id = ${organization_id}`,
  admin: () => sql`true`,
}

/** The pages of a list that differ from the result of the plain statement. */
async function differences(
  name: string,
  where: RawBuilder<unknown>,
  order: Order,
  query: Record<string, unknown> = {},
) {
  const by = viewers[name]
  const scope = by && scopes[name]?.(by)
  if (!by || !scope) throw new Error(`there is no viewer ${name}`)
  const all = await plainly(scope, where, order)
  // Search results are counted and paged up to 1,000.
  const count = query.search ? Math.min(all.length, 1000) : all.length
  const last = Math.max(1, Math.ceil(count / 10))
  const found: object[] = []
  for (const page of query.search ? [2, 7, last] : [2, last]) {
    const given = { page, order, ...query }
    const { body } = await stack.as(by).get(`/sessions?${asText(given)}`)
    const { entries, entryCount } = body.response
    const ids = entries?.map((one: { id: string }) => one.id)
    const expected = all.slice((page - 1) * 10, page * 10)
    if (String(ids) !== String(expected) || entryCount !== count)
      found.push({ given, ids, expected, entryCount, count })
  }
  return found
}

const asText = (query: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(query).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

describe.each(['coach', 'orgAdmin', 'admin'])('the list as %s', (name) => {
  test.each(sessionColumns)('sorted by %s, both ways, equals a plain sort [API-16]', async (column) => {
    for (const direction of ['ASC', 'DESC'] as const) {
      expect(await differences(name, sql`true`, [column, direction])).toEqual([])
      expect(
        await differences(name, sql`s.status in ('NoShow', 'Cancelled')`, [column, direction], {
          filters: { status: ['NoShow', 'Cancelled'] },
        }),
      ).toEqual([])
    }
  })

  test.each(['start_time', 'client_last_name', 'title', 'status', 'organization'] as const)(
    'narrowed by range, unsettled, name or search and sorted by %s, equals a plain sort',
    async (column) => {
      const order = [column, 'ASC'] as const
      const now = stack.clock.now()
      const range = [new Date(now - 90 * 86_400_000).toISOString(), new Date(now).toISOString()]
      expect(
        await differences(name, sql`s.start_time >= ${range[0]} and s.start_time < ${range[1]}`, order, {
          start_time_range: range,
        }),
      ).toEqual([])
      const closed = new Date(now - 15 * 60_000)
      expect(
        await differences(name, sql`s.status = 'Scheduled' and s.end_time < ${closed}`, order, {
          filters: { unsettled: true },
        }),
      ).toEqual([])
      const client = await aName(name, 'user_id')
      expect(
        await differences(name, sql`u.first_name || ' ' || u.last_name = ${client}`, order, {
          filters: { client_name: [client, 'Nobody Ofthisname'] },
        }),
      ).toEqual([])
      for (const text of ['coach', 'résumé', client.slice(1, 6), 'ca', 'rest #33', 'xyzzy'])
        expect(await differences(name, found(text), order, { search: text })).toEqual([])
      expect(
        await differences(name, sql`${found('coach')} and s.status = 'NoShow'`, order, {
          search: 'coach',
          filters: { status: ['NoShow'] },
        }),
      ).toEqual([])
    },
  )
})

describe.each(['orgAdmin', 'admin'])('the list as %s, filtered', (name) => {
  test('by coach, client and organization, equals a plain sort', async () => {
    const coach = await aName(name, 'coach_id')
    const client = await aName(name, 'user_id')
    const { rows } = await sql<{ id: string }>`select id from organizations order by id`.execute(stack.db)
    const ids = rows.map((row) => row.id)
    for (const column of ['start_time', 'organization', 'client_name', 'coach_last_name', 'title'] as const) {
      const order = [column, 'DESC'] as const
      expect(
        await differences(name, sql`c.first_name || ' ' || c.last_name = ${coach}`, order, {
          filters: { coach_name: [coach] },
        }),
      ).toEqual([])
      expect(
        await differences(
          name,
          sql`c.first_name || ' ' || c.last_name = ${coach} and u.first_name || ' ' || u.last_name = ${client}`,
          order,
          { filters: { coach_name: [coach], client_name: [client] } },
        ),
      ).toEqual([])
      for (const some of [ids.slice(0, 1), ids.slice(0, 3)])
        expect(
          await differences(name, sql`s.organization_id = any(${some}::uuid[])`, order, {
            filters: { organization: some },
          }),
        ).toEqual([])
    }
  })
})

/**
 * The sessions that a search finds: title, client or coach contains the text; a text of one or two letters must begin a
 * word.
 */
function found(text: string): RawBuilder<unknown> {
  const parts = [
    sql`s.title`,
    sql`u.first_name || ' ' || u.last_name`,
    sql`c.first_name || ' ' || c.last_name`,
  ]
  const needle = text.length < 3 ? ` ${text}` : text
  return sql`(${sql.join(
    parts.map((part) => sql`position(fold(${needle}) in ' ' || fold(${part})) > 0`),
    sql` or `,
  )})`
}

async function aName(name: string, link: 'user_id' | 'coach_id'): Promise<string> {
  const by = viewers[name]
  const scope = by && scopes[name]?.(by)
  if (!scope) throw new Error(`there is no viewer ${name}`)
  const { rows } = await sql<{ name: string }>`
    select p.first_name || ' ' || p.last_name as name from sessions s join people p on p.id = ${sql.ref(`s.${link}`)}
    where ${scope} and s.user_id <> s.coach_id order by s.id limit 1`.execute(stack.db)
  return rows[0]?.name ?? ''
}
