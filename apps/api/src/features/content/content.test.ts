import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changeItems,
  helpItems,
  rubricItems,
  trainingItems,
  type ChangeItems,
  type HelpItems,
  type RubricItems,
  type TrainingItems,
} from '@parley/contract/content/written.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let coach: TestPerson
beforeAll(async () => {
  stack = await startStack()
  const organization = await stack.make.organization()
  coach = await stack.make.person({ level: 'Coach', organization_id: organization.id })
})
afterAll(() => stack[Symbol.asyncDispose]())

const texts = (document: unknown): string =>
  JSON.stringify(document, (key, value: unknown) => (key === 'data' ? undefined : value))

test('help returns items with a source name, categories with title, and topics with title, content and tag [API-27]', async () => {
  const { status, body } = await stack.as(coach).get('/content/help')
  expect(status).toBe(200)
  const { items }: HelpItems = helpItems.parse(body.response)
  expect(items.map(({ fields }) => fields.sourceName)).toEqual(['Coach', 'Client'])
  for (const { fields } of items) {
    expect(fields.categories.length).toBeGreaterThan(2)
    for (const { title, topics } of fields.categories) {
      expect(title).not.toBe('')
      expect(topics.length).toBeGreaterThan(0)
      for (const topic of topics) {
        expect(topic.title).toMatch(/\?$/)
        expect(topic.content.nodeType).toBe('document')
        expect(texts(topic.content)).toContain('"nodeType":"text"')
      }
    }
  }
})

test('without a token, help returns only what clients ask [HELP-05]', async () => {
  const all: HelpItems = (await stack.as(coach).get('/content/help')).body.response
  const { status, body } = await stack.visitor.get('/content/help')
  expect(status).toBe(200)
  expect(body.response).toEqual({ items: all.items.filter(({ fields }) => fields.sourceName === 'Client') })
  expect(body.response.items).toHaveLength(1)
})

test('an unknown token is answered 401 and not treated as a visitor', async () => {
  const { status, body } = await stack.as({ token: 'nobody' }).get('/content/help')
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'not_signed_in' })
})

test('update notes return items with fields versiondate, changes and releasedChanges, newest first [API-28]', async () => {
  const { status, body } = await stack.visitor.get('/content/changes')
  expect(status).toBe(200)
  const { items }: ChangeItems = changeItems.parse(body.response)
  const dates = items.map(({ fields }) => fields.versiondate)
  expect(dates.length).toBeGreaterThan(1)
  expect(dates).toEqual(dates.toSorted().toReversed())
  for (const { fields } of items) {
    expect(fields.changes.nodeType).toBe('document')
    expect(fields.releasedChanges.length).toBeGreaterThan(0)
    for (const { fields: part } of fields.releasedChanges) {
      expect(part.changes.content.length).toBeGreaterThan(0)
      // The whole holds each part under its heading.
      expect(texts(fields.changes)).toContain(part.category)
    }
  }
})

test('the rubric returns one set of categories, subtopics and criteria, each with its tag [API-31] [API-32] [ASSESS-10]', async () => {
  const { status, body } = await stack.as(coach).get('/content/assessment')
  expect(status).toBe(200)
  const { items }: RubricItems = rubricItems.parse(body.response)
  expect(items).toHaveLength(1)
  const [{ fields }] = items as [RubricItems['items'][number]]
  expect(fields.conversations.map(({ name }) => name)).toEqual(['Concern', 'Complaint', 'Boundary', 'Repair'])
  const shape = fields.allCategories.map(({ categoryName, tag, subtopics }) => [
    categoryName,
    tag,
    subtopics.map(({ subtopicName, tag, allCriteria }) => [subtopicName, tag, allCriteria.length]),
  ])
  expect(shape).toEqual([
    [
      'Clarity',
      'clarity',
      [
        ['Opening', 'opening', 3],
        ['Facts', 'facts', 3],
        ['Request', 'request', 3],
      ],
    ],
    [
      'Listening',
      'listening',
      [
        ['Presence', 'presence', 3],
        ['Questions', 'questions', 3],
        ['Saying back', 'saying-back', 3],
      ],
    ],
    [
      'Steadiness',
      'steadiness',
      [
        ['Under pressure', 'pressure', 3],
        ['Limits', 'limits', 3],
        ['Own part', 'own-part', 3],
      ],
    ],
    [
      'Agreement',
      'agreement',
      [
        ['Options', 'options', 3],
        ['Next step', 'next-step', 3],
        ['Ending', 'ending', 3],
      ],
    ],
  ])
  const [first] = fields.allCategories[0]?.subtopics[0]?.allCriteria ?? []
  expect(first).toEqual({
    criteriaName: 'States the purpose in the first minute',
    tag: 'purpose-early',
    anchor: 'One sentence names the topic',
  })
})

