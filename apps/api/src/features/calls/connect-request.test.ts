import { createConnection } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, herePlaces } from '../../../../../scripts/engines/places.ts'
import { browser } from '../../../../../tests/support/browser-cookie.ts'
import { startFront } from '../../../../../tests/support/engines/front.ts'
import { letIn } from '../../../../../tests/support/calls/guest-in-room.ts'
import { guestWorld } from '../../../../../tests/support/worlds/guest-world.ts'
import { at } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { mediaTokenOf } from './connect-request.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof guestWorld>>
let front: Awaited<ReturnType<typeof startFront>>
let apiPort: number
let room: string
/** The token of the client, who was removed, and one for a trial room, which everybody may have. */
let removed: string
let trial: string

beforeAll(async () => {
  stack = await startStack()
  world = await guestWorld(stack)
  apiPort = Number(new URL(await stack.app.listen({ host: '127.0.0.1', port: 0 })).port)
  front = await startFront({ apis: [apiPort] })
  stack.clock.set(at('15:00'))
  removed = await letIn(stack, world.coach, world.secret)
  trial = (await stack.as(world.coach).post('/calls/trial')).body.response.twilio_token
  const call = await stack.db.selectFrom('calls').select('room').executeTakeFirstOrThrow()
  room = call.room
  await stack.as(world.coach).post(`/calls/remove/${world.session.id}`, { person_id: world.client.id })
})
afterAll(async () => {
  await front[Symbol.asyncDispose]()
  await stack[Symbol.asyncDispose]()
})

/** One request to the signalling, byte for byte. */
interface Connect {
  method?: string
  /** The path below the node's prefix, with the query. */
  uri: string
  version?: string
  upgrade?: string
  headers?: string[]
  body?: string
}

const form = (token: string) =>
  `--x\r\nContent-Disposition: form-data; name="access_token"\r\n\r\n${token}\r\n--x--\r\n`
const multipart = 'Content-Type: multipart/form-data; boundary=x'
const urlencoded = 'Content-Type: application/x-www-form-urlencoded'
const sized = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`
const chunked = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`

