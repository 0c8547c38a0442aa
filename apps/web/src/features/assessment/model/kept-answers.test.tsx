import { beforeEach, expect, test } from 'vitest'
import {
  countUnsent,
  dropOutdated,
  dropUnsent,
  dropUnsentOfLast,
  keptAnswers,
  noteWhoIsHere,
} from './kept-answers.ts'
import type { Unsent } from './unsent.ts'

beforeEach(() => localStorage.clear())

const said = (clientId: string, at: number): Unsent => ({
  clientId,
  sessionId: 'session-1',
  userId: 'client-kwame',
  at,
  said: { kind: 'criterion', conversation: 0, path: 'clarity/opening/good-time', value: true },
})
const namesOf = (personId: string) =>
  keptAnswers(personId)
    .all()
    .map(({ clientId }) => clientId)

test('somebody else who signs in on this device has answers of their own, and no others [ASSESS-22]', () => {
  keptAnswers('dana').put(said('second', 2))
  keptAnswers('dana').put(said('first', 1))
  keptAnswers('ingrid').put(said('hers', 3))
  expect(namesOf('dana')).toEqual(['first', 'second'])
  expect(namesOf('ingrid')).toEqual(['hers'])
  // A person id that another's begins with is still a different person.
  expect(namesOf('dan')).toEqual([])
  dropUnsent('dana')
  expect([countUnsent('dana'), countUnsent('ingrid')]).toEqual([0, 1])
  keptAnswers('ingrid').remove('hers')
  expect(namesOf('ingrid')).toEqual([])
})

const day = 86_400_000

test('answers wait for 14 days, whosever they are, and go at that instant [ASSESS-24]', () => {
  keptAnswers('dana').put(said('old', 1))
  keptAnswers('dana').put(said('newer', 2))
  keptAnswers('ingrid').put(said('hers', 1))
  dropOutdated(14 * day)
  expect([namesOf('dana'), namesOf('ingrid')]).toEqual([['old', 'newer'], ['hers']])
  dropOutdated(14 * day + 1)
  expect([namesOf('dana'), namesOf('ingrid')]).toEqual([['newer'], []])
})

test('a lost role drops the answers of whoever was here last, and nobody else’s [ASSESS-25]', () => {
  keptAnswers('dana').put(said('first', 1))
  keptAnswers('ingrid').put(said('hers', 2))
  dropUnsentOfLast()
  expect([countUnsent('dana'), countUnsent('ingrid')]).toEqual([1, 1])
  noteWhoIsHere('ingrid')
  noteWhoIsHere('dana')
  dropUnsentOfLast()
  expect([countUnsent('dana'), countUnsent('ingrid')]).toEqual([0, 1])
})
