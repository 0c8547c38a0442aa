import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { samplesMax } from '@parley/contract/calls/call-reports.ts'
import { createStore } from '#base/store.ts'
import { sampleCall, samplePersonIn } from '#features/calls/stage/sample-call.ts'
import { callStatistics, changesBetween, recordCall } from './call-statistics.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-16T14:00:00.000Z') })
  vi.stubGlobal('navigator', { userAgent: 'A browser' })
})
afterEach(() => {
  vi.useRealTimers()
})

const me = samplePersonIn('Dana Whitfield', { isSelf: true })

test('changes of a call are described in words, and what stays the same is left out', () => {
  const call = sampleCall()
  expect(changesBetween(call, call)).toEqual([])
  expect(changesBetween(undefined, sampleCall({ people: [me] }))).toEqual([
    'connected',
    'microphone on',
    'camera on',
    '1 in the call',
  ])
  expect(changesBetween(call, sampleCall({ connection: 'reconnecting' }))).toEqual([
    'reconnecting',
    'connection lost',
  ])
  expect(changesBetween(call, sampleCall({ microphone: 'off', camera: 'off', isSoundHeld: true }))).toEqual([
    'microphone off',
    'camera off',
    'sound muted by the browser',
  ])
  expect(changesBetween(call, sampleCall({ people: [{ ...me, isWeak: true }] }))).toEqual([
    'connection weak',
    '1 in the call',
  ])
  expect(changesBetween(call, sampleCall({ connection: 'left', end: 'removed' }))).toEqual([
    'left',
    'connection lost',
    'over: removed',
  ])
})

test('a call is recorded every 20 seconds and at each change, keeps the latest of both, and the next call starts over', () => {
  const call = createStore(sampleCall())
  const stop = recordCall('session', call)
  vi.advanceTimersByTime(20_000)
  call.write(sampleCall({ microphone: 'off' }))
  expect(callStatistics('session')).toMatchObject({
    agent: 'A browser',
    samples: [
      { at: '2026-11-16T14:00:00.000Z', quality: 'good', people: 2 },
      { at: '2026-11-16T14:00:20.000Z', quality: 'good', people: 2 },
    ],
    changes: [
      { what: 'connected' },
      { what: 'microphone on' },
      { what: 'camera on' },
      { what: '2 in the call' },
      { at: '2026-11-16T14:00:20.000Z', what: 'microphone off' },
    ],
  })
  for (let i = 0; i < samplesMax; i += 1) call.write(sampleCall({ microphone: i % 2 === 0 ? 'on' : 'off' }))
  vi.advanceTimersByTime(samplesMax * 20_000)
  expect(callStatistics('session').samples).toHaveLength(samplesMax)
  expect(callStatistics('session').changes).toHaveLength(samplesMax)
  stop()
  const kept = callStatistics('session')
  call.write(sampleCall({ camera: 'off' }))
  vi.advanceTimersByTime(60_000)
  expect(callStatistics('session')).toEqual(kept)
  recordCall('session', createStore(sampleCall({ people: [me] })))()
  expect(callStatistics('session').samples).toHaveLength(1)
})

test('a report of another session contains nothing recorded in this call [CALL-52]', () => {
  recordCall('session', createStore(sampleCall()))()
  expect(callStatistics('session').samples).toHaveLength(1)
  expect(callStatistics('another')).toMatchObject({ samples: [], changes: [] })
})

test('a report names the browser in 400 characters at most', () => {
  vi.stubGlobal('navigator', { userAgent: 'x'.repeat(500) })
  expect(callStatistics('session').agent).toBe('x'.repeat(400))
})

test.each([
  [{ connection: 'reconnecting' as const }, 'lost'],
  [{ people: [{ ...me, isLost: true }] }, 'lost'],
  [{ people: [{ ...me, isWeak: true }] }, 'weak'],
  [{ people: [me] }, 'good'],
])('the quality of %j is recorded as %s', (changes, quality) => {
  recordCall('session', createStore(sampleCall(changes)))()
  expect(callStatistics('session').samples).toMatchObject([{ quality }])
})
