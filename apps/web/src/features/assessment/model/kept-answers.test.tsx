import { beforeEach, expect, test } from 'vitest'
import { countUnsent, dropUnsent, keptAnswers } from './kept-answers.ts'
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

test('whoever else signs in on this device has answers of their own, and no others', () => {
  keptAnswers('dana').put(said('second', 2))
  keptAnswers('dana').put(said('first', 1))
  keptAnswers('ingrid').put(said('hers', 3))
  expect(namesOf('dana')).toEqual(['first', 'second'])
  expect(namesOf('ingrid')).toEqual(['hers'])
  // A name that begins like another is somebody else.
  expect(namesOf('dan')).toEqual([])
  dropUnsent('dana')
  expect([countUnsent('dana'), countUnsent('ingrid')]).toEqual([0, 1])
  keptAnswers('ingrid').remove('hers')
  expect(namesOf('ingrid')).toEqual([])
})
