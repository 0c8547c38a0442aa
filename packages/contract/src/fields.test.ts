import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { credentials } from './identity.ts'
import { jsonText, listQuery, offsetMax, plainListMax, windowOf } from './wire/lists.ts'
import { auditFileMax, listAudit } from './operations.ts'
import { organizationFields } from './organizations.ts'
import { peopleFilters, personFields, startImport } from './people.ts'
import { exportMax, sessionFields } from './sessions/sessions.ts'
import { emailField, instantInput } from './wire/shapes.ts'

/** The message of the first error of a field. Form and server validate with the same schema. */
const faultOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

const whole = 'Write a whole number.'
const someId = '01890000-0000-7000-8000-000000000000'

type Bad = [field: string, value: unknown, message: string]
type Good = [field: string, value: unknown]

const forms: [string, Record<string, z.ZodMiniType>, Bad[], Good[]][] = [
  [
    'a person',
    personFields,
    [
      ['first_name', ' ', 'First name is required'],
      ['first_name', 'x'.repeat(101), 'Use at most 100 characters'],
      ['last_name', '', 'Last name is required'],
      ['last_name', 'x'.repeat(101), 'Use at most 100 characters'],
      ['username', ' ', 'Username is required'],
      ['username', 'ab', 'Use 3 to 64 lowercase letters, digits, dots, dashes or underscores'],
      ['email', '', 'Email is required'],
      ['time_zone', 'AET', 'This time zone is not known'],
      ['organization_id', '', 'Organization is required'],
    ],
    [
      ['first_name', ' Ada '],
      ['last_name', 'x'.repeat(100)],
      ['username', ' Dana.W '],
      ['time_zone', null],
      ['time_zone', 'Europe/Berlin'],
      ['organization_id', null],
      ['organization_id', someId],
      ['coach_id', null],
      ['privs', 10],
      ['is_assessor', true],
    ],
  ],
  [
    'an organization',
    organizationFields,
    [
      ['name', '', 'Name is required'],
      ['name', 'x'.repeat(501), 'Use at most 500 characters'],
      ['displayName', '', 'Organization Name is required'],
      ['displayName', 'x'.repeat(501), 'Use at most 500 characters'],
      ['billingAddress', '', 'Billing Address is required'],
      ['billingAddress', 'x'.repeat(501), 'Use at most 500 characters'],
      ['rate', null, 'Billing Rate is required'],
      ['rate', 1.5, 'Billing Rate is in whole cents.'],
      ['rate', 0, 'Billing Rate must be positive.'],
      ['time_zone', 'AET', 'This time zone is not known'],
      ['contact', 'x'.repeat(501), 'Use at most 500 characters'],
      ['billingEmail', 'x', 'Email address is not complete'],
      ['retention_days', null, 'Retention is required'],
      ['retention_days', 30.5, 'Write whole days.'],
      ['retention_days', 29, 'Keep data for at least 30 days.'],
    ],
    [
      ['name', 'x'.repeat(500)],
      ['rate', 1],
      ['rate', 100_000_000],
      ['contact', ''],
      ['billingEmail', null],
      ['retention_days', 30],
      ['retention_days', 36_500],
    ],
  ],
  [
    'a session',
    sessionFields,
    [
      ['title', '', 'Title is required'],
      ['title', 'x'.repeat(201), 'Use at most 200 characters'],
      ['start_time', 'soon', 'Write an instant such as 2026-11-16T14:00:00Z.'],
      ['coach_id', '', 'Coach is required'],
      ['user_id', '', 'Client is required'],
      ['participants', Array.from({ length: 11 }, () => someId), 'Choose at most 10 people'],
      ['instance_count', null, 'Instances are required'],
      ['instance_count', 1.5, whole],
      ['instance_count', -1, 'Instances cannot be fewer than 0'],
      ['instance_count', 4, 'You are limited to 3 instances'],
    ],
    [
      ['title', 'x'.repeat(200)],
      ['participants', []],
      ['instance_count', 0],
      ['instance_count', 3],
    ],
  ],
  [
    'a sign-in',
    credentials.shape,
    [
      ['username', ' ', 'Username is required'],
      ['username', 'x'.repeat(201), 'Username is too long'],
      ['username', 'dana@example.com', 'Please log in with your username, not email.'],
      ['password', '', 'Password is required'],
      ['password', 'x'.repeat(1001), 'Password is too long'],
    ],
    [
      ['username', 'x'.repeat(200)],
      ['password', 'x'.repeat(1000)],
      ['code', undefined],
    ],
  ],
]

describe.each(forms)('the fields of %s', (_name, fields, bad, good) => {
  const schemaOf = (field: string) => fields[field] ?? z.never()

  test.each(bad)('%s: %j is refused: %s', (field, value, message) => {
    expect(faultOf(schemaOf(field), value)).toBe(message)
  })

  test.each(good)('%s: %j is accepted', (field, value) => {
    expect(schemaOf(field).safeParse(value).success).toBe(true)
  })
})

