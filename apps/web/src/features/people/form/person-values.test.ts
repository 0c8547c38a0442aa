import { describe, expect, test } from 'vitest'
import { samplePerson } from '#features/people/sample-people.ts'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import {
  addedBy,
  attributesOf,
  changedBy,
  creationOf,
  isAssessor,
  judgePerson,
  newPerson,
  valuesOf,
  type PersonValues,
} from './person-values.ts'
import { personWords } from '#features/people/person-words.ts'

const place = { value: 'northlight', label: 'Northlight Coaching' }
const coach = { value: 'coach-dana', label: 'Dana Whitfield' }
const filled = (more: Partial<PersonValues> = {}): PersonValues => ({
  first_name: 'Noor',
  last_name: 'Haddad',
  username: 'noor.h',
  email: 'noor@example.test',
  organization_id: place,
  coach_id: null,
  privs: 0,
  is_assessor: null,
  time_zone: null,
  copy_id: null,
  ...more,
})

describe('an empty form', () => {
  test("an empty form has the viewer's organization, and none for an Admin, who chooses one", () => {
    expect(newPerson('client', sampleMe('Coach')).organization_id).toEqual(place)
    expect(newPerson('client', sampleMe('OrgAdmin')).organization_id).toEqual(place)
    expect(newPerson('client', sampleMe('Admin')).organization_id).toBeNull()
    expect(newPerson('client', sampleMe('Coach', { organization_id: null })).organization_id).toBeNull()
  })

  test('an empty form has the level Client for a client, and none yet for a coach', () => {
    expect(newPerson('client', sampleMe('Coach')).privs).toBe(0)
    expect(newPerson('coach', sampleMe('OrgAdmin')).privs).toBeNull()
  })
})

test('the form of an existing person has their values', () => {
  expect(valuesOf(samplePerson())).toEqual({
    first_name: 'Kwame',
    last_name: 'Boateng',
    username: 'kwame.b',
    email: 'kwame@example.test',
    organization_id: place,
    coach_id: coach,
    privs: 0,
    is_assessor: false,
    time_zone: 'Europe/Berlin',
    copy_id: null,
  })
  expect(valuesOf(samplePerson({ coach: null, organization_id: null }))).toMatchObject({
    coach_id: null,
    organization_id: null,
  })
})

test('coaches assess and other levels do not, unless the form says otherwise', () => {
  expect([0, 1, 2].map((privs) => isAssessor(filled({ privs: privs as 0 | 1 | 2 })))).toEqual([
    false,
    true,
    false,
  ])
  expect(isAssessor(filled({ privs: 1, is_assessor: false }))).toBe(false)
  expect(isAssessor(filled({ privs: 2, is_assessor: true }))).toBe(true)
})

describe('validation', () => {
  const judge = (kind: 'client' | 'coach', values: Partial<PersonValues>) =>
    judgePerson(kind, sampleMe('OrgAdmin'))(filled(values))

  test.each([
    ['client', {}, {}],
    ['client', { first_name: '' }, { first_name: 'First name is required' }],
    ['client', { organization_id: null }, { organization_id: 'Organization is required' }],
    ['client', { organization_id: null, coach_id: coach }, {}],
    ['client', { organization_id: null, copy_id: coach }, {}],
    ['coach', { privs: null }, { privs: 'Priv level is required' }],
    ['coach', { privs: 2 }, {}],
    ['coach', { privs: 3 }, { privs: 'Cannot promote user above yourself' }],
    [
      'coach',
      { privs: 1, organization_id: null, coach_id: coach },
      { organization_id: 'Organization is required' },
    ],
    [
      'coach',
      { privs: null, organization_id: null },
      { organization_id: 'Organization is required', privs: 'Priv level is required' },
    ],
    ['coach', { privs: 3, organization_id: null }, { privs: 'Cannot promote user above yourself' }],
  ] as const)('a %s form with %j gets the expected errors', (kind, values, faults) => {
    expect(judge(kind, values)).toEqual(faults)
  })
})

describe('the request', () => {
  const names = { first_name: 'Noor', last_name: 'Haddad', username: 'noor.h', email: 'noor@example.test' }

  test('for a new client has no level, and leaves out what is empty', () => {
    expect(creationOf('client', filled({ organization_id: null, is_assessor: true }))).toEqual({
      attributes: names,
    })
    expect(
      creationOf('client', filled({ coach_id: coach, time_zone: 'Asia/Kolkata', copy_id: coach })),
    ).toEqual({
      attributes: {
        ...names,
        organization_id: 'northlight',
        coach_id: 'coach-dana',
        time_zone: 'Asia/Kolkata',
      },
      copyFrom: 'coach-dana',
    })
  })

  test('for a new coach has the level, and the person to copy from as copy_id', () => {
    expect(creationOf('coach', filled({ privs: 2, is_assessor: false, copy_id: coach }))).toEqual({
      attributes: { ...names, organization_id: 'northlight', privs: 2, is_assessor: false },
      copy_id: 'coach-dana',
    })
  })

  test('for a change has only what was changed', () => {
    expect(attributesOf({})).toEqual({})
    expect(attributesOf({ ...names, time_zone: null })).toEqual({ ...names, time_zone: null })
    expect(attributesOf({ organization_id: null, coach_id: coach, privs: 0, is_assessor: false })).toEqual({
      organization_id: null,
      coach_id: 'coach-dana',
      privs: 0,
      is_assessor: false,
    })
    expect(attributesOf({ privs: null, is_assessor: null })).toEqual({})
  })
})

test('the client form and the coach form each have their own titles and messages [PEOPLE-31 PEOPLE-33]', () => {
  expect(personWords).toEqual({
    client: {
      add: 'Add Client',
      edit: 'Edit client',
      added: 'Client added',
      createFailed: 'Error creating client',
      updateFailed: 'Error updating client',
    },
    coach: {
      add: 'Add Coach',
      edit: 'Edit coach',
      added: 'Coach added',
      createFailed: 'Error creating user',
      updateFailed: 'Error updating user',
    },
  })
})

test('a person being added is listed with the values of the form, and without abilities', () => {
  expect(addedBy(filled({ coach_id: coach, time_zone: 'Europe/Berlin' }))).toMatchObject({
    version: 0,
    first_name: 'Noor',
    last_name: 'Haddad',
    username: 'noor.h',
    email: 'noor@example.test',
    privs: 0,
    coach_id: 'coach-dana',
    coach: { id: 'coach-dana', first_name: 'Dana Whitfield', last_name: '' },
    organization_id: 'northlight',
    organization: { displayName: 'Northlight Coaching' },
    time_zone: 'Europe/Berlin',
    is_assessor: false,
    deletedAt: null,
    erasedAt: null,
    abilities: {
      edit: false,
      delete: false,
      restore: false,
      erase: false,
      sendLoginEmail: false,
      resetSecondFactor: false,
    },
  })
  expect(addedBy(filled({ organization_id: null }))).toMatchObject({
    coach_id: null,
    coach: null,
    organization_id: null,
    organization: null,
  })
})

test('an edit changes the listed row at once, with the name of what was chosen', () => {
  const person = samplePerson()
  expect(changedBy({ first_name: 'Kofi' })(person)).toEqual({ ...person, first_name: 'Kofi' })
  expect(changedBy({ coach_id: null, organization_id: place })(person)).toMatchObject({
    coach_id: null,
    coach: null,
    organization_id: 'northlight',
    organization: { displayName: 'Northlight Coaching' },
  })
})
