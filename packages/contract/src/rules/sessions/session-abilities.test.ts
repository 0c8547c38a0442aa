import { describe, expect, test } from 'vitest'
import { levels, type LevelName } from '#rules/people/levels.ts'
import {
  correctionsOf,
  finalStatuses,
  isFinal,
  isOrgType,
  isSessionInScope,
  isUnsettled,
  mayBecome,
  mayManage,
  sessionAbilities,
  sessionLengthMaxMs,
  timeFaults,
  type SessionFacts,
} from './sessions.ts'
import { nobodyCame } from '#rules/calls/presence.ts'

/** All expected values are written by hand, for each viewer and at each time boundary. */
const minute = 60_000
const start = Date.parse('2026-11-16T15:00:00.000Z')
const end = start + 60 * minute
const facts = (more: Partial<SessionFacts> = {}): SessionFacts => ({
  status: 'Scheduled',
  start_time: new Date(start).toISOString(),
  end_time: new Date(end).toISOString(),
  coach_id: 'coach',
  user_id: 'client',
  organization_id: 'here',
  participantIds: ['client'],
  isInvoiced: false,
  presence: nobodyCame,
  ...more,
})
const org = (more: Partial<SessionFacts> = {}) =>
  facts({ user_id: 'coach', participantIds: ['guest', 'other'], ...more })
const viewer = (id: string, level: LevelName, organizationId = 'here') => ({
  id,
  privs: levels[level],
  organizationId,
})
const coach = viewer('coach', 'Coach')
const guest = viewer('guest', 'Coach')
const orgAdmin = viewer('boss', 'OrgAdmin')
const strangeAdmin = viewer('boss', 'OrgAdmin', 'there')
const admin = viewer('root', 'Admin', 'there')

test.each([
  [facts(), coach, true, true],
  [facts(), guest, false, false],
  [org(), guest, true, false],
  [facts(), orgAdmin, true, true],
  [facts(), strangeAdmin, false, false],
  [org({ participantIds: ['boss'] }), strangeAdmin, true, false],
  [org({ coach_id: 'boss' }), strangeAdmin, true, true],
  [facts(), admin, true, true],
] as const)('only the right people see and manage a session: case %#', (session, who, isSeen, manages) => {
  expect(isSessionInScope(who, session)).toBe(isSeen)
  expect(mayManage(who, session)).toBe(manages)
})

const none = {
  edit: false,
  editTimes: false,
  editBillable: false,
  cancel: false,
  noShow: false,
  complete: false,
  settle: false,
  correct: false,
  join: false,
}

describe('abilities [WIRE-31]', () => {
  const opens = start - 15 * minute
  const closes = end + 15 * minute
  const managed = { ...none, edit: true, cancel: true }
  test.each([
    ['long before', opens - 1, { ...managed, editTimes: true }],
    ['as the window opens', opens, { ...managed, editTimes: true, join: true }],
    ['just before the start', start - 1, { ...managed, editTimes: true, join: true }],
    ['at the start', start, { ...managed, join: true, noShow: true, complete: true }],
    ['as the window closes', closes, { ...managed, join: true, noShow: true, complete: true }],
    ['afterwards', closes + 1, { ...none, edit: true, noShow: true, settle: true }],
  ])('the coach has exactly the listed ones %s', (_name, now, abilities) => {
    expect(sessionAbilities(coach, facts(), now)).toEqual(abilities)
  })

  test('a participant may only join', () => {
    expect(sessionAbilities(guest, org(), start)).toEqual({ ...none, join: true })
    expect(sessionAbilities(guest, org(), opens - 1)).toEqual(none)
  })

  test('an admin who is not in the session may manage it but not join', () => {
    expect(sessionAbilities(orgAdmin, facts(), start)).toEqual({
      ...managed,
      noShow: true,
      complete: true,
    })
    expect(sessionAbilities(admin, facts(), start)).toEqual({
      ...managed,
      editBillable: true,
      noShow: true,
      complete: true,
    })
  })

  test('an Org session cannot be marked as a no-show', () => {
    expect(sessionAbilities(coach, org(), start).noShow).toBe(false)
    expect(sessionAbilities(coach, org(), start).complete).toBe(true)
  })

  test('a final session may be edited, and corrected by OrgAdmin and above', () => {
    const done = facts({ status: 'Completed' })
    expect(sessionAbilities(coach, done, end)).toEqual({ ...none, edit: true })
    expect(sessionAbilities(orgAdmin, done, end)).toEqual({ ...none, edit: true, correct: true })
    expect(sessionAbilities(admin, done, end)).toEqual({
      ...none,
      edit: true,
      editBillable: true,
      correct: true,
    })
  })

  test('an invoiced session allows nothing', () => {
    const invoiced = facts({ status: 'Completed', isInvoiced: true })
    expect(sessionAbilities(admin, invoiced, end)).toEqual(none)
  })
})

