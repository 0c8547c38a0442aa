import { expect, test } from 'vitest'
import { connectionOf } from './connection-state.ts'

const kindOf = (roundTripMs: number, lossPercent: number, ...blocked: ('UDP' | 'TCP' | 'TURN')[]) =>
  connectionOf({ roundTripMs, lossPercent, blocked }).kind

test('a connection is as good as its round trip, its loss and the way it takes', () => {
  expect(kindOf(150, 1)).toBe('good')
  expect(kindOf(151, 0)).toBe('usable')
  expect(kindOf(20, 1.1)).toBe('usable')
  expect(kindOf(350, 5)).toBe('usable')
  expect(kindOf(351, 0)).toBe('weak')
  expect(kindOf(20, 5.1)).toBe('weak')
  expect(kindOf(20, 0, 'UDP')).toBe('usable')
  expect(kindOf(20, 0, 'TCP', 'TURN')).toBe('good')
})