test('content has an ETag: the browser that has it gets 304, and a visitor gets another answer with another ETag', async () => {
  const first = await stack.as(coach).get('/content/help')
  expect(first.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'authorization',
    etag: expect.stringMatching(/^"[\w-]{43}"$/),
  })
  const mark = String(first.headers.etag)
  const again = await stack.as(coach).get('/content/help', undefined, { 'if-none-match': mark })
  expect({ status: again.status, body: again.body }).toEqual({ status: 304, body: '' })
  const stranger = await stack.visitor.get('/content/help', undefined, { 'if-none-match': mark })
  expect(stranger.status).toBe(200)
  expect(stranger.headers.etag).not.toBe(mark)
  // An answer that is not meant to be kept is never stored.
  expect((await stack.visitor.get('/content/terms')).headers['cache-control']).toBe('no-store')
})

test('training returns sections with title, tag and materials, each with its fields [API-29] [API-30]', async () => {
  const { status, body } = await stack.as(coach).get('/content/training')
  expect(status).toBe(200)
  const { items }: TrainingItems = trainingItems.parse(body.response)
  const sections = items[0]?.fields.sections ?? []
  expect(sections.map(({ title, sectionTag }) => [title, sectionTag])).toEqual([
    ['Welcome', 'welcomesection'],
    ['Coach toolkit', 'coachtoolkitsection'],
    ['Strategies', 'strategysection'],
  ])
  for (const { trainingMaterialsContent } of sections) {
    expect(trainingMaterialsContent.length).toBeGreaterThan(0)
    for (const material of trainingMaterialsContent)
      expect(material).toMatchObject({
        title: expect.stringMatching(/./),
        description: { nodeType: 'document' },
        externalUrl: expect.stringMatching(/^\//),
        image: { file: { url: expect.stringMatching(/^\/training-files\//) } },
      })
  }
})

test('every training material can be opened, and every file that it names exists [CONTENT-04]', async () => {
  const { items }: TrainingItems = (await stack.as(coach).get('/content/training')).body.response
  const [welcome, ...others] = items[0]?.fields.sections ?? []
  const publicDir = join(import.meta.dirname, '../../../../web/public')
  const isThere = (path = '') => existsSync(join(publicDir, path))
  for (const { externalUrl, captionsUrl, image } of welcome?.trainingMaterialsContent ?? []) {
    expect([externalUrl, isThere(externalUrl)]).toEqual([expect.stringMatching(/\.webm$/), true])
    expect([captionsUrl, isThere(captionsUrl)]).toEqual([expect.stringMatching(/\.vtt$/), true])
    expect([image?.file.url, isThere(image?.file.url)]).toEqual([expect.any(String), true])
    expect(statSync(join(publicDir, externalUrl ?? '')).size).toBeLessThan(5_000_000)
  }
  for (const { trainingMaterialsContent } of others)
    for (const { title, externalUrl = '', image } of trainingMaterialsContent) {
      expect([image?.file.url, isThere(image?.file.url)]).toEqual([expect.any(String), true])
      const { status, body } = await stack.as(coach).get(`/content${externalUrl}`)
      expect({ status, title: body.response.title }).toEqual({ status: 200, title })
      expect(body.response.document.content.length).toBeGreaterThan(5)
    }
  expect(await stack.as(coach).get('/content/training/no-such-text')).toMatchObject({ status: 404 })
})

test("the installer returns the link for the named platform, else for the browser's, and lists the platforms that have one [API-33 INSTALL-05]", async () => {
  await using set = await startStack({
    PARLEY_INSTALLER_WINDOWS: 'https://downloads.example/parley.exe',
    PARLEY_INSTALLER_MACOS: 'https://downloads.example/parley.dmg',
  })
  const organization = await set.make.organization()
  const person = await set.make.person({ level: 'Coach', organization_id: organization.id })
  const linkFor = async (query: string, agent = 'curl/8.5.0') => {
    const { status, body } = await set
      .as(person)
      .get(`/resources/installer${query}`, undefined, { 'user-agent': agent })
    return status === 200 ? body.response.installerLink : [status, body.code, body.response]
  }
  expect(await linkFor('?platform=windows')).toBe('https://downloads.example/parley.exe')
  expect(await linkFor('', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe(
    'https://downloads.example/parley.dmg',
  )
  expect((await set.as(person).get('/resources/installers')).body.response).toEqual({
    platforms: ['windows', 'macos'],
  })
  const unset = [404, 'installer_not_set', 'Could not retrieve the download link.']
  expect(await linkFor('?platform=linux')).toEqual(unset)
  expect(await linkFor('')).toEqual(unset)
  expect(await linkFor('?platform=amiga')).toEqual([400, 'malformed', expect.any(String)])
})
