import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { documentOf, publishHelp } from '../../../../../tests/support/engines/contentful-content.ts'
import { startContentfulSpace } from '../../../../../tests/support/engines/contentful-space.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { openLog } from '#platform/process/log.ts'
import { readTexts, type Texts } from '#platform/content/texts.ts'
import { contentOfSpace } from './space-content.ts'
import { openSpace } from './space.ts'

let texts: Texts
beforeAll(async () => {
  texts = await readTexts()
})

const minute = 60_000
/** Long enough for a busy machine. */
const patienceMs = 9000

/** A space, and content read from it under a clock of its own. */
async function start(answerMs?: number) {
  const space = await startContentfulSpace()
  onTestFinished(() => space[Symbol.asyncDispose]())
  let log = ''
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log += chunk.toString()
      done()
    },
  })
  let now = 0
  const { CONTENTFUL_URL: url, CONTENTFUL_SPACE: id, CONTENTFUL_TOKEN: token } = space.settings
  const settings = { url, space: id, environment: 'master', token }
  const content = contentOfSpace({
    space: openSpace({ settings, ...(answerMs !== undefined && { answerMs }) }),
    config: { videoHosts: [] },
    shipped: texts.content,
    clock: () => now,
    log: openLog('debug', sink),
  })
  return {
    space,
    content,
    later: (ms: number) => void (now += ms),
    log: () => log,
    linesWith: (text: string) => log.split('\n').filter((line) => line.includes(text)).length,
  }
}

const failed = 'Contentful did not answer as it should'
const mended = 'Contentful answers as it should again'
const large = JSON.stringify({ items: [], padding: 'x'.repeat(6 * 1024 * 1024) })
const packed = gzipSync(large)
const json = (value: unknown) => (response: ServerResponse) => response.end(JSON.stringify(value))
const helpWith = (fields: object) => json({ items: [{ sys: { id: 'a' }, fields }] })
const topicsOf = (...topics: object[]) => ({ sourceName: 'Client', categories: [{ title: 'A', topics }] })
const topic = (tag: string) => ({ title: 'B?', tag, content: documentOf('b') })

const faults: [string, (response: ServerResponse) => unknown][] = [
  ['breaks off', (response) => response.destroy()],
  [
    'breaks off in the middle',
    (response) =>
      response.writeHead(200, { 'content-length': '100' }).write('{"items"', () => response.destroy()),
  ],
  ['answers 500', (response) => response.writeHead(500).end('{}')],
  ['answers 401', (response) => response.writeHead(401).end('{}')],
  ['answers 429', (response) => response.writeHead(429).end('{}')],
  ['answers nothing', (response) => response.end()],
  ['answers a page', (response) => response.end('<!doctype html>')],
  ['answers null', json(null)],
  ['answers another shape', json({ items: { a: 1 } })],
  ['answers malformed resources', json({ items: [5, null, { sys: 7 }] })],
  ['has no entry', json({ sys: { type: 'Array' }, total: 0, items: [] })],
  ['has a source that nobody knows', helpWith({ sourceName: 'Stranger', categories: [] })],
  ['has a topic without a text', helpWith(topicsOf({ title: 'B?', tag: 'b' }))],
  ['has a tag that leads elsewhere', helpWith(topicsOf(topic('../b')))],
  ['has a tag twice', helpWith(topicsOf(topic('b'), topic('b')))],
  ['answers 6 MB', (response) => response.end(large)],
  [
    'answers 6 MB, compressed to a few kB',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
  ],
]

describe.each(faults)('a space that %s', (_, fault) => {
  test('the space is replaced by the shipped content and logged once', async () => {
    const { space, content, linesWith } = await start()
    space.misbehave((_request, response) => void fault(response))
    expect(await content.help()).toBe(texts.content.help)
    expect(await content.help()).toBe(texts.content.help)
    expect([space.asked.length, linesWith(failed)]).toEqual([1, 1])
  })

  test('after a good answer: that answer is served until there is another', async () => {
    const { space, content, later, linesWith } = await start()
    publishHelp(space)
    const good = await content.help()
    space.misbehave((_request, response) => void fault(response))
    await eventually(
      async () => {
        later(minute)
        expect(await content.help()).toBe(good)
        return space.asked.length
      },
      (asked) => asked > 3,
      patienceMs,
    )
    space.misbehave(undefined)
    publishHelp(space, documentOf('Another answer.'))
    await eventually(
      () => {
        later(minute)
        return content.help()
      },
      (help) => JSON.stringify(help).includes('Another answer.'),
      patienceMs,
    )
    expect([linesWith(failed), linesWith(mended)]).toEqual([1, 1])
  })
})