test('a session is Org when user and coach are the same, final when not Scheduled, and unsettled when past and Scheduled', () => {
  expect([isOrgType(facts()), isOrgType(org())]).toEqual([false, true])
  expect(finalStatuses).toEqual(['Cancelled', 'Completed', 'NoShow'])
  expect([...finalStatuses, 'Scheduled' as const].map(isFinal)).toEqual([true, true, true, false])
  const closes = end + 15 * minute
  expect([isUnsettled(facts(), closes), isUnsettled(facts(), closes + 1)]).toEqual([false, true])
  expect(isUnsettled(facts({ status: 'Completed' }), closes + 1)).toBe(false)
})

test('only a Scheduled session changes status, to NoShow and Completed only from its start on', () => {
  expect(mayBecome.Cancelled(facts())).toBe(true)
  expect([mayBecome.NoShow(facts(), start - 1), mayBecome.NoShow(facts(), start)]).toEqual([false, true])
  expect([mayBecome.Completed(facts(), start - 1), mayBecome.Completed(facts(), start)]).toEqual([
    false,
    true,
  ])
  expect(mayBecome.NoShow(org(), start)).toBe(false)
  for (const status of finalStatuses) {
    const session = facts({ status })
    expect(mayBecome.Cancelled(session)).toBe(false)
    expect(mayBecome.NoShow(session, end)).toBe(false)
    expect(mayBecome.Completed(session, end)).toBe(false)
  }
})

test('a final status can be corrected to another final one, in an Org session never to NoShow', () => {
  expect(correctionsOf(facts())).toEqual([])
  expect(correctionsOf(facts({ status: 'Completed' }))).toEqual(['Cancelled', 'NoShow'])
  expect(correctionsOf(facts({ status: 'NoShow' }))).toEqual(['Cancelled', 'Completed'])
  expect(correctionsOf(org({ status: 'Completed' }))).toEqual(['Cancelled'])
})

describe('errors of session times, each with its field and its text', () => {
  const quarter = 15 * minute
  const passed = { path: 'start_time', message: 'Start Time has already passed' }
  const offStep = (path: string) => ({ path, message: 'Use quarters of an hour.' })
  const order = { path: 'end_time', message: 'End Time must be later than Start Time' }
  const long = { path: 'end_time', message: 'A session lasts 8 hours at most.' }
  test.each([
    ['from now for a quarter of an hour', start, start + quarter, []],
    ['from before now', start - quarter, start + quarter, [passed]],
    ['starting off the step', start + minute, start + quarter, [offStep('start_time')]],
    ['ending off the step', start, start + 16 * minute, [offStep('end_time')]],
    ['ending at its start', start, start, [order]],
    ['ending before its start', start + quarter, start, [order]],
    ['of 8 hours', start, start + sessionLengthMaxMs, []],
    ['of 8 hours and a quarter', start, start + sessionLengthMaxMs + quarter, [long]],
  ])('a session %s has exactly the listed ones', (_name, from, until, faults) => {
    expect(sessionLengthMaxMs).toBe(8 * 60 * minute)
    expect(timeFaults(from, until, start)).toEqual(faults)
  })
})
