import { expect, test } from 'vitest'
import { pathOf, qualityOf, type Stats } from './path-of.ts'

const pair = (localCandidateId: string, more: object = {}) => ({
  type: 'candidate-pair',
  id: `pair of ${localCandidateId}`,
  state: 'succeeded',
  nominated: true,
  localCandidateId,
  currentRoundTripTime: 0.04,
  ...more,
})
const local = (id: string, protocol: string, candidateType = 'host') => ({
  type: 'local-candidate',
  id,
  protocol,
  candidateType,
})

test('the path is that of the candidate pair that was nominated and succeeded', () => {
  const others: Stats = [local('a', 'udp'), local('b', 'tcp', 'prflx'), local('c', 'udp', 'relay')]
  expect(pathOf([...others, pair('a')])).toBe('UDP')
  expect(pathOf([...others, pair('b')])).toBe('TCP')
  expect(pathOf([...others, pair('c')])).toBe('TURN')
  expect(pathOf([...others, pair('a', { nominated: false }), pair('b')])).toBe('TCP')
  expect(pathOf([...others, pair('a', { state: 'in-progress' })])).toBeUndefined()
  expect(pathOf([])).toBeUndefined()
})

test('round trip and loss come from the remote report, or without one from the candidate pair', () => {
  const told = { type: 'remote-inbound-rtp', id: 'r', roundTripTime: 0.12, fractionLost: 0.03 }
  expect(qualityOf([pair('a'), told])).toEqual({ roundTripMs: 120, lossPercent: 3 })
  expect(qualityOf([pair('a')])).toEqual({ roundTripMs: 40, lossPercent: 0 })
})
