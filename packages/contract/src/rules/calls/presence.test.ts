import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  coachStayed,
  coveredBy,
  lengthOf,
  nobodyCame,
  overlapOf,
  presenceOf,
  tookPlace,
  windowOf,
  type Recorded,
  type Stays,
} from './presence.ts'

const day = '2026-11-16'
const at = (clock: string): number => Date.parse(`${day}T${clock}.000Z`)
const stay = (personId: string, from: string, until: string | null): Recorded => ({
  personId,
  from: at(from),
  until: until === null ? null : at(until),
})
const individual = {
  start_time: `${day}T15:00:00.000Z`,
  end_time: `${day}T16:00:00.000Z`,
  coach_id: 'coach',
  user_id: 'client',
  participantIds: ['client'],
}
const org = { ...individual, user_id: 'coach', participantIds: ['one', 'two'] }
const seconds = (stays: Partial<Stays>, session = individual, now = at('17:00:00')) => {
  const presence = presenceOf(session, { inRoom: [], waiting: [], ...stays }, now)
  return Object.fromEntries(Object.entries(presence).map(([key, ms]) => [key, ms / 1000]))
}

describe('present time [CALL-30]', () => {
  test('present time counts a moment once when stays overlap', () => {
    const inRoom = [
      stay('client', '15:00:00', '15:02:00'),
      stay('client', '15:01:00', '15:01:30'),
      stay('client', '15:01:30', '15:03:00'),
      stay('client', '15:10:00', '15:11:00'),
    ]
    expect(seconds({ inRoom }).otherSideMs).toBe(4 * 60)
    expect(seconds({ inRoom: inRoom.toReversed() }).otherSideMs).toBe(4 * 60)
  })

  test('present time counts only inside the join window, from 15 minutes before the start to 15 after the end', () => {
    const window = windowOf(individual)
    expect(window).toEqual({ from: at('14:45:00'), until: at('16:15:00') })
    expect(seconds({ inRoom: [stay('client', '14:00:00', '17:00:00')] }).otherSideMs).toBe(90 * 60)
    expect(seconds({ inRoom: [stay('client', '14:00:00', '14:45:00')] }).otherSideMs).toBe(0)
    expect(seconds({ inRoom: [stay('client', '16:15:00', null)] }).otherSideMs).toBe(0)
  })

  test('present time of an open stay runs until now, and at most until the window closes', () => {
    const inRoom = [stay('client', '15:00:00', null)]
    expect(seconds({ inRoom }, individual, at('15:04:59')).otherSideMs).toBe(299)
    expect(seconds({ inRoom }, individual, at('15:05:00')).otherSideMs).toBe(300)
    expect(seconds({ inRoom }, individual, at('20:00:00')).otherSideMs).toBe(75 * 60)
  })

  test('present time of a stay that ends before it begins is zero', () => {
    expect(seconds({ inRoom: [stay('client', '15:01:00', '15:00:00')] }).otherSideMs).toBe(0)
  })

  test('present time of a person who is no longer in the session does not count', () => {
    expect(seconds({ inRoom: [stay('somebody', '15:00:00', '16:00:00')] })).toEqual(
      Object.fromEntries(Object.keys(nobodyCame).map((key) => [key, 0])),
    )
  })

  test('present time of the coach after the start leaves out the time before it', () => {
    expect(seconds({ inRoom: [stay('coach', '14:50:00', '15:04:59')] }).coachAfterStartMs).toBe(299)
  })
})

describe('the client’s time', () => {
  test('the client’s time adds up call and waiting room, but waiting does not count as present [CALL-31]', () => {
    const waiting = [stay('client', '14:58:00', '15:01:00')]
    const inRoom = [stay('client', '15:01:00', '15:03:00')]
    expect(seconds({ waiting, inRoom })).toMatchObject({ clientMs: 300, otherSideMs: 120 })
    expect(seconds({ waiting })).toMatchObject({ clientMs: 180, otherSideMs: 0, bothMs: 0 })
  })

  test('the client’s time counts a moment once when one device waits and another is in the call', () => {
    const waiting = [stay('client', '15:00:00', '15:02:00')]
    const inRoom = [stay('client', '15:00:30', '15:02:30')]
    expect(seconds({ waiting, inRoom }).clientMs).toBe(150)
  })

  test('the client’s time counts waiting only from the start of the join window', () => {
    expect(seconds({ waiting: [stay('client', '10:00:00', '14:46:00')] }).clientMs).toBe(60)
  })

  test('the client’s time is zero in an Org session', () => {
    expect(seconds({ inRoom: [stay('coach', '15:00:00', '16:00:00')] }, org).clientMs).toBe(0)
  })
})

describe('both present [CALL-32]', () => {
  test('the time with both present is the overlap of coach and client', () => {
    const inRoom = [
      stay('coach', '14:50:00', '15:10:00'),
      stay('coach', '15:20:00', '15:30:00'),
      stay('client', '15:07:30', '15:22:30'),
    ]
    expect(seconds({ inRoom }).bothMs).toBe(300)
    expect(seconds({ inRoom: [stay('client', '15:00:00', '16:00:00')] }).bothMs).toBe(0)
  })

  test('in an Org session the time with both present is the overlap of the coach with any participant, also with one after the other', () => {
    const inRoom = [
      stay('coach', '15:00:00', '15:30:00'),
      stay('one', '15:00:00', '15:03:00'),
      stay('two', '15:02:00', '15:05:00'),
    ]
    expect(seconds({ inRoom }, org)).toMatchObject({ bothMs: 300, otherSideMs: 300 })
    // Two participants without the coach are not both sides.
    expect(seconds({ inRoom: inRoom.slice(1) }, org)).toMatchObject({ bothMs: 0, otherSideMs: 300 })
  })

  test('for 5 minutes means that the session took place, and a millisecond less does not', () => {
    expect(tookPlace({ ...nobodyCame, bothMs: 300_000 })).toBe(true)
    expect(tookPlace({ ...nobodyCame, bothMs: 299_999 })).toBe(false)
  })
})

const spans = fc.array(
  fc.record({
    personId: fc.constant('client'),
    from: fc.integer({ min: 0, max: 40 }),
    until: fc.option(fc.integer({ min: 0, max: 40 })),
  }),
  { maxLength: 8 },
)

test('for any stays, a moment is covered exactly when one of them contains it', () => {
  const window = { from: 5, until: 30 }
  fc.assert(
    fc.property(spans, spans, fc.integer({ min: 0, max: 40 }), (some, others, now) => {
      const isIn = (stays: Recorded[], moment: number) =>
        moment >= window.from &&
        moment < window.until &&
        stays.some(({ from, until }) => moment >= from && moment < (until ?? now))
      const moments = Array.from({ length: 40 }, (_, i) => i)
      const [a, b] = [coveredBy(some, window, now), coveredBy(others, window, now)]
      expect(lengthOf(a)).toBe(moments.filter((moment) => isIn(some, moment)).length)
      expect(lengthOf(overlapOf(a, b))).toBe(
        moments.filter((moment) => isIn(some, moment) && isIn(others, moment)).length,
      )
    }),
  )
})

test('the coach has stayed if they were there for 5 minutes after the start', () => {
  const present = { otherSideMs: 0, clientMs: 0, bothMs: 0 }
  expect(coachStayed({ ...present, coachAfterStartMs: 299_999 })).toBe(false)
  expect(coachStayed({ ...present, coachAfterStartMs: 300_000 })).toBe(true)
})
