import { expect, test } from 'vitest'
import {
  appointmentsRange,
  chooseAppointments,
  chooseRecent,
  completionRate,
  recentRange,
  stillOpenRange,
} from './appointments.ts'
import { levels } from '#rules/people/levels.ts'

const minute = 60_000
const now = Date.parse('2026-11-16T15:00:00.000Z')
const session = (startsInMinutes: number, status: 'Scheduled' | 'Completed' | 'Cancelled' = 'Scheduled') => ({
  start_time: new Date(now + startsInMinutes * minute).toISOString(),
  end_time: new Date(now + (startsInMinutes + 60) * minute).toISOString(),
  status,
})

test('the dashboard requests appointments from 75 minutes ago to 2 days ahead, and Recent for the last 7 days [DASH-05 DASH-10]', () => {
  expect(appointmentsRange(now)).toEqual(['2026-11-16T13:45:00.000Z', '2026-11-18T15:00:00.000Z'])
  expect(recentRange(now)).toEqual(['2026-11-09T15:00:00.000Z', '2026-11-16T15:00:00.000Z'])
})

test('from coach level up, one session in the join window is the large card and the others come next [DASH-06]', () => {
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

test('a session is the running one from its start until just before its end [DASH-21]', () => {
  const [before, after] = [session(-60), session(0)]
  const instants = [-1, 0, 1].map((ms) => chooseAppointments([before, after], levels.Coach, now + ms).active)
  expect(instants).toEqual([[before], [after], [after]])
})

test('an earlier session that may still be open started at most 8 hours and 15 minutes ago [DASH-22]', () => {
  expect(stillOpenRange(now)).toEqual(['2026-11-16T06:45:00.000Z', '2026-11-16T13:45:00.000Z'])
})

test('below coach level, the appointments are at most 2 active sessions, or the next 2 when none is active [DASH-08]', () => {
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

test('a completed or cancelled session is not an appointment', () => {
  expect(
    chooseAppointments([session(-20, 'Completed'), session(30, 'Cancelled')], levels.Coach, now),
  ).toEqual({ active: [], stillOpen: [], next: [] })
})

test('Recent shows the newest 2 sessions that ended more than 5 minutes ago [DASH-10 DASH-11]', () => {
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

test('the completion rate is Completed ÷ (Completed + NoShow) in per cent, and undefined without either [DASH-17 DASH-18]', () => {
  expect(completionRate(24, 1)).toBe(96)
  expect(completionRate(0, 3)).toBe(0)
  expect(completionRate(0, 0)).toBeUndefined()
})
