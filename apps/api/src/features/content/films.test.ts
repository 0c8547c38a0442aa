import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TrainingItems } from '@parley/contract/content/written.ts'
import { publishTraining } from '../../../../../tests/support/engines/contentful-content.ts'
import {
  startContentfulSpace,
  type ContentfulSpace,
} from '../../../../../tests/support/engines/contentful-space.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let space: ContentfulSpace
let stack: Stack
let trainingOf: (one: Stack) => Promise<TrainingItems>
beforeAll(async () => {
  space = await startContentfulSpace()
  stack = await startStack({
    ...space.settings,
    PARLEY_VIDEO_HOSTS: 'player.vimeo.com,videos.example.com:8443',
  })
  trainingOf = async (one) => {
    const { id: organization_id } = await one.make.organization()
    const coach = await one.make.person({ level: 'Coach', organization_id })
    return (await one.as(coach).get('/content/training')).body.response
  }
})
afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  await space[Symbol.asyncDispose]()
})

const shown = [
  '/training-files/first-session.webm',
  'https://player.vimeo.com/video/1?h=2',
  'https://videos.example.com:8443/a',
]
const notShown = [
  'https://elsewhere.example.com/a',
  'https://player.vimeo.com.evil.test/a',
  'https://player.vimeo.com@evil.test/a',
  'https://name:word@player.vimeo.com/a',
  'https://player.vimeo.com:444/a',
  'https://videos.example.com/a',
  'http://player.vimeo.com/a',
  '//player.vimeo.com/a',
  '/\\player.vimeo.com/a',
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@player.vimeo.com',
  'training-files/a.webm',
  '',
  5,
]

test('a welcome video is a file of ours or from a listed host; any other address is left out [CONTENT-03]', async () => {
  publishTraining(
    space,
    [...shown, ...notShown].map((externalUrl) => ({ title: 'A film', externalUrl })),
    'welcomesection',
  )
  const [item] = (await trainingOf(stack)).items
  expect(item?.fields.sections[0]?.trainingMaterialsContent).toEqual([
    ...shown.map((externalUrl) => ({ title: 'A film', externalUrl })),
    ...notShown.map(() => ({ title: 'A film' })),
  ])
})

test('the shipped welcome videos are files of ours, with captions and a picture [CONTENT-04]', async () => {
  await using shipped = await startStack()
  const [item] = (await trainingOf(shipped)).items
  const films =
    item?.fields.sections.find(({ sectionTag }) => sectionTag === 'welcomesection')
      ?.trainingMaterialsContent ?? []
  expect(films.length).toBeGreaterThan(0)
  for (const { externalUrl, captionsUrl, image } of films) {
    expect(externalUrl).toMatch(/^\/training-files\/[a-z0-9-]+\.webm$/)
    expect(captionsUrl).toMatch(/^\/training-files\/[a-z0-9-]+\.vtt$/)
    expect(image?.file.url).toMatch(/^\/training-files\/[a-z0-9-]+\.\w+$/)
  }
})
