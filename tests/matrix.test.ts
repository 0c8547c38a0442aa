import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { served } from '@parley/api/app.ts'
import { levels, type LevelName } from '@parley/contract/rules/levels.ts'
import type { Route } from '@parley/contract/route.ts'
import { table } from '@parley/contract/table.ts'
import { cases, relations, subjectFor, type Actor, type Case, type Relation } from './support/matrix-cases.ts'
import { guestWorld } from './support/guest-world.ts'
import { startStack, type Stack } from './support/stack.ts'

/**
 * The authorisation matrix: every route × every level and no token × own, same and other organization.
 * Routes come from the contract's table; a route that `matrix-cases.ts` does not know fails.
 */
const levelNames = Object.keys(levels) as LevelName[]
const nameOf = (entry: Route) => `${entry.method} ${entry.path}`

let stack: Stack
let secret: string
beforeAll(async () => {
  stack = await startStack()
  ;({ secret } = await guestWorld(stack))
})
afterAll(() => stack[Symbol.asyncDispose]())

test('the API serves just the routes of the table', () => {
  const inTable = Object.values(table).map(nameOf).toSorted()
  expect(served.map(({ entry }) => nameOf(entry)).toSorted()).toEqual(inTable)
})

test('the matrix knows every route of the table and no other', () => {
  expect(Object.keys(cases).toSorted()).toEqual(Object.keys(table).toSorted())
})

/** The list of docs/rules.md §1, by name: opening another route is a decision that belongs there. */
const openRoutes = [
  'announcements',
  'calendarFeed',
  'cantLogIn',
  'confirmEmail',
  'forgotPassword',
  'health',
  'login',
  'openEmailLink',
  'openPasswordLink',
  'privacy',
  'ready',
  'reportWebError',
  'setPassword',
  'terms',
]

test('only the routes of the list are open without a token [WIRE-40]', () => {
  const open = Object.entries(table).filter(([, entry]) => 'open' in entry.access)
  expect(open.map(([name]) => name).toSorted()).toEqual(openRoutes)
})

describe.each(Object.entries(table))('%s', (name, entry) => {
  const one: Case = cases[name] ?? { input: () => ({}) }
  const isOpen = 'open' in entry.access

  test(`without a token: ${isOpen ? 'open' : '401'} [WIRE-40]`, async () => {
    const answer = await send(entry, await one.input(stack, undefined), undefined)
    if (isOpen) expect(answer.code).not.toBe('not_signed_in')
    else expect(answer).toMatchObject({ status: 401, code: 'not_signed_in' })
  })

  test.each(levelNames)('%s', async (level) => {
    const organization = await stack.make.organization()
    const actor: Actor = {
      level,
      person: await stack.make.person({ level, organization_id: organization.id }),
    }
    const answer = await send(entry, await one.input(stack, actor), actor)
    // A sign-in is no link: whoever has one is met at the door of the portal, not of a guest.
    if ('guest' in entry.access) return expect(answer).toMatchObject({ status: 401, code: 'not_signed_in' })
    const isAllowed = 'open' in entry.access || levels[level] >= levels[entry.access.level]
    if (isAllowed) expect([401, 403]).not.toContain(answer.status === 401 && isOpen ? 200 : answer.status)
    else expect(answer).toMatchObject({ status: 403, code: 'level_too_low' })
  })

  test('a guest who holds a link reaches the own routes and what is open, nothing else [GUEST-10]', async () => {
    const answer = await send(entry, await one.input(stack, undefined), { secret })
    if ('guest' in entry.access) expect(answer.status).toBe(200)
    else if (isOpen) expect(answer.code).not.toBe('not_signed_in')
    else expect(answer).toMatchObject({ status: 401, code: 'not_signed_in' })
  })
})

/** By hand: what a guest can reach is a decision of docs/rules.md §5. */
test('the routes of a guest are these', () => {
  const ofGuests = Object.entries(table).filter(([, entry]) => 'guest' in entry.access)
  expect(ofGuests.map(([name]) => name).toSorted()).toEqual(['guestCalendarFile', 'guestEntry'])
})

/** Who sees which clients and organizations, written out by hand and not by the rules that the server uses. */
const sees: Record<LevelName, Relation[]> = {
  Client: [],
  Coach: ['own'],
  OrgAdmin: ['own', 'same organization'],
  Admin: ['own', 'same organization', 'other organization'],
  Super: ['own', 'same organization', 'other organization'],
}

describe.each(Object.entries(cases).filter(([, one]) => one.on))('%s by relation [WIRE-11]', (name, one) => {
  const entry = table[name]
  const on = one.on
  if (!entry || !on || !('level' in entry.access)) throw new Error(`${name} is no route with a subject`)
  const needed = entry.access.level
  const rows = levelNames.flatMap((level) => relations.map((relation) => [level, relation] as const))

  test.each(rows)('%s on %s', async (level, relation) => {
    const organization = await stack.make.organization()
    const actor: Actor = {
      level,
      person: await stack.make.person({ level, organization_id: organization.id }),
    }
    const subject = await subjectFor(stack, actor, on.kind, relation)
    const input = { params: { id: subject.id }, ...(on.body ? { body: on.body(actor) } : {}) }
    const { status } = await send(entry, input, actor)
    // A coach belongs to the organization and so sees it, whoever else is in it.
    const isSeen =
      sees[level].includes(relation) || (on.kind === 'organization' && relation !== 'other organization')
    if (levels[level] < levels[needed]) expect(status).toBe(403)
    else if (!isSeen) expect(status).toBe(404)
    else expect(status).toBe(200)
  })
})

