import type { HelpCategory } from '@parley/contract/written.ts'
import { expect, test } from 'vitest'
import { sampleDocument } from '../sample-document.ts'
import { topicFinder } from './find-topics.ts'

const topic = (tag: string, title: string, text: string) => ({ tag, title, content: sampleDocument(text) })

const categories: HelpCategory[] = [
  {
    title: 'Camera and sound',
    topics: [
      topic('not-found', 'My camera or microphone is not found?', 'Close other programs and allow it again.'),
      topic('echo', 'Why do I hear an echo?', 'Two microphones in one room. Use a headset.'),
    ],
  },
  {
    title: 'Joining and links',
    topics: [
      topic('dropped', 'What if my connection drops?', 'You come back by yourself. The camera stays off.'),
    ],
  },
]
const find = topicFinder(categories)
const tags = (sought: string) => find(sought).map(({ topic }) => topic.tag)

test('by its question before one that only speaks of it, and last by the name of its category', () => {
  expect(tags('camera')).toEqual(['not-found', 'dropped', 'echo'])
})

test.each([
  ['the beginning of a word', 'mic', ['echo', 'not-found']],
  ['capitals', 'ECHO', ['echo']],
  ['a slip of the fingers', 'headsett', ['echo']],
  ['words that stand apart', 'programs microphone', ['not-found']],
  ['a whole sentence of which most is there', 'why does my connection keep breaking up', ['dropped']],
  ['nothing but small words', 'how do i', []],
  ['something that nobody wrote of', 'invoice', []],
])('by %s: %s', (_, sought, expected) => {
  expect(tags(sought).toSorted()).toEqual(expected)
})

test('the words that were found are told, to be marked', () => {
  const [first] = find('mic cam')
  expect(first?.words.toSorted()).toEqual(['camera', 'microphone'])
})

test('signs of a pattern are words like others', () => {
  expect(() => find('(.*)[')).not.toThrow()
})
