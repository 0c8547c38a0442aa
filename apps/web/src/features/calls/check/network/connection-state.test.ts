import { expect, test } from 'vitest'
import { connectionOf, verdictOf } from './connection-state.ts'

const kindOf = (roundTripMs: number, lossPercent: number, ...blocked: ('UDP' | 'TCP' | 'TURN')[]) =>
  connectionOf({ roundTripMs, lossPercent, blocked }).kind

test('a connection is rated by its round trip, its loss and whether UDP is blocked', () => {
  expect(kindOf(150, 1)).toBe('good')
  expect(kindOf(151, 0)).toBe('usable')
  expect(kindOf(20, 1.1)).toBe('usable')
  expect(kindOf(350, 5)).toBe('usable')
  expect(kindOf(351, 0)).toBe('weak')
  expect(kindOf(20, 5.1)).toBe('weak')
  expect(kindOf(20, 0, 'UDP')).toBe('usable')
  expect(kindOf(20, 0, 'TCP', 'TURN')).toBe('good')
})

test('a network counts as blocked if both tries were shut, and as untested if neither got through and one was unclear [CALL-50]', () => {
  expect(verdictOf(['shut', 'shut'])).toBe('blocked')
  expect(verdictOf(['shut', 'unclear'])).toBe('untested')
  expect(verdictOf(['unclear', 'shut'])).toBe('untested')
  expect(verdictOf(['unclear', 'unclear'])).toBe('untested')
  expect(verdictOf(['shut', 'TURN'])).toBe('TURN')
  // The first try fell back to TCP in a slow moment.
  expect(verdictOf(['TCP', 'UDP'])).toBe('UDP')
  expect(verdictOf(['TCP', 'unclear'])).toBe('TCP')
})
