import { expect, test } from 'vitest'
import { isAsleep } from './microphone-watch.ts'

test('a suspended audio context or one interrupted by a phone call counts as asleep, a closed one does not [DEVICE-20]', () => {
  expect(['suspended', 'interrupted', 'running', 'closed'].map(isAsleep)).toEqual([true, true, false, false])
})
