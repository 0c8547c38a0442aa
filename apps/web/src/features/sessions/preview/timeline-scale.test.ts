import { describe, expect, test } from 'vitest'
import { scaleOf, tickText, ticksOf } from './timeline-scale.ts'

const zone = 'America/New_York'
const at = (clock: string) => Date.parse(`2026-11-16T${clock}Z`)

describe('the timeline', () => {
  const labels = (start: string, end: string, where = zone) =>
    ticksOf(scaleOf({ start: at(start), end: at(end) }), where).map((tick) => tickText(where, tick))

  test('the timeline marks half hours for an hour, quarters for a quarter of an hour, and every second hour for eight hours', () => {
    expect(labels('14:30:00.000', '15:30:00.000')).toEqual(['9 AM', '9:30', '10 AM', '10:30', '11 AM'])
    expect(labels('14:30:00.000', '14:45:00.000')).toEqual(['9 AM', '9:15', '9:30', '9:45', '10 AM', '10:15'])
    expect(labels('13:00:00.000', '21:00:00.000')).toEqual(['8 AM', '10 AM', '12 PM', '2 PM', '4 PM'])
  })

  test('the timeline marks round clock times in a zone with an offset of 45 minutes', () => {
    expect(labels('14:15:00.000', '15:15:00.000', 'Asia/Kathmandu')).toEqual([
      '7:30',
      '8 PM',
      '8:30',
      '9 PM',
      '9:30',
    ])
  })
})
