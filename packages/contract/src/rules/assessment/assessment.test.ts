import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  assessmentTextMax,
  mayAssess,
  readAnswer,
  readCriterion,
  settledText,
  tagsOf,
  type RubricTags,
} from './assessment.ts'

const rubric: RubricTags = {
  allCategories: [
    {
      tag: 'clarity',
      subtopics: [
        { tag: 'opening', allCriteria: [{ tag: 'purpose-early' }, { tag: 'good-time' }] },
        { tag: 'facts', allCriteria: [{ tag: 'own-effect' }] },
      ],
    },
    { tag: 'listening', subtopics: [{ tag: 'presence', allCriteria: [{ tag: 'lets-finish' }] }] },
  ],
}
const criterion = ['clarity', 'opening', 'purpose-early'] as const
const path = 'clarity/opening/purpose-early'

test.each([
  [
    'a criterion that was shown',
    { tags: [0, ...criterion], value: true },
    { conversation: 0, path, value: true },
  ],
  [
    'a criterion that was not shown',
    { tags: [3, ...criterion], value: false },
    { conversation: 3, path, value: false },
  ],
  ['an unset criterion', { tags: [1, ...criterion], value: null }, { conversation: 1, path, value: null }],
  [
    'a conversation number as text',
    { tags: ['2', ...criterion], value: true },
    { conversation: 2, path, value: true },
  ],
  [
    'an overall judgement',
    { tags: [0, 'overall'], data: 'Clear.' },
    { conversation: 0, path: 'overall', data: 'Clear.' },
  ],
  ['an empty text', { tags: [0, 'notes'], data: '' }, { conversation: 0, path: 'notes', data: '' }],
])('%s is accepted as an answer [ASSESS-12] [ASSESS-13]', (_, given, expected) => {
  const answer = readAnswer(rubric, given)
  expect(answer).toEqual(expected)
  expect(answer && tagsOf(answer).join()).toBe(given.tags.join())
})

const long = 'x'.repeat(assessmentTextMax)

test.each([
  ['no tags', { value: true }],
  ['tags that are a text', { tags: 'clarity', value: true }],
  ['an empty list of tags', { tags: [], value: true }],
  ['conversation 4', { tags: [4, ...criterion], value: true }],
  ['conversation -1', { tags: [-1, ...criterion], value: true }],
  ['conversation 1.5', { tags: [1.5, ...criterion], value: true }],
  ['conversation 00', { tags: ['00', ...criterion], value: true }],
  ['an unknown category', { tags: [0, 'charm', 'opening', 'purpose-early'], value: true }],
  ['a subtopic of another category', { tags: [0, 'listening', 'opening', 'purpose-early'], value: true }],
  ['a criterion of another subtopic', { tags: [0, 'clarity', 'facts', 'purpose-early'], value: true }],
  ['a tag that every object has', { tags: [0, 'clarity', 'opening', 'constructor'], value: true }],
  ['a path that is too short', { tags: [0, 'clarity', 'opening'], value: true }],
  ['a path that is too long', { tags: [0, ...criterion, 'more'], value: true }],
  ['a criterion with a text', { tags: [0, ...criterion], data: 'x' }],
  ['a criterion with value and text', { tags: [0, ...criterion], value: true, data: 'x' }],
  ['a criterion with neither', { tags: [0, ...criterion] }],
  ['a criterion that is 1', { tags: [0, ...criterion], value: 1 }],
  ['a text with a value', { tags: [0, 'notes'], value: true }],
  ['a text with value and text', { tags: [0, 'notes'], value: null, data: 'x' }],
  ['a text that is a list', { tags: [0, 'notes'], data: ['x'] }],
  ['an unknown text', { tags: [0, 'remarks'], data: 'x' }],
  ['a text that is too long', { tags: [0, 'notes'], data: `${long}x` }],
])('%s is refused as an answer [ASSESS-14] [ASSESS-15]', (_, given) => {
  expect(readAnswer(rubric, given)).toBeUndefined()
})