/** Ways to show the API a token that may pass and LiveKit the token of somebody who was removed. */
const attacks: [name: string, make: () => Connect][] = [
  [
    'a semicolon behind the first token, the second in a form',
    () => ({
      uri: `/rtc?access_token=${trial};&protocol=16`,
      headers: [multipart, sized(form(removed))],
      body: form(removed),
    }),
  ],
  [
    'the same with the form in chunks',
    () => ({
      uri: `/rtc?access_token=${trial};&protocol=16`,
      headers: [multipart, 'Transfer-Encoding: chunked'],
      body: chunked(form(removed)),
    }),
  ],
  [
    'a broken escape behind the first token, the second in a form',
    () => ({
      uri: `/rtc?access_token=${trial}%zz`,
      headers: [multipart, sized(form(removed))],
      body: form(removed),
    }),
  ],
  ...['POST', 'PUT', 'PATCH'].map((method): [string, () => Connect] => [
    `${method} with a form`,
    () => ({
      method,
      uri: `/rtc?access_token=${trial}`,
      headers: [urlencoded, sized(`access_token=${removed}`)],
      body: `access_token=${removed}`,
    }),
  ]),
  [
    'a form beside a good token',
    () => ({
      uri: `/rtc?access_token=${trial}`,
      headers: [multipart, sized(form(removed))],
      body: form(removed),
    }),
  ],
  [
    'a packed form',
    () => ({
      uri: `/rtc?access_token=${trial}`,
      headers: [multipart, 'Content-Encoding: identity', sized(form(removed))],
      body: form(removed),
    }),
  ],
  [
    'a body that is announced twice',
    () => ({
      uri: `/rtc?access_token=${trial}`,
      headers: ['Content-Length: 4', 'Transfer-Encoding: chunked'],
      body: chunked('abcd'),
    }),
  ],
  [
    'a body without a type',
    () => ({
      uri: `/rtc?access_token=${trial}`,
      headers: ['Transfer-Encoding: chunked'],
      body: chunked('abcd'),
    }),
  ],
  [
    'a body that is waited for',
    () => ({ uri: `/rtc?access_token=${trial}`, headers: ['Expect: 100-continue'] }),
  ],
  ['two tokens in the query', () => ({ uri: `/rtc?access_token=${trial}&access_token=${removed}` })],
  ['two tokens, the other first', () => ({ uri: `/rtc?access_token=${removed}&access_token=${trial}` })],
  ['an escaped name', () => ({ uri: `/rtc?access%5Ftoken=${removed}&access_token=${trial}` })],
  ['an escaped letter of the name', () => ({ uri: `/rtc?%61ccess_token=${removed}&access_token=${trial}` })],
  ['another case of the name', () => ({ uri: `/rtc?Access_Token=${trial}&access_token=${removed}` })],
  ['a name as a list', () => ({ uri: `/rtc?access_token[]=${trial}&access_token=${removed}` })],
  ['a semicolon as separator', () => ({ uri: `/rtc?access_token=${trial};access_token=${removed}` })],
  ['a second question mark', () => ({ uri: `/rtc?access_token=${trial}?access_token=${removed}` })],
  ['a fragment', () => ({ uri: `/rtc?access_token=${trial}#&access_token=${removed}` })],
  ['a token in the path', () => ({ uri: `/rtc;access_token=${removed}?access_token=${trial}` })],
  ['an end that is cut off', () => ({ uri: `/rtc?access_token=${trial}%00${removed}` })],
  ['a space behind the token', () => ({ uri: `/rtc?access_token=${trial}%20&a=${removed}` })],
  ['an escaped token', () => ({ uri: `/rtc?access_token=${trial.replaceAll('.', '%2E')}` })],
  ['padding behind the token', () => ({ uri: `/rtc?access_token=${trial}=` })],
  ['an empty pair', () => ({ uri: `/rtc?&access_token=${trial}` })],
  [
    'a token in header and query',
    () => ({ uri: `/rtc?access_token=${trial}`, headers: [`Authorization: Bearer ${removed}`] }),
  ],
  [
    'the same in another spelling',
    () => ({ uri: `/rtc?access_token=${trial}`, headers: [`authorization: bearer ${removed}`] }),
  ],
  [
    'two headers',
    () => ({
      uri: '/rtc?protocol=16',
      headers: [`Authorization: Bearer ${trial}`, `Authorization: Bearer ${removed}`],
    }),
  ],
  [
    'two tokens in a header',
    () => ({ uri: '/rtc?protocol=16', headers: [`Authorization: Bearer ${trial}, Bearer ${removed}`] }),
  ],
  [
    'two spaces in the header',
    () => ({ uri: '/rtc?protocol=16', headers: [`Authorization: Bearer  ${trial}`] }),
  ],
  ['another scheme', () => ({ uri: '/rtc?protocol=16', headers: [`Authorization: Basic ${trial}`] })],
  [
    'an address of its own for the API',
    () => ({ uri: `/rtc?access_token=${removed}`, headers: [`X-Forwarded-Uri: /rtc?access_token=${trial}`] }),
  ],
  [
    'a method of its own for the API',
    () => ({
      method: 'POST',
      uri: `/rtc?access_token=${trial}`,
      headers: ['X-Forwarded-Method: GET', urlencoded, sized(`access_token=${removed}`)],
      body: `access_token=${removed}`,
    }),
  ],
  ['a slash behind the path', () => ({ uri: `/rtc/?access_token=${trial}` })],
  ['two slashes', () => ({ uri: `//rtc?access_token=${trial}` })],
  ['dots in the path', () => ({ uri: `/rtc/../rtc?access_token=${trial}` })],
  ['escaped dots in the path', () => ({ uri: `/rtc/%2e%2e/rtc?access_token=${trial}` })],
  ['another page of the signalling', () => ({ uri: `/rtc/v2?access_token=${trial}` })],
  ['an older protocol', () => ({ uri: `/rtc?access_token=${trial}`, version: '1.0' })],
  ['another upgrade', () => ({ uri: `/rtc?access_token=${trial}`, upgrade: 'h2c' })],
  ['two upgrades', () => ({ uri: `/rtc?access_token=${trial}`, upgrade: 'h2c, websocket' })],
  ['CONNECT', () => ({ method: 'CONNECT', uri: `/rtc?access_token=${trial}` })],
  ['OPTIONS', () => ({ method: 'OPTIONS', uri: `/rtc?access_token=${trial}` })],
]

/** The attacks that LiveKit itself takes for the removed client's connect: the reason for the front proxy's check. */
const takenByLiveKit = [
  'a semicolon behind the first token, the second in a form',
  'the same with the form in chunks',
  'a broken escape behind the first token, the second in a form',
  'two tokens, the other first',
  'an escaped name',
  'an escaped letter of the name',
  'another case of the name',
  'a name as a list',
  'a token in header and query',
  'an address of its own for the API',
]

const roomOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { video: { room: string } })
    .video.room

const linesOf = ({ upgrade = 'websocket', headers = [] }: Connect, port: number): string[] => [
  `Host: 127.0.0.1:${port}`,
  'Connection: Upgrade',
  `Upgrade: ${upgrade}`,
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
  ...headers,
]

