import type { HelpCategory } from '@parley/contract/content/written.ts'
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

test('a topic found by its question comes before one found by its text, and one found by its category comes last', () => {
  expect(tags('camera')).toEqual(['not-found', 'dropped', 'echo'])
})

test.each([
  ['the beginning of a word', 'mic', ['echo', 'not-found']],
  ['capitals', 'ECHO', ['echo']],
  ['a typo', 'headsett', ['echo']],
  ['words that are far apart', 'programs microphone', ['not-found']],
  ['a sentence that mostly matches', 'why does my connection keep breaking up', ['dropped']],
  ['stop words only', 'how do i', []],
  ['a word that no topic has', 'invoice', []],
])('a search for %s finds the expected topics: %s', (_, sought, expected) => {
  expect(tags(sought).toSorted()).toEqual(expected)
})

test('a result lists the words that matched, for highlighting', () => {
  const [first] = find('mic cam')
  expect(first?.words.toSorted()).toEqual(['camera', 'microphone'])
})

test('the special characters of regular expressions do not break a search', () => {
  expect(() => find('(.*)[')).not.toThrow()
})