test('when one kind of content is broken, the others are still served', async () => {
  const { space, content, linesWith } = await start()
  publishHelp(space)
  expect(JSON.stringify(await content.help())).toContain('A category')
  // The space does not have this content type.
  expect(await content.changes()).toBe(texts.content.changes)
  expect(linesWith(failed)).toBe(1)
})

test.each([
  ['says nothing', () => undefined],
  ['never ends its answer', (response: ServerResponse) => response.writeHead(200).write('{"items":')],
])('a space that %s is waited for once, then the last good answer is served at once', async (_, fault) => {
  const { space, content, later, log } = await start(300)
  publishHelp(space)
  const good = await content.help()
  space.misbehave((_request, response) => void fault(response))
  later(minute)
  expect(await content.help()).toBe(good)
  expect(log()).toContain('due to timeout')
  // The answer is there before the next request has reached the space.
  later(minute)
  const asked = space.asked.length
  const answer = await Promise.race([
    content.help(),
    eventually(
      () => space.asked.length,
      (count) => count > asked,
    ),
  ])
  expect(answer).toBe(good)
})

test('a request to the space times out after five seconds', async () => {
  const { space, content, log } = await start()
  space.misbehave(() => undefined)
  const since = performance.now()
  expect(await content.help()).toBe(texts.content.help)
  expect(performance.now() - since).toBeGreaterThan(4900)
  expect(log()).toContain('due to timeout')
})

const linkTo = (id: string) => ({ sys: { type: 'Link', linkType: 'Entry', id } })

test('entries that link to each other in a circle are still read', async () => {
  const { space, content, later, linesWith } = await start()
  publishHelp(space)
  const circle = linkTo('help')
  const text = documentOf('An answer.')
  const fields = { title: 'A question?', tag: 'a-question', content: text, related: [circle], parent: circle }
  space.publish('helpTopic', fields, 'topic')
  space.publish('helpCategory', { title: 'A category', topics: [linkTo('topic')], owner: circle }, 'category')
  const topics = [{ title: 'A question?', tag: 'a-question', content: text }]
  const help = {
    items: [{ fields: { sourceName: 'Client', categories: [{ title: 'A category', topics }] } }],
  }
  expect(await content.help()).toEqual(help)
  // The help entry itself stands where a topic should be. It is not a topic, so it is rejected.
  space.publish('helpCategory', { title: 'A category', topics: [circle] }, 'category')
  later(minute)
  expect(await content.help()).toEqual(help)
  expect(linesWith(failed)).toBe(1)
})

const many = (count: number, id: string) => Array.from({ length: count }, () => linkTo(id))

test('nested lists that link to the same entries too often are refused', async () => {
  const { space, content, log } = await start()
  publishHelp(space)
  space.publish('helpCategory', { title: 'A category', topics: many(3000, 'topic') }, 'category')
  space.publish('help', { sourceName: 'Client', categories: many(3000, 'category') }, 'help')
  expect(await content.help()).toBe(texts.content.help)
  expect(log()).toContain('links to the same too often')
})

test('a long text that is linked 1,000 times is refused, one that is linked twice is served', async () => {
  const { space, content, later, log } = await start()
  const changes = documentOf('x'.repeat(100_000))
  space.publish('releasedChange', { category: 'Calls', changes }, 'part')
  const release = { versiondate: '2026-11-16', title: 'A release', changes: documentOf('All of it.') }
  space.publish('changeLog', { ...release, releasedChanges: many(2, 'part') }, 'release')
  const good = await content.changes()
  expect(good.items[0]?.fields.releasedChanges).toHaveLength(2)
  space.publish('changeLog', { ...release, releasedChanges: many(1000, 'part') }, 'release')
  later(minute)
  expect(await content.changes()).toBe(good)
  expect(log()).toContain('links to the same too often')
})

test.each([301, 302, 303, 307, 308])(
  'a redirect with %d is not followed and gets no token [CONTENT-06]',
  async (status) => {
    const visits: unknown[] = []
    const other = createServer(({ headers }, response) => {
      visits.push(headers)
      response.end('{}')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      other.closeAllConnections()
      other.close()
    })
    const { port } = other.address() as AddressInfo
    const { space, content } = await start()
    space.misbehave(
      (_request, response) =>
        void response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end(),
    )
    expect(await content.help()).toBe(texts.content.help)
    expect(visits).toEqual([])
  },
)