test('a rate over 100,000,000 cents, a retention over 36,500 days and an unknown level are refused', () => {
  expect(organizationFields.rate.safeParse(100_000_001).success).toBe(false)
  expect(organizationFields.retention_days.safeParse(36_501).success).toBe(false)
  expect(personFields.privs.safeParse(4).success).toBe(false)
})

test('a username is trimmed and lower-cased, and an empty username or email address gives one error', () => {
  expect(personFields.username.parse(' Dana.W ')).toBe('dana.w')
  expect(personFields.username.safeParse('').error?.issues).toHaveLength(1)
  expect(emailField.safeParse('').error?.issues).toHaveLength(1)
})

test('an email address has a local part, one @, a domain with a dot, and at most 254 characters', () => {
  for (const good of ['a@b.co', 'first.last+tag@sub.example.com'])
    expect(faultOf(emailField, good)).toBeUndefined()
  for (const bad of ['a', 'a@b', 'a@b.', 'a b@c.de', '@b.co', 'a@@b.co'])
    expect(faultOf(emailField, bad)).toBe('Email address is not complete')
  expect(faultOf(emailField, `${'x'.repeat(249)}@b.co`)).toBeUndefined()
  expect(faultOf(emailField, `${'x'.repeat(250)}@b.co`)).toBe('Use at most 254 characters')
})

test('an instant is written with milliseconds, and one before 1900 is refused', () => {
  expect(instantInput.parse('2026-11-16T14:00:00Z')).toBe('2026-11-16T14:00:00.000Z')
  expect(instantInput.parse('1900-01-01T00:00:00Z')).toBe('1900-01-01T00:00:00.000Z')
  expect(faultOf(instantInput, '1899-12-31T23:59:59Z')).toBe('This is too long ago.')
})

test('a filter takes at most 50 organizations, 50 coaches, 5 levels, 20 actors, 20 subjects and 50 actions of 60 characters', () => {
  const ids = (count: number) => Array.from({ length: count }, () => someId)
  const takes = (filters: unknown) => peopleFilters.safeParse(filters).success
  expect([takes({ organization: ids(50) }), takes({ organization: ids(51) })]).toEqual([true, false])
  expect([takes({ coach: ids(50) }), takes({ coach: ids(51) })]).toEqual([true, false])
  expect([takes({ privs: [0, 1, 2, 3, 10] }), takes({ privs: [0, 1, 2, 3, 10, 0] })]).toEqual([true, false])
  const audit = (filters: unknown) =>
    listAudit.query.safeParse({ page: '1', filters: JSON.stringify(filters) }).success
  expect([audit({ by: ids(20) }), audit({ by: ids(21) })]).toEqual([true, false])
  expect([audit({ subject: ids(20) }), audit({ subject: ids(21) })]).toEqual([true, false])
  const acts = (count: number, length: number) => Array.from({ length: count }, () => 'x'.repeat(length))
  expect([audit({ action: acts(50, 60) }), audit({ action: acts(51, 60) })]).toEqual([true, false])
  expect(audit({ action: acts(1, 61) })).toBe(false)
})

test('an import has at most 8 MiB, an export of sessions 5,000 rows (1,000 of a search) and an audit file 10,000', () => {
  expect(startImport.bytes.max).toBe(8_388_608)
  expect(exportMax).toEqual({ all: 5000, found: 1000 })
  expect(auditFileMax).toBe(10_000)
})

describe('the query of a list', () => {
  const query = listQuery(['title', 'status'], z.strictObject({ a: z.optional(z.number()) }))
  test.each([
    [{}, true],
    [{ page: '1', limit: '100', search: 'x'.repeat(200) }, true],
    [{ page: '1000000', limit: '1' }, true],
    [{ order: '["title","ASC"]', filters: '{"a":1}' }, true],
    [{ order: '["status","DESC"]' }, true],
    [{ page: '0' }, false],
    [{ page: '1000001' }, false],
    [{ page: '1.5' }, false],
    [{ limit: '101' }, false],
    [{ limit: '0' }, false],
    [{ search: 'x'.repeat(201) }, false],
    [{ order: '["other","ASC"]' }, false],
    [{ order: '["title","UP"]' }, false],
    [{ filters: '{"b":1}' }, false],
    [{ other: '1' }, false],
  ])('%j is accepted: %s', (given, isTaken) => {
    expect(query.safeParse(given).success).toBe(isTaken)
  })

  test('a page that is not a number and a text that is not JSON are refused with their own messages', () => {
    expect(faultOf(query, { page: 'x' })).toBe(whole)
    expect(faultOf(jsonText(z.array(z.string())), '{')).toBe('Write this as JSON.')
    expect(jsonText(z.array(z.string())).parse('["a"]')).toEqual(['a'])
  })

  test('a page that would begin beyond row 10,000, or beyond a lower limit, has no window', () => {
    expect([offsetMax, plainListMax]).toEqual([10_000, 1000])
    expect(windowOf(1)).toEqual({ limit: 10, offset: 0 })
    expect(windowOf(1000)).toEqual({ limit: 10, offset: 9990 })
    expect(windowOf(1001)).toBeUndefined()
    expect(windowOf(10, 100, 1000)).toEqual({ limit: 100, offset: 900 })
    expect(windowOf(11, 100, 1000)).toBeUndefined()
  })
})
