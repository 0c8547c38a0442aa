import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TrainingItems } from '@parley/contract/content/written.ts'
import {
  documentOf,
  publishHelp,
  publishShipped,
  publishTraining,
} from '../../../../../tests/support/engines/contentful-content.ts'
import {
  startContentfulSpace,
  type ContentfulSpace,
} from '../../../../../tests/support/engines/contentful-space.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let space: ContentfulSpace
let stack: Stack
let coach: TestPerson
beforeAll(async () => {
  space = await startContentfulSpace()
  stack = await startStack(space.settings)
  coach = await coachOf(stack)
})
afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  await space[Symbol.asyncDispose]()
})
/** Leaves nothing of one test to the next. */
beforeEach(() => {
  space.clear()
  space.asked.length = 0
  stack.clock.advance(minute)
})

const minute = 60_000
const coachOf = async ({ make }: Stack) =>
  make.person({ level: 'Coach', organization_id: (await make.organization()).id })
const get = async (path: string) => (await stack.as(coach).get(`/content/${path}`)).body.response

test('a space with the shipped content is served in the same shapes [CONTENT-05]', async () => {
  const { content } = stack.platform.texts
  publishShipped(space, content)
  expect(await get('help')).toEqual(content.help)
  expect(await get('changes')).toEqual(content.changes)
  expect(await get('assessment')).toEqual(content.rubric)
  const { items }: TrainingItems = await get('training')
  const withoutFiles = content.training.items.map(({ fields }) => ({
    fields: {
      sections: fields.sections.map((section) => ({
        ...section,
        trainingMaterialsContent: section.trainingMaterialsContent.map(
          ({ title, description, externalUrl }) => ({
            title,
            description,
            externalUrl,
          }),
        ),
      })),
    },
  }))
  expect(items).toEqual(withoutFiles)
  expect(stack.log()).not.toContain('Contentful did not answer as it should')
})

test('without a token, help from a space has only what clients ask [CONTENT-05] [HELP-05]', async () => {
  publishShipped(space, stack.platform.texts.content)
  const { items } = (await stack.visitor.get('/content/help')).body.response
  expect(items).toEqual(stack.platform.texts.content.help.items.slice(1))
})

test('fields beyond the shapes are left out, and releases and rubrics come newest first [CONTENT-05]', async () => {
  const [older, newer] = ['2026-01-02', '2026-03-04T00:00+01:00'].map((versiondate, place) => ({
    versiondate,
    changes: documentOf('All of it.'),
    releasedChanges: [
      space.publish('releasedChange', {
        category: `Area ${place}`,
        changes: documentOf('A part.'),
        author: 'nobody',
      }),
      space.publish('releasedChange', { category: 'Calls', changes: documentOf('A part.') }),
    ],
    secretNotes: 'not for anybody',
  }))
  for (const fields of [newer, older]) space.publish('changeLog', fields ?? {})
  expect((await get('changes')).items).toEqual([
    { fields: expect.objectContaining({ versiondate: '2026-03-04', title: 'Area 1, Calls' }) },
    { fields: expect.objectContaining({ versiondate: '2026-01-02', title: 'Area 0, Calls' }) },
  ])
  expect(JSON.stringify(await get('changes'))).not.toMatch(/nobody|not for anybody|sys/)

  const rubric = stack.platform.texts.content.rubric.items[0]?.fields
  // A list may be written as JSON instead of entries.
  for (const version of [1, 12, 7]) space.publish('assessment', { ...rubric, version })
  const { items } = await get('assessment')
  expect(items.map(({ fields }: { fields: { version: number } }) => fields.version)).toEqual([12, 7, 1])
  expect(items[0].fields).toEqual({ ...rubric, version: 12 })
})

test('a linked entry that is not published is left out', async () => {
  publishHelp(space)
  const gone = space.publish('helpTopic', { title: 'B?', tag: 'b', content: documentOf('B') })
  space.publish(
    'helpCategory',
    { title: 'A category', topics: [gone, { sys: { type: 'Link', linkType: 'Entry', id: 'topic' } }] },
    'category',
  )
  space.unpublish(gone)
  const [{ fields }] = (await get('help')).items
  expect(fields.categories[0].topics.map(({ tag }: { tag: string }) => tag)).toEqual(['a-question'])
})

test('requests to the space contain nothing of the caller', async () => {
  publishShipped(space, stack.platform.texts.content)
  const own = { 'x-forwarded-host': 'evil.test', 'accept-language': 'xx', cookie: 'a=b', 'user-agent': 'own' }
  for (const path of ['help', 'changes', 'training', 'assessment'])
    await stack.as(coach).get(`/content/${path}`, undefined, own)
  await stack.as(coach).get('/content/help?content_type=secret&limit=1000&locale=*')
  await stack.as(coach).get('/content/pictures/..%2f..%2fspaces')
  const entries = '/spaces/space-of-tests/environments/master/entries?content_type='
  expect(space.asked.map(({ url }) => url)).toEqual([
    `${entries}help&include=10&limit=100&order=sys.createdAt`,
    `${entries}changeLog&include=10&limit=100&order=-fields.versiondate`,
    `${entries}training&include=10&limit=100&order=sys.createdAt`,
    `${entries}assessment&include=10&limit=100&order=-fields.version`,
  ])
})

