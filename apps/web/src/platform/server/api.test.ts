import { route } from '@parley/contract/wire/route.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressOf } from './api.ts'

const sessions = route({
  method: 'GET',
  effect: 'reads',
  path: '/organizations/:id/sessions',
  summary: 'A list with every kind of query value.',
  access: { level: 'Coach' },
  params: z.object({ id: z.string() }),
  query: z.object({
    page: z.optional(z.number()),
    owned: z.optional(z.boolean()),
    search: z.optional(z.string()),
    order: z.optional(z.array(z.string())),
    filters: z.optional(z.record(z.string(), z.array(z.string()))),
  }),
  answer: z.object({}),
  errors: [],
})

test('lists and objects in a query are sent as JSON text, plain values as they are', () => {
  const query = { page: 2, owned: false, order: ['start_time', 'DESC'], filters: { status: ['NoShow'] } }
  const address = addressOf(sessions, { params: { id: 'a' }, query })
  const { pathname, searchParams } = new URL(address, 'https://own.invalid')
  expect(pathname).toBe('/organizations/a/sessions')
  expect(Object.fromEntries(searchParams)).toEqual({
    page: '2',
    owned: 'false',
    order: '["start_time","DESC"]',
    filters: '{"status":["NoShow"]}',
  })
})

test('an undefined query value is not sent, and an empty query adds no question mark', () => {
  expect(addressOf(sessions, { params: { id: 'a' }, query: { search: undefined } })).toBe(
    '/organizations/a/sessions',
  )
})

test('a value in the path is encoded and cannot change the path', () => {
  const address = addressOf(sessions, { params: { id: '../x?y=1#z' }, query: {} })
  expect(address).toBe('/organizations/..%2Fx%3Fy%3D1%23z/sessions')
})
