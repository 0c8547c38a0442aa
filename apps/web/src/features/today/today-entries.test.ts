import type { Session } from '@parley/contract/sessions/sessions.ts'
import { expect, test } from 'vitest'
import { todayEntries } from './today-entries.ts'

const at = (clock: string) => Date.parse(`2026-11-16T${clock}:00.000Z`)

// Only the fields that the list reads.
const session = (start: string, more: Partial<Session> = {}) =>
  ({
    id: start,
    title: 'Coach circle',
    start_time: new Date(at(start)).toISOString(),
    end_time: new Date(at(start) + 3_600_000).toISOString(),
    status: 'Scheduled',
    coach_id: 'dana',
    user_id: 'client',
    coach: [{ first_name: 'Dana' }],
    participants: [{ id: 'client', first_name: 'Margarethe', last_name: 'Öztürk', username: 'moeztuerk' }],
    ...more,
  }) as Session

const day = ['08:00', '09:30', '11:15', '14:00', '16:30'].map((start) => session(start))
const lines = (now: string, sessions: readonly Session[] = day) =>
  todayEntries(sessions, at(now), { hasCoach: false, shownMax: 6 }).map(
    ({ session: { id }, state, countdown }) => [id, state, countdown].filter(Boolean).join(' '),
  )

test('sessions are listed as past, next with a countdown, and later', () => {
  expect(lines('09:18')).toEqual([
    '08:00 past',
    '09:30 next 12 min',
    '11:15 later',
    '14:00 later',
    '16:30 later',
  ])
  expect(lines('09:40')).toContain('09:30 next now')
  expect(lines('18:00')).toEqual(['08:00 past', '09:30 past', '11:15 past', '14:00 past', '16:30 past'])
  expect(lines('09:18', [])).toEqual([])
})

test('a completed session is past even while its time is still running', () => {
  const settled = [session('09:00', { status: 'Completed' }), session('09:30')]
  expect(lines('09:18', settled)).toEqual(['09:00 past', '09:30 next 12 min'])
})

test('a long day is cut to six sessions around the next one', () => {
  const long = Array.from({ length: 10 }, (_, i) => session(`${String(8 + i).padStart(2, '0')}:00`))
  expect(lines('11:30', long)[0]).toBe('10:00 past')
  expect(lines('11:30', long)).toHaveLength(6)
  expect(lines('16:30', long).at(-1)).toBe('17:00 later')
  expect(lines('19:30', long)).toHaveLength(6)
})

test('a session is labelled with its client, for OrgAdmins also with its coach, or without a client with its title', () => {
  const label = (one: Session, hasCoach: boolean) =>
    todayEntries([one], at('09:00'), { hasCoach, shownMax: 6 })[0]?.label
  expect(label(session('09:30'), false)).toBe('Margarethe Öztürk')
  expect(label(session('09:30'), true)).toBe('Dana, Margarethe Ö.')
  expect(label(session('09:30', { user_id: 'dana' }), true)).toBe('Coach circle')
})
