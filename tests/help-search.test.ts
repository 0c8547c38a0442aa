import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readShippedContent } from '@parley/api/platform/content/shipped-content.ts'
import { topicFinder } from '../apps/web/src/features/content/help/find-topics.ts'
import { medianOf } from './support/measure/statistics.ts'

const { help } = await readShippedContent(join(import.meta.dirname, '../content'))
const finders = new Map(
  help.items.map(({ fields }) => [fields.sourceName, topicFinder(fields.categories)] as const),
)

const firstFor = (source: 'Coach' | 'Client', sought: string) =>
  (finders.get(source)?.(sought) ?? []).slice(0, 3).map(({ topic }) => topic.tag)

test.each([
  ['Coach', 'echo', 'echo'],
  ['Coach', 'camera blocked', 'blocked-or-not-found'],
  ['Coach', 'client did not come', 'no-show'],
  ['Client', 'need an account', 'account-or-app'],
  ['Client', 'is it recorded', 'recorded'],
] as const)("the answer is among the first three when a %s searches for '%s'", (source, sought, tag) => {
  expect(firstFor(source, sought)).toContain(tag)
})

test('help search answers each typed letter within 50 ms in the median', () => {
  const find = finders.get('Coach')
  const times: number[] = []
  for (const sentence of ['second device waits', 'no-show after five minutes', 'send a file of 150 MB'])
    for (let letters = 1; letters <= sentence.length; letters += 1) {
      const began = performance.now()
      find?.(sentence.slice(0, letters))
      times.push(performance.now() - began)
    }
  expect(medianOf(times)).toBeLessThan(50)
})
