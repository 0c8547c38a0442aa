import { expect, test } from 'vitest'
import { problems } from './problems.ts'
import { problemsOf, type Route } from './route.ts'
import { table } from '#table.ts'

const base = { effect: 'reads', path: '/x', summary: '', answer: 'redirect', errors: ['not_found'] } as const
const statuses = (entry: Pick<Route, 'method' | 'access'> & Partial<Route>) =>
  [...new Set(problemsOf({ ...base, ...entry }).map((code) => problems[code].status))].toSorted(
    (a, b) => a - b,
  )

test("a route's statuses follow from its access, method and limit [WIRE-72]", () => {
  expect(statuses({ method: 'GET', access: { open: true }, limit: 'none' })).toEqual([400, 404, 500, 503])
  expect(statuses({ method: 'GET', access: { open: true } })).toEqual([400, 404, 429, 500, 503])
  expect(statuses({ method: 'GET', access: { level: 'Coach' } })).toEqual([
    400, 401, 403, 404, 419, 429, 500, 503,
  ])
  expect(statuses({ method: 'GET', access: { guest: true } })).toEqual([400, 401, 404, 429, 500, 503])
  expect(statuses({ method: 'POST', access: { open: 'or signed in' }, errors: [] })).toEqual([
    400, 401, 408, 413, 415, 419, 429, 500, 503,
  ])
  const acts = { method: 'POST', access: { level: 'Coach' }, errors: [] } as const
  expect(statuses(acts)).not.toContain(409)
  expect(statuses({ ...acts, idempotent: true })).toContain(409)
})

test('a signed-in route lists second_factor_needed unless it is open before the second factor is set up [WIRE-72]', () => {
  const asks = (beforeSecondFactor: boolean) =>
    problemsOf({
      ...base,
      method: 'GET',
      access: { level: 'Coach', ...(beforeSecondFactor && { beforeSecondFactor }) },
    }).includes('second_factor_needed')
  expect([asks(true), asks(false)]).toEqual([false, true])
})

test('the routes have more than 30 different lists of problems, and none lists a code twice [WIRE-72]', () => {
  const lists = Object.values(table).map((entry) => problemsOf(entry))
  expect(new Set(lists.map((list) => list.toSorted().join(' '))).size).toBeGreaterThan(30)
  for (const list of lists) expect(new Set(list).size).toBe(list.length)
})
