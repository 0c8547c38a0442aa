import { describe, expect, test } from 'vitest'
import { levels, type LevelName } from './levels.ts'
import {
  creatableFields,
  grantableLevels,
  isAbove,
  isInScope,
  mayGrant,
  personAbilities,
  personName,
  writableFields,
  type Subject,
} from './people.ts'

const viewer = (level: LevelName, id = 'viewer') => ({ id, privs: levels[level], organizationId: 'here' })
const subject = (level: LevelName, more: Partial<Subject> = {}): Subject => ({
  id: 'subject',
  privs: levels[level],
  organization_id: 'here',
  coach_id: null,
  isDeleted: false,
  isErased: false,
  ...more,
})
const ownClient = subject('Client', { coach_id: 'viewer' })
const otherClient = subject('Client', { coach_id: 'somebody' })
const elsewhere = (level: LevelName) => subject(level, { organization_id: 'there' })
const oneself = (level: LevelName) => subject(level, { id: 'viewer' })

test('a person without names is called by their username', () => {
  const person = { first_name: 'Ada', last_name: 'Lovelace', username: 'ada' }
  expect(personName(person)).toBe('Ada Lovelace')
  expect(personName({ ...person, last_name: '' })).toBe('Ada')
  expect(personName({ ...person, first_name: '', last_name: '' })).toBe('ada')
})

describe('scope', () => {
  test.each([
    ['Client', ownClient, false],
    ['Coach', ownClient, true],
    ['Coach', otherClient, false],
    ['Coach', subject('Coach'), false],
    ['OrgAdmin', otherClient, true],
    ['OrgAdmin', subject('Super'), true],
    ['OrgAdmin', elsewhere('Client'), false],
    ['OrgAdmin', subject('Client', { organization_id: null }), false],
    ['Admin', elsewhere('Super'), true],
    ['Super', elsewhere('Client'), true],
  ] as const)('%s has %o in scope: %s', (level, person, isSeen) => {
    expect(isInScope(viewer(level), person)).toBe(isSeen)
  })

  test.each(Object.keys(levels) as LevelName[])('%s has themselves in scope', (level) => {
    expect(isInScope(viewer(level), oneself(level))).toBe(true)
  })
})

test('only a higher level counts as above, not an equal one', () => {
  expect(isAbove(viewer('Admin'), subject('OrgAdmin'))).toBe(true)
  expect(isAbove(viewer('Admin'), subject('Admin'))).toBe(false)
  expect(isAbove(viewer('Admin'), subject('Super'))).toBe(false)
})

test('each level may grant the levels above Client up to its own [LEVEL-08]', () => {
  expect(grantableLevels(viewer('Client'))).toEqual([])
  expect(grantableLevels(viewer('Coach'))).toEqual(['Coach'])
  expect(grantableLevels(viewer('OrgAdmin'))).toEqual(['Coach', 'OrgAdmin'])
  expect(grantableLevels(viewer('Admin'))).toEqual(['Coach', 'OrgAdmin', 'Admin'])
  expect(grantableLevels(viewer('Super'))).toEqual(['Coach', 'OrgAdmin', 'Admin', 'Super'])
  expect(mayGrant(viewer('OrgAdmin'), levels.OrgAdmin)).toBe(true)
  expect(mayGrant(viewer('OrgAdmin'), levels.Admin)).toBe(false)
})

const ofOneself = ['first_name', 'last_name', 'time_zone', 'working_hours']
const ofAClient = ['first_name', 'last_name', 'username', 'email', 'time_zone', 'working_hours']
const byOrgAdmin = [...ofAClient, 'coach_id', 'privs', 'is_assessor']
const byAdmin = [...byOrgAdmin, 'organization_id']

describe('writable fields', () => {
  test.each([
    ['Coach', oneself('Coach'), ofOneself],
    ['Super', oneself('Super'), ofOneself],
    ['Coach', ownClient, ofAClient],
    ['Coach', otherClient, []],
    ['OrgAdmin', otherClient, byOrgAdmin],
    ['OrgAdmin', subject('Coach'), byOrgAdmin],
    ['OrgAdmin', subject('OrgAdmin'), []],
    ['OrgAdmin', elsewhere('Client'), []],
    ['Admin', elsewhere('OrgAdmin'), byAdmin],
    ['Admin', subject('Admin'), []],
    ['Super', subject('Admin'), byAdmin],
    ['Super', subject('Super'), []],
  ] as const)('%s may write exactly the listed fields of %o', (level, person, fields) => {
    expect(writableFields(viewer(level), person)).toEqual(fields)
  })

  test('on a new person a coach sets every field but the assessor right, and OrgAdmin and above set all', () => {
    const byACoach = [...ofAClient, 'coach_id', 'organization_id', 'privs']
    expect(creatableFields(viewer('Coach'))).toEqual(byACoach)
    for (const level of ['OrgAdmin', 'Admin', 'Super'] as const)
      expect(creatableFields(viewer(level))).toEqual(byAdmin)
  })
})

describe('abilities [WIRE-32]', () => {
  const none = {
    edit: false,
    delete: false,
    erase: false,
    copy: false,
    hold: false,
    restore: false,
    sendLoginEmail: false,
    resetSecondFactor: false,
  }
  const editsAndMails = { ...none, edit: true, sendLoginEmail: true }
  const all = { ...editsAndMails, delete: true, erase: true, copy: true }
  const byAdmin = { ...all, hold: true }
  const deleted = (level: LevelName) => subject(level, { isDeleted: true, coach_id: 'viewer' })

  test.each([
    ['Coach', oneself('Coach'), { ...none, edit: true }],
    ['OrgAdmin', oneself('OrgAdmin'), { ...none, edit: true, copy: true }],
    ['Super', oneself('Super'), { ...none, edit: true, copy: true }],
    ['Coach', ownClient, editsAndMails],
    ['Coach', otherClient, none],
    ['Coach', deleted('Client'), none],
    ['OrgAdmin', otherClient, all],
    ['OrgAdmin', subject('Coach'), { ...all, resetSecondFactor: true }],
    ['OrgAdmin', subject('OrgAdmin'), none],
    ['OrgAdmin', elsewhere('Client'), none],
    ['OrgAdmin', deleted('Coach'), { ...none, restore: true, erase: true, copy: true }],
    ['OrgAdmin', deleted('OrgAdmin'), none],
    ['Admin', elsewhere('OrgAdmin'), { ...byAdmin, resetSecondFactor: true }],
    ['Admin', subject('Admin'), none],
    ['Super', deleted('Admin'), { ...none, restore: true, erase: true, copy: true, hold: true }],
    ['Super', subject('Client', { isDeleted: true, isErased: true }), none],
  ] as const)('%s has exactly the listed abilities on %o', (level, person, abilities) => {
    expect(personAbilities(viewer(level), person)).toEqual(abilities)
  })
})
