import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import { actorOf, subjectFor } from './support/matrix/matrix-cases.ts'
import { startStack, type Stack } from './support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

/** The levels that may write each field of a client or an organization in scope. All others get 403 and change nothing. */
const personFieldWriters: [string, unknown, LevelName[]][] = [
  ['first_name', 'New', ['Coach', 'OrgAdmin', 'Admin', 'Super']],
  ['last_name', 'New', ['Coach', 'OrgAdmin', 'Admin', 'Super']],
  ['email', 'new@example.test', ['Coach', 'OrgAdmin', 'Admin', 'Super']],
  ['time_zone', 'Europe/Oslo', ['Coach', 'OrgAdmin', 'Admin', 'Super']],
  ['working_hours', { mon: [['09:00', '10:00']] }, ['Coach', 'OrgAdmin', 'Admin', 'Super']],
  ['coach_id', null, ['OrgAdmin', 'Admin', 'Super']],
  ['privs', 1, ['OrgAdmin', 'Admin', 'Super']],
  ['is_assessor', true, ['OrgAdmin', 'Admin', 'Super']],
  ['organization_id', 'own', ['Admin', 'Super']],
]
const organizationFieldWriters: [string, unknown, LevelName[]][] = [
  ['displayName', 'New', ['OrgAdmin', 'Admin', 'Super']],
  ['billingAddress', 'New', ['OrgAdmin', 'Admin', 'Super']],
  ['contact', 'New', ['OrgAdmin', 'Admin', 'Super']],
  ['billingEmail', 'new@example.test', ['OrgAdmin', 'Admin', 'Super']],
  ['time_zone', 'Europe/Oslo', ['OrgAdmin', 'Admin', 'Super']],
  ['waiting_room', false, ['OrgAdmin', 'Admin', 'Super']],
  ['chat_files', false, ['OrgAdmin', 'Admin', 'Super']],
  ['streamed_app', false, ['OrgAdmin', 'Admin', 'Super']],
  // Stays false, its default: true would lock the actor out.
  ['two_factor_required', false, ['OrgAdmin', 'Admin', 'Super']],
  ['copies_told', true, ['OrgAdmin', 'Admin', 'Super']],
  ['retention_days', 60, ['OrgAdmin', 'Admin', 'Super']],
  ['name', 'fresh', ['Admin', 'Super']],
  ['rate', 1, ['Admin', 'Super']],
  ['no_show_billed', true, ['Admin', 'Super']],
]
const writers: LevelName[] = ['Coach', 'OrgAdmin', 'Admin', 'Super']

describe('fields [WIRE-15 LEVEL-11]', () => {
  test.each(personFieldWriters)('only allowed levels write %s of a person', async (field, value, allowed) => {
    for (const level of writers) {
      const actor = await actorOf(stack, level)
      const organization = { id: actor.person.organization_id }
      const client = await subjectFor(stack, actor, 'person', 'own')
      const attributes = { [field]: value === 'own' ? organization.id : value }
      const answer = await stack.as(actor.person).put(`/profiles/${client.id}`, { attributes })
      expect([level, answer.status]).toEqual([level, allowed.includes(level) ? 200 : 403])
    }
  })

  test.each(organizationFieldWriters)(
    'only allowed levels write %s of an organization',
    async (field, value, allowed) => {
      for (const level of writers) {
        const actor = await actorOf(stack, level)
        const organization = { id: actor.person.organization_id }
        const body = { [field]: value === 'fresh' ? `fresh-${organization.id}` : value }
        const answer = await stack.as(actor.person).post(`/organizations/update/${organization.id}`, body)
        expect([level, answer.status]).toEqual([level, allowed.includes(level) ? 200 : 403])
      }
    },
  )
})
