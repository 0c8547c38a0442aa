import { expect, test } from 'vitest'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { levelName, levelWords } from '#features/people/person-words.ts'
import { isGated, roleText } from './identity.ts'

test("a role is shown with its organization, or with 'all organizations'", () => {
  expect(roleText(sampleMe('Coach'))).toBe('Coach at Northlight Coaching')
  expect(roleText(sampleMe('Admin', { organization: null }))).toBe('Admin, all organizations')
})

test('only a user who needs a second factor and has none is held back', () => {
  const factor = (isRequired: boolean, isOn: boolean) => ({
    second_factor: { isRequired, isOn, since: null, recoveryCodesLeft: 0 },
  })
  expect([isGated(factor(true, false)), isGated(factor(true, true)), isGated(factor(false, false))]).toEqual([
    true,
    false,
    false,
  ])
})

test('each level has a name and a one-line description', () => {
  expect(([0, 1, 2, 3, 10] as const).map(levelName)).toEqual([
    'Client',
    'Coach',
    'OrgAdmin',
    'Admin',
    'Super',
  ])
  expect(levelWords).toEqual({
    Client: 'Joins calls by invitation',
    Coach: 'Runs sessions with their own clients',
    OrgAdmin: 'Manages coaches, clients and invoices of the organization',
    Admin: 'Manages all organizations, billing and invoices',
    Super: 'Manages everything, including other admins',
  })
})
