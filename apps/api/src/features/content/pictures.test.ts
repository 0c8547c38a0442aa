import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { publishTraining } from '../../../../../tests/support/engines/contentful-content.ts'
import {
  startContentfulSpace,
  type ContentfulSpace,
  type Link,
} from '../../../../../tests/support/engines/contentful-space.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { goodFiles } from '../../../../../tests/support/sample-files.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let space: ContentfulSpace
let stack: Stack
let coach: TestPerson
let logged = 0
beforeAll(async () => {
  space = await startContentfulSpace()
  stack = await startStack(space.settings)
  coach = await stack.make.person({ level: 'Coach', organization_id: (await stack.make.organization()).id })
})
afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  await space[Symbol.asyncDispose]()
})
/** Leaves nothing of one test to the next. */
beforeEach(() => {
  space.clear()
  space.misbehaveFile(undefined)
  space.asked.length = 0
  stack.clock.advance(hour)
  logged = stack.log().length
})

const minute = 60_000
const hour = 60 * minute
const png = goodFiles.png ?? Buffer.alloc(0)
const webp = Buffer.concat([Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ', 'latin1'), Buffer.alloc(200)])

/** Fetches as an <img> does: without a token. */
const picture = (id: string) => stack.app.inject({ url: `/api/content/pictures/${id}` })
/** How often a file was fetched; requests for entries do not count. */
const fetched = () => space.asked.filter(({ url }) => !url.startsWith('/spaces/')).length
const show = (...images: Link[]) =>
  publishTraining(
    space,
    images.map((image) => ({ title: 'A', image })),
  )
const sections = async () =>
  (await stack.as(coach).get('/content/training')).body.response.items[0].fields.sections

test.each([
  ['image/png', png],
  ['image/jpeg', goodFiles.jpg ?? png],
  ['image/gif', goodFiles.gif ?? png],
  ['image/webp', webp],
])(
  '%s is served from our origin without a token, with the type of its bytes [CONTENT-07]',
  async (type, bytes) => {
    // The content type that the space claims does not count.
    show(space.publishAsset({ bytes, contentType: 'text/html' }, 'asset1'))
    const [section] = await sections()
    expect(section.trainingMaterialsContent).toEqual([
      { title: 'A', image: { file: { url: '/api/content/pictures/asset1' } } },
    ])
    const reply = await picture('asset1')
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload).toEqual(bytes)
    expect(reply.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=3600',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(reply.headers).not.toHaveProperty('set-cookie')
  },
)

test('no address of Contentful reaches the browser, and pictures are fetched without the token [CONTENT-06] [CONTENT-07]', async () => {
  show(space.publishAsset({ bytes: png }, 'asset1'))
  const answer = JSON.stringify(await stack.as(coach).get('/content/training'))
  expect(answer).not.toMatch(/ctfassets|127\.0\.0\.1|space-of-tests/)
  await picture('asset1')
  expect(space.asked.at(-1)).toEqual({
    url: expect.stringMatching(/picture\.png$/),
    authorization: undefined,
  })
})

test('only pictures that the present training names are fetched [CONTENT-07]', async () => {
  const unnamed = space.publishAsset({ bytes: png }, 'unnamed')
  const named = space.publishAsset({ bytes: png }, 'named')
  space.publish('help', { sourceName: 'Client', categories: [], image: unnamed })
  show(named)
  await stack.as(coach).get('/content/help')
  for (const id of [
    'unnamed',
    'never',
    'training',
    '..',
    '%2e%2e%2fentries',
    'named%3Fw=1',
    'a'.repeat(200),
    'named/x',
    '__proto__',
  ])
    expect([400, 404, 431]).toContain((await picture(id)).statusCode)
  expect(fetched()).toBe(0)
  expect((await picture('named')).statusCode).toBe(200)
  expect(fetched()).toBe(1)
  // It is taken off the page, and is gone a minute later.
  show(unnamed)
  stack.clock.advance(minute)
  expect((await picture('named')).statusCode).toBe(404)
  expect((await picture('unnamed')).statusCode).toBe(200)
})

test('without a space every picture is 404', async () => {
  await using shipped = await startStack()
  expect((await shipped.app.inject({ url: '/api/content/pictures/asset1' })).statusCode).toBe(404)
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
test.each([
  ['a drawing', svg],
  ['a drawing with a declaration', `<?xml version="1.0"?>${svg}`],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a PDF', goodFiles.pdf ?? ''],
  ['an empty file', ''],
  ['a file of more than 5 MB', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)])],
])('%s that claims to be a picture is 404, and is fetched once [CONTENT-07]', async (_, bytes) => {
  show(space.publishAsset({ bytes, contentType: 'image/png' }, 'asset1'))
  const reply = await picture('asset1')
  expect(reply.statusCode).toBe(404)
  expect(reply.json().code).toBe('not_found')
  expect(reply.headers['cache-control']).toBe('no-store')
  // Further requests do not make the API fetch again.
  for (let count = 0; count < 10; count += 1) await picture('asset1')
  expect(fetched()).toBe(1)
  expect(
    stack
      .log()
      .slice(logged)
      .match(/a picture of Contentful is not there/g),
  ).toHaveLength(1)
})

describe('another host', () => {
  /** A server beside the space, to which no request must lead. */
  async function startOther() {
    let visits = 0
    const other = createServer((_request, response) => {
      visits += 1
      response.writeHead(200, { 'content-type': 'image/png' }).end(png)
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      other.closeAllConnections()
      other.close()
    })
    const { port } = other.address() as AddressInfo
    return { port, visits: () => visits }
  }

  test('nothing is fetched from another host, even if an asset names it [CONTENT-07]', async () => {
    const { port, visits } = await startOther()
    const urls = [
      `//127.0.0.1:${port}/a.png`,
      `http://127.0.0.1:${port}/a.png`,
      `http://user@127.0.0.1:${new URL(space.origin).port}/a.png`,
      `http://:word@127.0.0.1:${new URL(space.origin).port}/a.png`,
      '//images.ctfassets.net.evil.test/a.png',
      'http://images.ctfassets.net/a.png',
      'https://images.ctfassets.net:444/a.png',
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      'javascript:alert(1)',
    ]
    show(...urls.map((url, place) => space.publishAsset({ bytes: png, url }, `asset${place}`)))
    const [section] = await sections()
    expect(section.trainingMaterialsContent).toEqual(urls.map(() => ({ title: 'A' })))
    for (const place of urls.keys()) expect((await picture(`asset${place}`)).statusCode).toBe(404)
    expect([fetched(), visits()]).toEqual([0, 0])
  })

  test('a redirect to another host is not followed [CONTENT-07]', async () => {
    const { port, visits } = await startOther()
    show(space.publishAsset({ bytes: png }, 'asset1'))
    space.misbehaveFile(
      (_request, response) =>
        void response.writeHead(302, { location: `http://127.0.0.1:${port}/a.png` }).end(),
    )
    expect((await picture('asset1')).statusCode).toBe(404)
    expect([fetched(), visits()]).toEqual([1, 0])
  })
})

test('a picture is fetched once an hour, however many ask for it, and is still served when it is gone from the space', async () => {
  show(space.publishAsset({ bytes: png }, 'asset1'))
  const replies = await Promise.all(Array.from({ length: 50 }, () => picture('asset1')))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  stack.clock.advance(hour - 1)
  await picture('asset1')
  expect(fetched()).toBe(1)
  space.misbehaveFile((_request, response) => void response.writeHead(404).end())
  stack.clock.advance(1)
  expect((await picture('asset1')).rawPayload).toEqual(png)
  expect(fetched()).toBe(2)
  expect(stack.log().slice(logged)).toContain('it answered 404')
})

test('a replaced picture is served under the same address', async () => {
  show(space.publishAsset({ bytes: png }, 'asset1'))
  await picture('asset1')
  const { items } = (await stack.as(coach).get('/content/training')).body.response
  space.publishAsset({ bytes: webp }, 'asset1')
  stack.clock.advance(minute)
  expect((await picture('asset1')).headers['content-type']).toBe('image/webp')
  // The training itself has not changed.
  expect((await stack.as(coach).get('/content/training')).body.response.items).toEqual(items)
})

test('when the cache is full, the picture unused for longest is dropped and fetched again on request', async () => {
  const bytes = Buffer.concat([png, Buffer.alloc(4 * 1024 * 1024)])
  // Seven of these pictures fit.
  const ids = Array.from({ length: 8 }, (_, place) => `asset${place}`)
  show(...ids.map((id) => space.publishAsset({ bytes }, id)))
  for (const id of ids.slice(0, 7)) expect((await picture(id)).statusCode).toBe(200)
  for (const id of ['asset0', 'asset7', 'asset0']) expect((await picture(id)).statusCode).toBe(200)
  expect(fetched()).toBe(8)
  await picture('asset1')
  expect(fetched()).toBe(9)
})
