import { expect, test } from 'vitest'
import {
  appointmentsRange,
  chooseAppointments,
  chooseRecent,
  completionRate,
  recentRange,
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
    next: [soon, later],
  })
})

test('below coach level: the active ones, with none active the next, at most 2 [DASH-08]', () => {
  const [one, two, three] = [session(-40), session(-10), session(5)]
  expect(chooseAppointments([one, two, three], levels.Client, now)).toEqual({ active: [one, two], next: [] })
  const later = [session(60), session(120), session(180)]
  expect(chooseAppointments(later, levels.Client, now)).toEqual({ active: [], next: later.slice(0, 2) })
})

test('what is over, cancelled or completed is no appointment', () => {
  expect(
    chooseAppointments([session(-20, 'Completed'), session(30, 'Cancelled')], levels.Coach, now),
  ).toEqual({ active: [], next: [] })
})

test('Recent takes a session as past 5 minutes after its end, newest first, at most 2 [DASH-10 DASH-11]', () => {
  const [fresh, old, older, oldest] = [session(-65), session(-66), session(-200), session(-400)]
  expect(chooseRecent([oldest, older, old, fresh], now)).toEqual([old, older])
})

test('rates: Completed of Completed and NoShow, nothing when there is nothing to count [DASH-17 DASH-18]', () => {
  expect(completionRate(24, 1)).toBe(96)
  expect(completionRate(0, 3)).toBe(0)
  expect(completionRate(0, 0)).toBeUndefined()
})