/** Who may write which field of a client or an organization in scope; everybody else gets 403 and nothing is written. */
const personFieldWriters: [string, unknown, LevelName[]][] = [
  ['first_name', 'New', ['Coach', 'OrgAdmin', 'Admin', 'Super']],
  ['last_name', 'New', ['Coach', 'OrgAdmin', 'Admin', 'Super']],
  ['email', 'new@example.test', ['Coach', 'OrgAdmin', 'Admin', 'Super']],
  ['time_zone', 'Europe/Oslo', ['Coach', 'OrgAdmin', 'Admin', 'Super']],
  ['working_hours', { mon: [['09:00', '10:00']] }, ['Coach', 'OrgAdmin', 'Admin', 'Super']],
  ['coach_id', null, ['OrgAdmin', 'Admin', 'Super']],
  ['privs', 1, ['OrgAdmin', 'Admin', 'Super']],
  ['is_assessor', true, ['OrgAdmin', 'Admin', 'Super']],
  ['organization_id', 'own', ['Admin', 'Super']],
]
const organizationFieldWriters: [string, unknown, LevelName[]][] = [
  ['displayName', 'New', ['OrgAdmin', 'Admin', 'Super']],
  ['billingAddress', 'New', ['OrgAdmin', 'Admin', 'Super']],
  ['contact', 'New', ['OrgAdmin', 'Admin', 'Super']],
  ['billingEmail', 'new@example.test', ['OrgAdmin', 'Admin', 'Super']],
  ['time_zone', 'Europe/Oslo', ['OrgAdmin', 'Admin', 'Super']],
  ['waiting_room', false, ['OrgAdmin', 'Admin', 'Super']],
  ['chat_files', false, ['OrgAdmin', 'Admin', 'Super']],
  ['streamed_app', false, ['OrgAdmin', 'Admin', 'Super']],
  // Last but one, since it would shut the actor out; false is what it is already.
  ['two_factor_required', false, ['OrgAdmin', 'Admin', 'Super']],
  ['retention_days', 60, ['OrgAdmin', 'Admin', 'Super']],
  ['name', 'fresh', ['Admin', 'Super']],
  ['rate', 1, ['Admin', 'Super']],
  ['no_show_billed', true, ['Admin', 'Super']],
]
const writers: LevelName[] = ['Coach', 'OrgAdmin', 'Admin', 'Super']

describe('fields [WIRE-15 LEVEL-11]', () => {
  test.each(personFieldWriters)('person: %s', async (field, value, allowed) => {
    for (const level of writers) {
      const organization = await stack.make.organization()
      const actor: Actor = {
        level,
        person: await stack.make.person({ level, organization_id: organization.id }),
      }
      const client = await subjectFor(stack, actor, 'person', 'own')
      const attributes = { [field]: value === 'own' ? organization.id : value }
      const answer = await stack.as(actor.person).put(`/profiles/${client.id}`, { attributes })
      expect([level, answer.status]).toEqual([level, allowed.includes(level) ? 200 : 403])
    }
  })

  test.each(organizationFieldWriters)('organization: %s', async (field, value, allowed) => {
    for (const level of writers) {
      const organization = await stack.make.organization()
      const actor: Actor = {
        level,
        person: await stack.make.person({ level, organization_id: organization.id }),
      }
      const body = { [field]: value === 'fresh' ? `fresh-${organization.id}` : value }
      const answer = await stack.as(actor.person).post(`/organizations/update/${organization.id}`, body)
      expect([level, answer.status]).toEqual([level, allowed.includes(level) ? 200 : 403])
    }
  })
})

type Caller = Actor | { secret: string } | undefined

function authorizationOf(caller: Caller): Record<string, string> {
  if (!caller) return {}
  return { authorization: 'secret' in caller ? `Guest ${caller.secret}` : `Bearer ${caller.person.token}` }
}

async function send(entry: Route, input: Awaited<ReturnType<Case['input']>>, caller: Caller) {
  const path = entry.path.replaceAll(/:([a-zA-Z_]+)/g, (_, key: string) => input.params?.[key] ?? 'missing')
  // An event stream never ends by itself, so its answer cannot be waited for in process.
  if (entry.answer === 'events') return sendStream(path, caller)
  const reply = await stack.app.inject({
    method: entry.method,
    url: `/api${path}`,
    ...(input.query ? { query: input.query } : {}),
    headers: {
      'content-type': entry.bytes?.types[0] ?? 'application/json',
      ...authorizationOf(caller),
    },
    ...(input.body || input.bytes ? { payload: input.bytes ?? input.body } : {}),
  })
  const isJson = String(reply.headers['content-type']).includes('json')
  return { status: reply.statusCode, code: isJson ? reply.json().code : undefined }
}

async function sendStream(path: string, caller: Caller) {
  const address = stack.app.server.listening
    ? addressOf()
    : await stack.app.listen({ host: '127.0.0.1', port: 0 })
  const abort = new AbortController()
  const reply = await fetch(`${address}/api${path}`, {
    headers: authorizationOf(caller),
    signal: abort.signal,
  })
  const code = reply.ok ? undefined : ((await reply.json()) as { code: string }).code
  abort.abort()
  return { status: reply.status, code }
}

function addressOf(): string {
  const address = stack.app.server.address()
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
}
