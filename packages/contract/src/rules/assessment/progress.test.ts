import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countAnswers,
  countCriteria,
  countedYear,
  countsText,
  guarded,
  latestOfEach,
  peopleMin,
  shareOf,
  shareText,
  sumOf,
} from './progress.ts'

const subtopic = (tag: string) => ({ tag, allCriteria: [{ tag: 'x' }, { tag: 'y' }, { tag: 'z' }] })
const rubric = {
  allCategories: [
    { tag: 'clarity', subtopics: [subtopic('opening'), subtopic('facts')] },
    { tag: 'listening', subtopics: [subtopic('opening')] },
  ],
}
const paths = rubric.allCategories.flatMap((category) =>
  category.subtopics.flatMap((one) =>
    one.allCriteria.map((criterion) => `${category.tag}/${one.tag}/${criterion.tag}`),
  ),
)

const answers = fc.uniqueArray(
  fc.record({
    conversation: fc.integer({ min: 0, max: 3 }),
    path: fc.constantFrom(...paths),
    value: fc.constantFrom(true, false, null),
  }),
  { selector: ({ conversation, path }) => `${conversation}/${path}` },
)

test('a conversation has as many criteria as all subtopics of the rubric together', () => {
  expect(countCriteria(rubric)).toBe(9)
  expect(countCriteria({ allCategories: [] })).toBe(0)
})

test('answers are counted by conversation, category and subtopic, and unset ones nowhere [ASSESS-28]', () => {
  const counted = countAnswers(rubric, [
    { conversation: 2, path: 'listening/opening/x', value: true },
    { conversation: 0, path: 'clarity/facts/x', value: false },
    { conversation: 0, path: 'clarity/opening/x', value: true },
    { conversation: 0, path: 'clarity/opening/y', value: true },
    { conversation: 0, path: 'clarity/opening/z', value: null },
    { conversation: 1, path: 'clarity/opening/z', value: null },
  ])
  expect(counted).toEqual([
    {
      conversation: 0,
      shown: 2,
      answered: 3,
      categories: [
        {
          tag: 'clarity',
          shown: 2,
          answered: 3,
          subtopics: [
            { tag: 'opening', shown: 2, answered: 2 },
            { tag: 'facts', shown: 0, answered: 1 },
          ],
        },
      ],
    },
    {
      conversation: 2,
      shown: 1,
      answered: 1,
      categories: [
        {
          tag: 'listening',
          shown: 1,
          answered: 1,
          subtopics: [{ tag: 'opening', shown: 1, answered: 1 }],
        },
      ],
    },
  ])
})

test('every answer is counted once at each level, in any order', () => {
  fc.assert(
    fc.property(answers, fc.infiniteStream(fc.nat()), (given, keys) => {
      const counted = countAnswers(rubric, given)
      const categories = counted.flatMap((one) => one.categories)
      const set = given.filter(({ value }) => value !== null)
      const expected = { shown: set.filter(({ value }) => value).length, answered: set.length }
      expect(sumOf(counted)).toEqual(expected)
      expect(sumOf(categories)).toEqual(expected)
      expect(sumOf(categories.flatMap((one) => one.subtopics))).toEqual(expected)
      expect(counted.every(({ answered }) => answered > 0)).toBe(true)
      const shuffled = given
        .map((answer) => ({ answer, key: keys.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
      expect(
        countAnswers(
          rubric,
          shuffled.map(({ answer }) => answer),
        ),
      ).toEqual(counted)
    }),
  )
})

test('a share is a whole percentage from 0 to 100, and undefined when nothing was answered [ASSESS-28]', () => {
  expect(shareOf({ shown: 33, answered: 42 })).toBe(79)
  expect(shareOf({ shown: 0, answered: 0 })).toBeUndefined()
  expect([shareText({ shown: 1, answered: 3 }), countsText({ shown: 5, answered: 6 })]).toEqual([
    '33%',
    '5 of 6',
  ])
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), (shown, more) => {
      fc.pre(shown + more > 0)
      const share = shareOf({ shown, answered: shown + more }) ?? Number.NaN
      expect(share >= 0 && share <= 100 && Number.isInteger(share)).toBe(true)
      expect(Math.abs(share - (100 * shown) / (shown + more))).toBeLessThanOrEqual(0.5)
    }),
  )
})

test('each conversation counts in the newest session in which it was scored', () => {
  const session = (id: string, ...conversations: { conversation: number; answered: number }[]) => ({
    id,
    conversations,
  })
  const latest = latestOfEach([
    session('new', { conversation: 3, answered: 2 }, { conversation: 0, answered: 0 }),
    session('middle', { conversation: 0, answered: 4 }, { conversation: 3, answered: 9 }),
    session('old', { conversation: 0, answered: 1 }, { conversation: 1, answered: 1 }),
  ])
  expect(latest.map(({ session: { id }, scored }) => [id, scored.conversation, scored.answered])).toEqual([
    ['middle', 0, 4],
    ['old', 1, 1],
    ['new', 3, 2],
  ])
})

test('a figure of fewer than five people is withheld [ASSESS-06]', () => {
  const figure = { people: peopleMin, shown: 3, answered: 9 }
  expect(peopleMin).toBe(5)
  expect(guarded(figure)).toBe(figure)
  expect(guarded({ ...figure, people: peopleMin - 1 })).toBeNull()
  expect(guarded(undefined)).toBeNull()
})

test("an organization's year is 52 weeks, ends on the Monday that began the current week, and stays the same all week", () => {
  expect(countedYear(Date.parse('2026-11-16T00:00:00Z'))).toEqual({
    from: Date.parse('2025-11-17T00:00:00Z'),
    until: Date.parse('2026-11-16T00:00:00Z'),
  })
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      (date) => {
        const { from, until } = countedYear(date.getTime())
        expect(new Date(until).getUTCDay()).toBe(1)
        expect(until <= date.getTime() && date.getTime() - until < 7 * 86_400_000).toBe(true)
        expect(until - from).toBe(364 * 86_400_000)
        expect(countedYear(until)).toEqual({ from, until })
      },
    ),
  )
})
