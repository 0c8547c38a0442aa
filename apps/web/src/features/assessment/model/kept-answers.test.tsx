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

test('each user of a device reads and drops only their own kept answers [ASSESS-22]', () => {
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

test('unsent answers of every user are dropped once they are 14 days old, and not before [ASSESS-24]', () => {
  keptAnswers('dana').put(said('old', 1))
  keptAnswers('dana').put(said('newer', 2))
  keptAnswers('ingrid').put(said('hers', 1))
  dropOutdated(14 * day)
  expect([namesOf('dana'), namesOf('ingrid')]).toEqual([['old', 'newer'], ['hers']])
  dropOutdated(14 * day + 1)
  expect([namesOf('dana'), namesOf('ingrid')]).toEqual([['newer'], []])
})

test("losing a role drops the unsent answers of the person who was here last, and nobody else's [ASSESS-25]", () => {
  keptAnswers('dana').put(said('first', 1))
  keptAnswers('ingrid').put(said('hers', 2))
  dropUnsentOfLast()
  expect([countUnsent('dana'), countUnsent('ingrid')]).toEqual([1, 1])
  noteWhoIsHere('ingrid')
  noteWhoIsHere('dana')
  dropUnsentOfLast()
  expect([countUnsent('dana'), countUnsent('ingrid')]).toEqual([0, 1])
})
