import type { OwnProfile } from '@parley/contract/identity.ts'
import { levels, type LevelName } from '@parley/contract/rules/people/levels.ts'
import { createSession, updateSession } from '@parley/contract/sessions/sessions.ts'
import { describe, expect, test } from 'vitest'
import type { PersonOption } from './person-options.ts'
import {
  bookedBy,
  creationOf,
  judgeSession,
  newValues,
  timeValues,
  updateOf,
  type SessionValues,
} from './session-values.ts'
import { withStart } from './session-times.ts'

const newYork = 'America/New_York'
const now = Date.parse('2026-11-16T15:58:00Z')
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const viewer = (level: LevelName) =>
  // Only the fields that the form reads.
  ({
    id: id(1),
    username: 'dana',
    first_name: 'Dana',
    last_name: 'Whitfield',
    privs: levels[level],
    organization_id: id(100),
    organization: { displayName: 'Harbor', time_zone: newYork },
    time_zone: null,
  }) as OwnProfile

const person = (n: number): PersonOption => ({
  value: id(n),
  label: `Person ${n}`,
  person: { id: id(n), first_name: 'Person', last_name: String(n), username: `person-${n}` },
  zone: newYork,
  organizationId: id(100),
})

const good: SessionValues = {
  type: 'Individual',
  coach_id: person(1),
  user_id: person(2),
  participants: [],
  title: 'Values in practice',
  ...timeValues(withStart(Date.parse('2026-11-16T20:00:00Z')), newYork),
  instance_count: 1,
  billable: true,
}
const judge = (changes: Partial<SessionValues>) => judgeSession(now)({ ...good, ...changes })

test('a complete form has no errors', () => {
  expect(judge({})).toEqual({})
  expect(judge({ instance_count: 0 })).toEqual({})
})

describe('a session is not saved without', () => {
  test.each<[string, string, Partial<SessionValues>, Partial<Record<keyof SessionValues, string>>]>([
    ['a coach', 'FORM-09', { coach_id: null }, { coach_id: 'Coach is required' }],
    ['a client', 'FORM-10', { user_id: null }, { user_id: 'Client is required' }],
    ['a title', 'FORM-11', { title: '  ' }, { title: 'Title is required' }],
    ['a date', 'FORM-12', { date: null }, { date: 'Date is required' }],
    ['a start', 'FORM-13', { start_time: null }, { start_time: 'Start Time is required' }],
    ['an end', 'FORM-14', { end_time: null }, { end_time: 'End Time is required' }],
    [
      'an instance count',
      'FORM-15',
      { instance_count: Number.NaN },
      { instance_count: 'Instances are required' },
    ],
  ])('%s [%s]', (_, _id, changes, faults) => {
    expect(judge(changes)).toEqual(faults)
  })

  test('participants if its type is Org, nor with more than ten or with its coach among them [SESSION-12]', () => {
    expect(judge({ type: 'Org', user_id: null })).toEqual({ participants: 'Participants are required' })
    const people = (count: number) => Array.from({ length: count }, (_, i) => person(i + 2))
    expect(judge({ type: 'Org', participants: people(10) })).toEqual({})
    expect(judge({ type: 'Org', participants: people(11) })).toEqual({
      participants: 'Choose at most 10 people',
    })
    expect(judge({ type: 'Org', participants: [person(1)] })).toEqual({
      participants: 'The coach is in it already.',
    })
  })
})

describe('times', () => {
  test("a start in the past is refused with 'Start Time has already passed' [FORM-18]", () => {
    const passed = timeValues(withStart(now - 900_000), newYork)
    expect(judge(passed)).toEqual({ start_time: 'Start Time has already passed' })
  })

  test("an end not later than the start is refused with 'End Time must be later than Start Time' [FORM-19]", () => {
    for (const end_time of [good.start_time, (good.start_time ?? 0) - 900_000])
      expect(judge({ end_time })).toEqual({ end_time: 'End Time must be later than Start Time' })
  })

  test('unchanged times are not validated again', () => {
    const started = { ...good, ...timeValues(withStart(now - 900_000), newYork) }
    expect(judgeSession(now, started)({ ...started, title: 'Another title' })).toEqual({})
  })
})

test("more than 3 instances are refused with 'You are limited to 3 instances', fewer than 0 as well [FORM-25 FORM-26]", () => {
  expect(judge({ instance_count: 3 })).toEqual({})
  expect(judge({ instance_count: 4 })).toEqual({ instance_count: 'You are limited to 3 instances' })
  expect(judge({ instance_count: -1 }).instance_count).toBeDefined()
})

describe('the request', () => {
  test('the request has title, start_time, end_time, participants, coach_id and user_id [FORM-31]', () => {
    const body = creationOf(good, viewer('Coach'))
    expect(body).toEqual({
      title: 'Values in practice',
      start_time: '2026-11-16T20:00:00.000Z',
      end_time: '2026-11-16T21:00:00.000Z',
      coach_id: id(1),
      user_id: id(2),
      participants: [id(2)],
      instance_count: 1,
    })
    expect(createSession.body.safeParse(body).success).toBe(true)
  })

  test('for type Org has the coach as user_id, with all participants', () => {
    const body = creationOf(
      { ...good, type: 'Org', participants: [person(3), person(4)] },
      viewer('OrgAdmin'),
    )
    expect(body).toMatchObject({ coach_id: id(1), user_id: id(1), participants: [id(3), id(4)] })
  })

  test('the request has billable for an Admin and not for an OrgAdmin [FORM-07]', () => {
    expect(creationOf(good, viewer('Admin')).billable).toBe(true)
    expect(creationOf(good, viewer('OrgAdmin'))).not.toHaveProperty('billable')
  })

  test('for an edit has what changed and the version', () => {
    const body = updateOf(good, { title: ' New ' }, 7)
    expect(body).toEqual({ version: 7, title: 'New' })
    expect(updateSession.body.safeParse(body).success).toBe(true)
    expect(updateOf({ ...good, user_id: person(5) }, { user_id: person(5) }, 7)).toEqual({
      version: 7,
      coach_id: id(1),
      user_id: id(5),
      participants: [id(5)],
    })
  })
})

describe('a new form', () => {
  test('a new form has the viewer as coach if they are one, and no coach yet for an OrgAdmin [FORM-03]', () => {
    expect(newValues(viewer('Coach'), newYork, now).coach_id?.value).toBe(id(1))
    expect(newValues(viewer('OrgAdmin'), newYork, now).coach_id).toBeNull()
  })

  test('a new form has one instance and is billable [FORM-06 FORM-07]', () => {
    expect(newValues(viewer('Admin'), newYork, now)).toMatchObject({ instance_count: 1, billable: true })
  })
})

test('a session being booked is listed with the values of the form, and without abilities', () => {
  const booked = bookedBy({ ...good, title: ' Values ' }, viewer('Coach'), now)
  expect(booked).toMatchObject({
    status: 'Scheduled',
    title: 'Values',
    start_time: '2026-11-16T20:00:00.000Z',
    end_time: '2026-11-16T21:00:00.000Z',
    organization: { displayName: 'Harbor' },
    startsSoon: false,
  })
  expect(booked.coach.map(({ id: coach }) => coach)).toEqual([id(1)])
  expect(booked.participants.map(({ id: client }) => client)).toEqual([id(2)])
  expect(Object.values(booked.abilities)).toEqual(Array.from({ length: 10 }, () => false))
})
