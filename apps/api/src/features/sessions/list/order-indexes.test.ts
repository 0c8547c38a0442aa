import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionColumns } from '@parley/contract/sessions/sessions.ts'
import { makeSessionsWorld } from '../../../../../../scripts/database/sessions-world.ts'
import { issueToken } from '#features/identity/sign-in/tokens.ts'
import { statementsOf, type Statement } from '../../../../../../tests/proofs/load/statements.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

/**
 * Each order of a large list is read in the order of an index, which these tests name. Sorting instead would give the same
 * rows, only slowly, so no other test would notice.
 */
let stack: Stack
const tokens: Record<string, string> = {}

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
  const largest = sql`(select organization_id from sessions group by 1 order by count(*) desc limit 1)`
  for (const [name, which] of [
    ['orgAdmin', sql`privs = 2 and organization_id = ${largest}`],
    ['admin', sql`privs = 3`],
  ] as const) {
    const { rows } = await sql<{ id: string }>`
      select id from people where ${which} order by id limit 1`.execute(stack.db)
    const agent = { address: '127.0.0.1', agent: 'test' }
    tokens[name] = await issueToken(stack.db, rows[0]?.id ?? '', agent, stack.clock.now())
  }
}, 60_000)
afterAll(() => stack[Symbol.asyncDispose]())

type Node = { 'Node Type': string; 'Index Name'?: string; Plans?: Node[] }

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/**
 * The plan of the statement that finds the page. Sorts and sequential scans are made expensive, as they are on large tables.
 */
async function planOf({ text, values }: Statement): Promise<Node[]> {
  const client = await stack.platform.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off; set local enable_sort = off')
    const { rows } = await client.query(`explain (format json) ${text}`, values)
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function indexesFor(name: string, order: readonly [string, 'ASC' | 'DESC'], range: object) {
  const query = new URLSearchParams({ page: '2', order: JSON.stringify(order), ...range })
  const statements = await statementsOf(() =>
    stack.as({ token: tokens[name] ?? '' }).get(`/sessions?${query}`),
  )
  const pages = statements.filter(({ text }) => /^\s*select id from \(/i.test(text) && / offset /.test(text))
  const [page] = pages
  if (!page || pages.length > 1) throw new Error(`${pages.length} statements find the page`)
  const nodes = await planOf(page)
  return {
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))].toSorted(),
    sorts: nodes.filter((node) => node['Node Type'] === 'Sort').length,
  }
}

/**
 * The indexes of the names that are walked in order: for an Admin all people, for an OrgAdmin the organization's own people
 * and its guests.
 */
const walked = {
  admin: (by: 'first' | 'last' | 'name') => [`people_${by}`],
  orgAdmin: (by: 'first' | 'last' | 'name') => [
    'organization_guests_pkey',
    `people_${by}`,
    `people_org_${by}`,
  ],
}

const expectedFor = (name: 'admin' | 'orgAdmin'): Record<(typeof sessionColumns)[number], string[]> => {
  const people = walked[name]
  const isAdmin = name === 'admin'
  const plain = isAdmin ? 'sessions_all' : 'sessions_org'
  return {
    start_time: [plain],
    title: [isAdmin ? 'sessions_title' : 'sessions_org_title'],
    status: [plain],
    organization: isAdmin ? ['organizations_display', 'sessions_org'] : ['sessions_org'],
    client_name: [...people('first'), 'sessions_user'],
    client_username: [...people('name'), 'sessions_user'],
    client_first_name: [...people('first'), 'sessions_user'],
    client_last_name: [...people('last'), 'sessions_user'],
    coach_name: [...people('first'), 'sessions_coach'],
    coach_first_name: [...people('first'), 'sessions_coach'],
    coach_last_name: [...people('last'), 'sessions_coach'],
  }
}

describe.each(['admin', 'orgAdmin'] as const)('the list of an %s', (name) => {
  test.each(sessionColumns)('sorted by %s is read from the indexes of that order', async (column) => {
    const indexes = expectedFor(name)[column]
    // The branches of the four statuses, one page of rows each, are sorted after they are found.
    const sorts = column === 'status' ? 1 : 0
    for (const direction of ['ASC', 'DESC'] as const)
      for (const range of [{}, { when: 'past' }, { start_time_range: '["2020-01-01T00:00:00Z",null]' }])
        expect(await indexesFor(name, [column, direction], range)).toEqual({ indexes, sorts })
  })
})

/**
 * Reads the page of the coach with the most sessions as each kind of viewer. A colleague reads from their own side, not
 * through all of that coach's sessions.
 */
test.each(['next', 'past'])("%s sessions of a person are read by that person's own indexes", async (when) => {
  const { rows } = await sql<{ id: string }>`
    select coach_id as id from sessions group by 1 order by count(*) desc, 1 limit 2`.execute(stack.db)
  const [person, colleague] = rows.map(({ id }) => id)
  const agent = { address: '127.0.0.1', agent: 'test' }
  const coach = await issueToken(stack.db, colleague ?? '', agent, stack.clock.now())
  // They share a session, so one sees the other.
  await sql`insert into session_participants (session_id, person_id)
    select id, ${colleague} from sessions where coach_id = ${person} and user_id <> ${colleague} limit 1
    on conflict do nothing`.execute(stack.db)
  const indexesOf = async (token: string) => {
    const statements = await statementsOf(() =>
      stack.as({ token }).get(`/sessions/person/${person}?when=${when}`),
    )
    const [page] = statements.filter(({ text }) => /^\s*select id from \(/i.test(text))
    if (!page) throw new Error('no statement finds the sessions')
    const found = (await planOf(page)).flatMap((node) => node['Index Name'] ?? [])
    return [...new Set(found)].toSorted()
  }
  // The plan walks neither the index of all sessions nor that of the organization.
  const ofAll = ['sessions_all', 'sessions_org']
  for (const token of [tokens.admin ?? '', tokens.orgAdmin ?? '']) {
    const indexes = await indexesOf(token)
    expect(indexes).toEqual(expect.arrayContaining(['sessions_coach', 'sessions_user']))
    expect(indexes.filter((name) => ofAll.includes(name))).toEqual([])
  }
  const bySide = await indexesOf(coach)
  expect(bySide).toContain('sessions_user')
  expect(bySide.filter((name) => [...ofAll, 'sessions_coach'].includes(name))).toEqual([])
})