/** The answer to these bytes, up to the end of its head or until it contains one of some words. */
const answerTo = (port: number, request: string, words: readonly string[] = []): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    let answer = ''
    const end = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (data: Buffer) => {
      answer = (answer + data.toString('latin1')).replace(/^HTTP\/1\.1 100 .*?\r\n\r\n/s, '')
      const isUp = answer.startsWith('HTTP/1.1 101')
      if (
        isUp && words.length > 0 ? words.some((word) => answer.includes(word)) : answer.includes('\r\n\r\n')
      )
        end()
    })
    socket.on('close', end)
    socket.on('error', reject)
    socket.write(request)
  })

/** 0 if the connection is closed without an answer. */
const statusOf = async (port: number, request: string): Promise<number> =>
  Number((await answerTo(port, request)).split(' ')[1] ?? 0)

const write = (port: number, prefix: string, connect: Connect, more: string[] = []): string => {
  const { method = 'GET', uri, version = '1.1', body = '' } = connect
  return `${[`${method} ${prefix}${uri} HTTP/${version}`, ...linesOf(connect, port), ...more].join('\r\n')}\r\n\r\n${body}`
}

/** The request that the API gets if nothing before it has judged: every header as it came, and those that the proxy adds. */
const toTheApi = (connect: Connect): string =>
  write(apiPort, '', {
    ...connect,
    method: 'GET',
    uri: '/api/calls/admission',
    version: '1.1',
    headers: [
      ...(connect.headers ?? []),
      `X-Forwarded-Uri: ${connect.uri}`,
      `X-Forwarded-Method: ${connect.method ?? 'GET'}`,
    ],
  })

test('[CALL-40] the front proxy refuses every connect request that LiveKit could read differently, and nobody gets into the room', async () => {
  const good = await statusOf(front.port, write(front.port, '/n1', { uri: `/rtc?access_token=${trial}` }))
  expect(good).toBe(101)
  for (const [name, make] of attacks) {
    const status = await statusOf(front.port, write(front.port, '/n1', make()))
    expect([name, status >= 400]).toEqual([name, true])
  }
  expect(await stack.platform.media.peopleIn(room)).toEqual([])
})

test('[CALL-40] the API refuses the same requests when there is no proxy in front of it', async () => {
  expect(await statusOf(apiPort, toTheApi({ uri: `/rtc?access_token=${trial}` }))).toBe(200)
  // The API cannot see the version of the protocol that the browser spoke with the proxy.
  const seen = attacks.filter(([, make]) => make().version === undefined)
  for (const [name, make] of seen) {
    const status = await statusOf(apiPort, toTheApi(make()))
    expect([name, status >= 400]).toEqual([name, true])
  }
})

test('LiveKit by itself lets a removed client in by some of these requests', async () => {
  const port = Number(new URL(addresses(herePlaces()).media.nodes[0]?.url ?? '').port)
  const taken: string[] = []
  const trialRoom = roomOf(trial)
  for (const [name, make] of attacks) {
    const answer = await answerTo(port, write(port, '', make()), [room, trialRoom])
    if (answer.includes(room)) taken.push(name)
  }
  expect(taken).toEqual(takenByLiveKit)
})

test('[CALL-40] the API returns the token that it checked, and only if the connect is allowed', async () => {
  const asked = (token: string) =>
    toTheApi({ uri: `/rtc?access_token=${token}`, headers: [`Cookie: ${browser().cookie}`] })
  const admitted = await answerTo(apiPort, asked(trial))
  expect(admitted.toLowerCase()).toContain(`authorization: bearer ${trial.toLowerCase()}`)
  const refused = await answerTo(apiPort, asked(removed))
  expect(refused).toContain('HTTP/1.1 403')
  expect(refused).not.toContain(removed)
})

test('[CALL-41] a client whom the coach has removed gets no token for a trial, in any browser', async () => {
  const tryIn = (name: string) => stack.guest(world.secret, name).post('/guest/trial')
  expect(await tryIn('first')).toMatchObject({ status: 403, body: { code: 'not_let_in' } })
  expect(await tryIn('second')).toMatchObject({ status: 403, body: { code: 'not_let_in' } })
})

test('a token in the Authorization header alone is accepted, as clients other than browsers send it', () => {
  const lines: Record<string, string[]> = {
    'x-forwarded-uri': ['/rtc/v1?join_request=a_b-c%3D'],
    'x-forwarded-method': ['GET'],
    authorization: ['Bearer a.b.c'],
    upgrade: ['websocket'],
  }
  expect(mediaTokenOf({ headerLines: (name) => lines[name] ?? [] })).toBe('a.b.c')
})
