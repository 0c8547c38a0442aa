import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { served } from '@parley/api/app.ts'
import { levels, type LevelName } from '@parley/contract/rules/levels.ts'
import type { Route } from '@parley/contract/route.ts'
import { table } from '@parley/contract/table.ts'
import { cases, type Actor, type Case } from './support/matrix-cases.ts'
import { startStack, type Stack } from './support/stack.ts'

/**
 * The authorisation matrix: every route × every level and no token × own, same and other organization.
 * Routes come from the contract's table; a route that `matrix-cases.ts` does not know fails.
 */
const levelNames = Object.keys(levels) as LevelName[]
const nameOf = (entry: Route) => `${entry.method} ${entry.path}`

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
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
  'cantLogIn',
  'confirmEmail',
  'forgotPassword',
  'health',
  'login',
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
    const isAllowed = 'open' in entry.access || levels[level] >= levels[entry.access.level]
    if (isAllowed) expect([401, 403]).not.toContain(answer.status === 401 && isOpen ? 200 : answer.status)
    else expect(answer).toMatchObject({ status: 403, code: 'level_too_low' })
  })
})

async function send(entry: Route, input: Awaited<ReturnType<Case['input']>>, actor: Actor | undefined) {
  const path = entry.path.replaceAll(/:([a-zA-Z_]+)/g, (_, key: string) => input.params?.[key] ?? 'missing')
  // An event stream never ends by itself, so its answer cannot be waited for in process.
  if (entry.answer === 'events') return sendStream(path, actor)
  const reply = await stack.app.inject({
    method: entry.method,
    url: `/api${path}`,
    headers: {
      'content-type': 'application/json',
      ...(actor ? { authorization: `Bearer ${actor.person.token}` } : {}),
    },
    ...(input.body ? { payload: input.body } : {}),
  })
  const isJson = String(reply.headers['content-type']).includes('json')
  return { status: reply.statusCode, code: isJson ? reply.json().code : undefined }
}

async function sendStream(path: string, actor: Actor | undefined) {
  const address = stack.app.server.listening
    ? addressOf()
    : await stack.app.listen({ host: '127.0.0.1', port: 0 })
  const abort = new AbortController()
  const reply = await fetch(`${address}/api${path}`, {
    headers: actor ? { authorization: `Bearer ${actor.person.token}` } : {},
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
