import { expect, test } from 'vitest'
import {
  appointmentsRange,
  chooseAppointments,
  chooseRecent,
  completionRate,
  recentRange,
  stillOpenRange,
} from './appointments.ts'
import { levels } from './levels.ts'

const minute = 60_000
const now = Date.parse('2026-11-16T15:00:00.000Z')
const session = (startsInMinutes: number, status: 'Scheduled' | 'Completed' | 'Cancelled' = 'Scheduled') => ({
  start_time: new Date(now + startsInMinutes * minute).toISOString(),
  end_time: new Date(now + (startsInMinutes + 60) * minute).toISOString(),
  status,
})

test('appointments are asked for from 75 minutes ago to 2 days ahead, Recent for the last 7 days [DASH-05 DASH-10]', () => {
  expect(appointmentsRange(now)).toEqual(['2026-11-16T13:45:00.000Z', '2026-11-18T15:00:00.000Z'])
  expect(recentRange(now)).toEqual(['2026-11-09T15:00:00.000Z', '2026-11-16T15:00:00.000Z'])
})

test('from coach level up at most one in the join window is the large card, then the next [DASH-06]', () => {
  const [running, soon, later] = [session(-30), session(10), session(300)]
  expect(chooseAppointments([running, soon, later], levels.Coach, now)).toEqual({
    active: [running],
    stillOpen: [],
    next: [soon, later],
  })
})

test('the large card is the running session, else the next to start, else one that ended and is still open [DASH-21]', () => {
  const [earlier, ended, running, soon, later] = [
    { ...session(-500), end_time: new Date(now - 14 * minute).toISOString() },
    session(-69),
    session(-9),
    session(10),
    session(300),
  ]
  expect(chooseAppointments([earlier, ended, running, soon, later], levels.Coach, now)).toEqual({
    active: [running],
    stillOpen: [earlier, ended],
    next: [soon, later],
  })
  expect(chooseAppointments([ended, soon, later], levels.Coach, now)).toEqual({
    active: [soon],
    stillOpen: [ended],
    next: [later],
  })
  expect(chooseAppointments([earlier, ended, later], levels.Coach, now)).toEqual({
    active: [ended],
    stillOpen: [earlier],
    next: [later],
  })
})

test('a session is running from its start to the instant of its end [DASH-21]', () => {
  const [before, after] = [session(-60), session(0)]
  const instants = [-1, 0, 1].map((ms) => chooseAppointments([before, after], levels.Coach, now + ms).active)
  expect(instants).toEqual([[before], [after], [after]])
})

test('sessions that started earlier and may still be open lie within the longest session and the join window [DASH-22]', () => {
  expect(stillOpenRange(now)).toEqual(['2026-11-16T06:45:00.000Z', '2026-11-16T13:45:00.000Z'])
})

test('below coach level: the active ones, with none active the next, at most 2 [DASH-08]', () => {
  const [one, two, three] = [session(-40), session(-10), session(5)]
  expect(chooseAppointments([one, two, three], levels.Client, now)).toEqual({
    active: [one, two],
    stillOpen: [],
    next: [],
  })
  const later = [session(60), session(120), session(180)]
  expect(chooseAppointments(later, levels.Client, now)).toEqual({
    active: [],
    stillOpen: [],
    next: later.slice(0, 2),
  })
})

test('what is over, cancelled or completed is no appointment', () => {
  expect(
    chooseAppointments([session(-20, 'Completed'), session(30, 'Cancelled')], levels.Coach, now),
  ).toEqual({ active: [], stillOpen: [], next: [] })
})

test('Recent takes a session as past 5 minutes after its end, newest first, at most 2 [DASH-10 DASH-11]', () => {
  const [fresh, old, older, oldest] = [
    session(-65, 'Completed'),
    session(-66, 'Completed'),
    session(-200),
    session(-400),
  ]
  expect(chooseRecent([oldest, older, old, fresh], now)).toEqual([old, older])
})

test('Recent leaves out a session that can still be joined [DASH-21]', () => {
  const [open, shut] = [
    session(-75),
    { ...session(-75), end_time: new Date(now - 15 * minute - 1).toISOString() },
  ]
  expect(chooseRecent([open, shut], now)).toEqual([shut])
})

test('rates: Completed of Completed and NoShow, nothing when there is nothing to count [DASH-17 DASH-18]', () => {
  expect(completionRate(24, 1)).toBe(96)
  expect(completionRate(0, 3)).toBe(0)
  expect(completionRate(0, 0)).toBeUndefined()
})
