import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '@parley/api/platform/http/openapi.ts'
import type { Access, Route } from '@parley/contract/wire/route.ts'
import { table } from '@parley/contract/table.ts'
import { expectedRoutes, type Expected } from './support/matrix/matrix-expected.ts'

/** Checks the table of routes without a server. The matrix then proves the same of a running one. */
function whoOf(access: Access): Pick<Expected, 'who' | 'orGuestLetIn'> {
  if ('open' in access) return { who: 'anybody' }
  if ('level' in access) return { who: access.level, ...(access.guest && { orGuestLetIn: true }) }
  return { who: access.guest === 'admitted' ? 'a guest let in' : 'a guest' }
}

describe.each(Object.entries(table))('%s', (_name, entry: Route) => {
  test('asks for the expected level and has the expected limit', () => {
    const { audit: _, ...expected } = expectedRoutes[`${entry.method} ${entry.path}`] ?? {}
    expect({ ...whoOf(entry.access), limit: entry.limit ?? 'act' }).toEqual(expected)
  })
})

test("before a required second factor is set up, only signing out, the person's own profile and the set-up are open", () => {
  const early = Object.values(table).filter(({ access }) => 'level' in access && access.beforeSecondFactor)
  expect(early.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'GET /profiles/me',
    'POST /auth/logout',
    'POST /profiles/me/second-factor/confirm',
    'POST /profiles/me/second-factor/start',
  ])
})

test('exactly the listed routes take an idempotency key', () => {
  const idempotent = Object.values(table).filter((entry) => entry.idempotent)
  expect(idempotent.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'POST /assessment/progress/:userId/report',
    'POST /calls/:id/report',
    'POST /invoice/reissue/:id',
    'POST /sessions/cancel/:id',
    'POST /sessions/complete/:id',
    'POST /sessions/create',
    'POST /sessions/undo/:id',
  ])
})

test('the API reference equals the published docs/openapi.json', () => {
  const published: unknown = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../docs/openapi.json'), 'utf8'),
  )
  expect(JSON.parse(JSON.stringify(openApiDocument()))).toEqual(published)
})
