import { expect, test } from 'vitest'
import { afterAsking, type AdmissionState, type AskedIn } from './admissions.ts'

const asked: AskedIn = { isFirst: true, hasWaitingRoom: false, isJoinable: true }

test.each<[AdmissionState | undefined, Partial<AskedIn>, AdmissionState]>([
  [undefined, {}, 'admitted'],
  [undefined, { hasWaitingRoom: true }, 'waiting'],
  [undefined, { isFirst: false }, 'waiting'],
  [undefined, { isJoinable: false }, 'waiting'],
  ['waiting', {}, 'admitted'],
  ['waiting', { hasWaitingRoom: true }, 'waiting'],
  ['waiting', { isFirst: false }, 'waiting'],
  ['replaced', { isFirst: false }, 'waiting'],
  ['admitted', { hasWaitingRoom: true, isFirst: false, isJoinable: false }, 'admitted'],
  ['turned_away', {}, 'turned_away'],
  ['removed', {}, 'removed'],
])('asking to be let in, from %s with %o, leads to %s', (before, given, after) => {
  expect(afterAsking(before, { ...asked, ...given })).toBe(after)
})