test('an answer is cached for a minute, and an unchanged one stays the same object', async () => {
  publishHelp(space)
  const first = await stack.platform.content.help()
  stack.clock.advance(minute - 1)
  publishHelp(space, documentOf('Another answer.'))
  expect(await stack.platform.content.help()).toBe(first)
  expect(space.askedFor('help')).toBe(1)
  stack.clock.advance(1)
  expect(JSON.stringify(await get('help'))).toContain('Another answer.')
  expect(space.askedFor('help')).toBe(2)
  const second = await stack.platform.content.help()
  stack.clock.advance(minute)
  expect(await stack.platform.content.help()).toBe(second)
  expect(space.askedFor('help')).toBe(3)
})

test('a browser that has the answer gets 304 until the space changes, and then the new answer', async () => {
  publishHelp(space)
  const { headers } = await stack.visitor.get('/content/help')
  const again = () => stack.visitor.get('/content/help', undefined, { 'if-none-match': String(headers.etag) })
  stack.clock.advance(minute)
  expect((await again()).status).toBe(304)
  publishHelp(space, documentOf('Another answer.'))
  stack.clock.advance(minute)
  expect((await again()).status).toBe(200)
})

test('a hundred requests at once make one request to the space', async () => {
  publishHelp(space)
  const answer = space.hold()
  const asking = Array.from({ length: 100 }, () => stack.visitor.get('/content/help'))
  await eventually(
    () => stack.platform.drain.inFlight,
    (count) => count === 100,
  )
  answer()
  const answers = await Promise.all(asking)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
  expect(space.asked.length).toBe(1)
})

test('a material may lack every field, and a section with an unknown tag is served', async () => {
  publishTraining(
    space,
    [{}, { title: 'A', externalUrl: 'javascript:alert(1)' }, { externalUrl: 'https://example.com/a' }],
    'ownsection',
  )
  const { items } = await get('training')
  expect(items[0].fields.sections).toEqual([
    {
      title: 'A section',
      sectionTag: 'ownsection',
      trainingMaterialsContent: [{}, { title: 'A' }, { externalUrl: 'https://example.com/a' }],
    },
  ])
})

test("Contentful's token reaches no answer, no header and no log line, whatever the space sends back [CONTENT-06]", async () => {
  await using space = await startContentfulSpace()
  await using stack = await startStack(space.settings)
  const coach = await coachOf(stack)
  publishShipped(space, stack.platform.texts.content)
  const paths = ['help', 'changes', 'training', 'assessment', 'training/none', 'pictures/none']
  const seen: string[] = []
  let rounds = 0
  const lookEverywhere = async () => {
    stack.clock.advance(minute)
    for (const path of paths)
      for (const answer of [
        await stack.as(coach).get(`/content/${path}`),
        await stack.visitor.get(`/content/${path}`),
      ])
        seen.push(JSON.stringify(answer))
    // The API does not wait for a space that is away; the test does.
    rounds += 1
    await eventually(
      () => space.asked.length,
      (count) => count === rounds * 4,
    )
  }
  await lookEverywhere()
  // Each of these echoes what was sent to it.
  const { token } = space
  const spoiled = { sourceName: token, versiondate: token, version: token, sections: [{ [token]: token }] }
  const echoes: ((response: ServerResponse) => unknown)[] = [
    (response) => response.writeHead(401, `Not ${token}`).end(token),
    (response) => response.end(token),
    (response) => response.end(`Bearer ${token}`),
    (response) => response.end(JSON.stringify({ items: token, message: token })),
    (response) => response.end(JSON.stringify({ items: [{ sys: { id: token }, fields: spoiled }] })),
    (response) => response.writeHead(302, { location: `http://127.0.0.1:9/${token}` }).end(),
    (response) =>
      response.writeHead(200, { 'content-type': `x/${token}`, 'content-encoding': token }).end('x'),
  ]
  const told = (text: string) => stack.log().split(text).length - 1
  for (const [place, echo] of echoes.entries()) {
    // A failure is logged only if the space answered before.
    space.misbehave((_request, response) => echo(response))
    await lookEverywhere()
    expect(told('Contentful did not answer as it should')).toBe((place + 1) * 4)
    space.misbehave(undefined)
    await lookEverywhere()
    await eventually(
      () => told('Contentful answers as it should again'),
      (count) => count === (place + 1) * 4,
    )
  }
  expect(space.asked[0]?.authorization).toBe(`Bearer ${space.token}`)
  expect(seen.length).toBe((echoes.length * 2 + 1) * paths.length * 2)
  for (const text of [...seen, stack.log()]) expect(text).not.toContain(space.token)
  expect((await stack.app.inject({ url: '/api/openapi.json' })).body).not.toContain(space.token)
})

test('while the space is away the last good answer is served, and the failure is logged once', async () => {
  await using space = await startContentfulSpace()
  await using stack = await startStack(space.settings)
  const help = async () => (await stack.visitor.get('/content/help')).body.response
  publishHelp(space)
  const good = await help()
  await space[Symbol.asyncDispose]()
  for (let count = 0; count < 3; count += 1) {
    stack.clock.advance(minute)
    expect(await help()).toEqual(good)
  }
  expect(stack.log().match(/Contentful did not answer as it should/g)).toHaveLength(1)
  expect(stack.log()).toContain('ECONNREFUSED')
})

test('when the space was never reachable, the shipped content is served', async () => {
  const space = await startContentfulSpace()
  await space[Symbol.asyncDispose]()
  await using stack = await startStack(space.settings)
  const coach = await coachOf(stack)
  const { help, training } = stack.platform.texts.content
  expect((await stack.as(coach).get('/content/help')).body.response).toEqual(help)
  expect((await stack.as(coach).get('/content/training')).body.response).toEqual(training)
})