test.each([
  ['a criterion', [0, ...criterion], { conversation: 0, path }],
  ['a conversation number as text', ['3', ...criterion], { conversation: 3, path }],
  ['a text', [0, 'notes'], undefined],
  ['an unknown tag', [0, 'clarity', 'opening', 'charm'], undefined],
  ['a path that is too long', [0, ...criterion, 'more'], undefined],
  ['conversation 4', [4, ...criterion], undefined],
  ['no list', { length: 4 }, undefined],
  ['nothing', undefined, undefined],
])('readCriterion reads the tags of a criterion and nothing else: %s', (_, tags, expected) => {
  expect(readCriterion(rubric, tags)).toEqual(expected)
})

test('a text may have 20,000 characters but no NUL [ASSESS-14]', () => {
  expect(readAnswer(rubric, { tags: [0, 'notes'], data: 'a\0b' })).toBeUndefined()
  expect(readAnswer(rubric, { tags: [0, 'notes'], data: long })).toMatchObject({ data: long })
})

test('any input is read as an answer of one of the four conversations or refused, without an exception', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (tags, value, data) => {
      const answer = readAnswer(rubric, { tags, value, data })
      expect(answer === undefined || answer.conversation < 4).toBe(true)
    }),
  )
})

const individual = { coach_id: 'coach', user_id: 'client' }

test.each([
  ["the session's coach", { id: 'coach', privs: 1, isAssessor: true }, true],
  ["the session's coach without the right", { id: 'coach', privs: 1, isAssessor: false }, false],
  ['another coach', { id: 'other', privs: 1, isAssessor: true }, false],
  ['an org admin', { id: 'other', privs: 2, isAssessor: true }, true],
  ['an org admin without the right', { id: 'other', privs: 2, isAssessor: false }, false],
  ['an admin', { id: 'other', privs: 3, isAssessor: true }, true],
  ['the client', { id: 'client', privs: 0, isAssessor: true }, false],
] as const)('%s: %o may score: %s', (_, viewer, expected) => {
  expect(mayAssess(viewer, individual)).toBe(expected)
  expect(mayAssess(viewer, { coach_id: 'coach', user_id: 'coach' })).toBe(false)
})

test("a new text replaces a text that its author had seen, and is put below an unseen one under the author's name", () => {
  const stored = { data: 'Calm.', number: 7 }
  const by = (data: string, base: number | undefined) => settledText(stored, { data, base, author: 'Ingrid' })
  expect(settledText(undefined, { data: 'New.', base: 0, author: 'Ingrid' })).toBe('New.')
  expect(by('Clear.', 7)).toBe('Clear.')
  expect(by('Clear.', undefined)).toBe('Clear.')
  expect(by('', 7)).toBe('')
  expect(by('Clear.', 6)).toBe('Calm.\n\nIngrid:\nClear.')
  expect(by('Calm. Clear.', 6)).toBe('Calm. Clear.')
  expect(by('Calm', 6)).toBe('Calm.')
  expect(by(' ', 6)).toBe('Calm.')
  expect(settledText({ data: '', number: 7 }, { data: 'Clear.', base: 6, author: 'Ingrid' })).toBe('Clear.')
})

test('when two texts begin with the same words, these are kept once', () => {
  const stored = { data: 'Calm at first. Then he sighed.', number: 7 }
  const by = (data: string) => settledText(stored, { data, base: 6, author: 'Ingrid' })
  expect(by('Calm at first. Then a laugh.')).toBe('Calm at first. Then he sighed.\n\nIngrid:\na laugh.')
  expect(by('Calm at first. Then he sights.')).toBe('Calm at first. Then he sighed.\n\nIngrid:\nsights.')
})

test('when both texts together are too long, the later one wins', () => {
  const stored = { data: 'a'.repeat(15_000), number: 7 }
  const data = 'b'.repeat(15_000)
  expect(settledText(stored, { data, base: 6, author: 'Ingrid' })).toBe(data)
})

test('a stored text is replaced only by an author who had seen it, no new word is lost, and the limit holds', () => {
  const text = fc.string({ maxLength: 50 })
  fc.assert(
    fc.property(text, text, fc.nat(3), (data, coming, base) => {
      const settled = settledText({ data, number: 2 }, { data: coming, base, author: 'Ingrid' })
      expect(base >= 2 || settled.includes(data)).toBe(true)
      for (const word of coming.split(/\s+/)) expect(settled).toContain(word)
      expect(settled.length).toBeLessThanOrEqual(assessmentTextMax)
    }),
  )
})
