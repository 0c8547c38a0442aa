import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { clustersOf, nextIn, placeOf, scaleOf, ticksOf } from './moment-clusters.ts'
import { sampleMoment } from './sample-moments.ts'

const session = { start_time: '2026-11-16T16:15:00.000Z', end_time: '2026-11-16T17:15:00.000Z' }
const on = (clock: string) => `2026-11-16T${clock}:00.000Z`
const moments = ['16:36', '16:39', '16:40', '16:50'].map((clock) =>
  sampleMoment({ id: `at-${clock}`, at: on(clock) }),
)
const scale = scaleOf(session, moments)

test('the scale spans the session, and extends to a moment marked after its end', () => {
  expect(scale).toEqual({ start: Date.parse(on('16:15')), end: Date.parse(on('17:15')) })
  const late = sampleMoment({ at: on('17:45') })
  expect(scaleOf(session, [late]).end).toBe(Date.parse(on('17:45')))
  expect(placeOf(scale, Date.parse(on('16:45')))).toBe(0.5)
})

test('labels are on round clock times, and further apart in a longer session', () => {
  const labels = (start: string, end: string) =>
    ticksOf({ start: Date.parse(on(start)), end: Date.parse(on(end)) }).map((tick) =>
      new Date(tick).toISOString().slice(11, 16),
    )
  expect(labels('16:15', '17:15')).toEqual(['16:15', '16:30', '16:45', '17:00', '17:15'])
  expect(labels('16:20', '16:50')).toEqual(['16:20', '16:30', '16:40', '16:50'])
  expect(labels('13:07', '21:00')).toEqual(['14:00', '16:00', '18:00', '20:00'])
})

test('moments close to each other share a flag', () => {
  const shared = clustersOf(scale, moments, 0.04).map((cluster) => cluster.moments.map(({ id }) => id))
  expect(shared).toEqual([['at-16:36'], ['at-16:39', 'at-16:40'], ['at-16:50']])
})

test('a flag steps through its moments, and starts over after the last', () => {
  const [, pair] = clustersOf(scale, moments, 0.04)
  if (!pair) throw new Error('there is no pair')
  expect(nextIn(pair, undefined).id).toBe('at-16:39')
  expect(nextIn(pair, 'at-16:50').id).toBe('at-16:39')
  expect(nextIn(pair, 'at-16:39').id).toBe('at-16:40')
  expect(nextIn(pair, 'at-16:40').id).toBe('at-16:39')
})

test('every moment is in exactly one flag, and no two flags are closer than the minimum distance', () => {
  const minutes = fc.array(fc.integer({ min: -15, max: 120 }), { maxLength: 100 })
  fc.assert(
    fc.property(minutes, fc.double({ min: 0.01, max: 0.3, noNaN: true }), (times, nearest) => {
      const start = Date.parse(session.start_time)
      const given = times
        .toSorted((a, b) => a - b)
        .map((minute, i) => sampleMoment({ id: `${i}`, at: new Date(start + minute * 60_000).toISOString() }))
      const clusters = clustersOf(scaleOf(session, given), given, nearest)
      expect(clusters.flatMap((cluster) => cluster.moments)).toEqual(given)
      for (const [i, { place }] of clusters.entries())
        expect(i === 0 || place - (clusters[i - 1]?.place ?? 0) >= nearest).toBe(true)
    }),
  )
})
