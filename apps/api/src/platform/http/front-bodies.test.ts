import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFront } from '../../../../../tests/support/engines/front.ts'
import { startStack } from '../../../../../tests/support/stack.ts'

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

let front: Awaited<ReturnType<typeof startFront>>
let token: string
beforeAll(async () => {
  const api = stack.use(await startStack({ PARLEY_BODY_IDLE_SECONDS: '0.5' }))
  token = (await api.make.person({ level: 'Super' })).token
  const { port } = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }))
  front = stack.use(await startFront({ apis: [Number(port)] }))
})

/** The answer to a body that starts and then stalls. */
async function begun(lines: readonly string[]): Promise<string> {
  const socket = createConnection({ port: front.port, host: '127.0.0.1' })
  const head = [`host: 127.0.0.1:${front.port}`, 'content-type: application/json', ...lines]
  socket.write(`POST /api/profiles/ HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  socket.write(lines.includes('transfer-encoding: chunked') ? '5\r\n{"a":\r\n' : '{"a":')
  return text(socket)
}

test.each([
  ['nobody', 401, 'not_signed_in', () => ['content-length: 1000']],
  ['nobody, in pieces', 401, 'not_signed_in', () => ['transfer-encoding: chunked']],
  ['a person', 408, 'body_late', () => [`authorization: Bearer ${token}`, 'content-length: 1000']],
  ['too much', 413, 'body_too_large', () => [`authorization: Bearer ${token}`, 'content-length: 900000']],
])(
  "a body that stalls gets the API's own answer through the front proxy: %s %i [OPS-18]",
  async (_who, status, code, lines) => {
    const answer = await begun(lines())
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain(`"code":"${code}"`)
    // The front proxy passes on all of the API's headers.
    expect(answer).toMatch(/^x-request-id: [\w-]{36}\r$/im)
    expect(answer).toMatch(/^cache-control: /im)
    expect(answer).toMatch(/^connection: close\r$/im)
  },
)

test('a connection stays open for the next request, even after a refused GET', async () => {
  const socket = createConnection({ port: front.port, host: '127.0.0.1' })
  const host = `host: 127.0.0.1:${front.port}\r\n`
  for (const request of ['GET /api/health', 'GET /api/profiles/me'])
    socket.write(`${request} HTTP/1.1\r\n${host}\r\n`)
  socket.write(`GET /api/health HTTP/1.1\r\n${host}connection: close\r\n\r\n`)
  expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 401',
    'HTTP/1.1 200',
  ])
})
