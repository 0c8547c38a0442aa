import { expect, test } from 'vitest'
import { isAsleep } from './microphone-watch.ts'

test('a context that a telephone call has interrupted is woken like one that sleeps; a closed one is not [DEVICE-20]', () => {
  expect(['suspended', 'interrupted', 'running', 'closed'].map(isAsleep)).toEqual([true, true, false, false])
})
