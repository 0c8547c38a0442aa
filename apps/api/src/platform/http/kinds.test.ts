import { createHash } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { route } from '@parley/contract/wire/route.ts'
import { done } from '@parley/contract/wire/shapes.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { registerRoute, serve, type Served } from './http.ts'
import { once } from './idempotency.ts'

/** Kinds of bodies that no product route has yet, through the same adapter. */
const signed = route({
  method: 'POST',
  effect: 'acts',
  path: '/test/signed',
  summary: 'A webhook.',
  access: { open: true },
  bytes: { as: 'exact', types: ['application/json'], max: 100 },
  answer: 'file',
  errors: [],
})
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const shown = route({
  method: 'GET',
  effect: 'reads',
  path: '/test/shown',
  summary: 'A picture.',
  access: { open: true },
  answer: 'picture',
  errors: [],
})

const writing = route({
  method: 'GET',
  effect: 'reads',
  path: '/test/writing',
  summary: 'Says that it reads.',
  access: { open: true },
  answer: done,
  errors: [],
})

let stack: Stack
let app: FastifyInstance
beforeAll(async () => {
  stack = await startStack()
  app = fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, next) => next(null, undefined))
  const routes: Served[] = [
    serve(signed, (_ctx, { bytes }) => ({
      filename: 'Übersicht "1".txt',
      type: 'text/html',
      content: hash(bytes),
    })),
    serve(shown, () => ({ type: 'image/png' as const, bytes: Buffer.from('<script>') })),
    serve(writing, async ({ db }) => {
      await db.deleteFrom('calendar_feeds').execute()
      return {}
    }),
  ]
  // Every route here is open, so no authenticator may be called.
  const nobody = () => Promise.reject(new Error('none'))
  for (const one of routes) registerRoute(app, stack.platform, { person: nobody, guest: nobody }, one)
})
afterAll(async () => {
  await app.close()
  await stack[Symbol.asyncDispose]()
})

const post = (payload: Buffer, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/api/test/signed', headers: { 'content-type': type }, payload })

test('a raw body arrives byte for byte, and is refused above its limit or with another type', async () => {
  const bytes = Buffer.from([0x7b, 0x20, 0x00, 0xff, 0xfe, 0x7d])
  expect((await post(bytes)).body).toBe(hash(bytes))
  expect((await post(Buffer.alloc(101, 'x'))).statusCode).toBe(413)
  expect((await post(bytes, 'text/plain')).statusCode).toBe(415)
})

test('a file is answered as an attachment, with no-store and nosniff', async () => {
  const { headers } = await post(Buffer.from('{}'))
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="_bersicht _1_.txt"; filename*=UTF-8''%C3%9Cbersicht%20%221%22.txt`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('a picture is answered with its own type and nosniff, and may be cached for an hour', async () => {
  const { headers } = await app.inject({ url: '/api/test/shown' })
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=3600',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
})

test('a route that is declared to read and writes is answered 500 and logged', async () => {
  const answer = await app.inject({ url: '/api/test/writing' })
  expect(answer.statusCode).toBe(500)
  expect(stack.log()).toContain('says that it reads, and writes')
})

test('the types require once for an idempotent route and forbid it for any other', () => {
  const repeatable = route({ ...writing, method: 'POST', effect: 'acts', idempotent: true })
  // @ts-expect-error A route that says idempotent is served by what went through `once`.
  serve(repeatable, () => ({}))
  const unused: Served['handle'] = (ctx) =>
    // @ts-expect-error `once` takes no route that does not say idempotent.
    once(ctx, writing, undefined, { authorize: () => Promise.resolve(), work: () => Promise.resolve({}) })
  expect(unused).toBeTypeOf('function')
})
