import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  // A second Super, because another rule protects the last one.
  await stack.make.person({ level: 'Super' })
})
afterAll(() => stack[Symbol.asyncDispose]())

const refusal = {
  status: 403,
  body: { response: 'Cannot modify equal or higher priveleged user', code: 'not_below' },
}

/** Two people of one organization, so that the scope is never the reason for a refusal. */
async function two(by: LevelName, on: LevelName, isDeleted: boolean) {
  const { id: organization_id } = await stack.make.organization()
  const actor = await stack.make.person({ level: by, organization_id })
  const person = await stack.make.person({ level: on, organization_id })
  if (isDeleted)
    await stack.db.updateTable('people').set({ deleted_at: new Date() }).where('id', '=', person.id).execute()
  return { actor, person }
}

const acts = {
  edit: (by: TestPerson, { id }: TestPerson) =>
    stack.as(by).put(`/profiles/${id}`, { attributes: { first_name: 'New' } }),
  delete: (by: TestPerson, { id }: TestPerson) => stack.as(by).delete(`/profiles/${id}`),
  restore: (by: TestPerson, { id }: TestPerson) => stack.as(by).post(`/profiles/restore/${id}`),
  'send the login email to': (by: TestPerson, { id }: TestPerson) =>
    stack.as(by).post(`/profiles/send-login-email/${id}`),
}

describe.each(Object.entries(acts))('who may %s whom', (name, act) => {
  const isDeleted = name === 'restore'

  test.each([
    ['OrgAdmin', 'OrgAdmin'],
    ['OrgAdmin', 'Admin'],
    ['OrgAdmin', 'Super'],
    ['Admin', 'Admin'],
    ['Admin', 'Super'],
    ['Super', 'Super'],
  ] as const)('%s may not when the other is %s [LEVEL-03 LEVEL-04]', async (by, on) => {
    const { actor, person } = await two(by, on, isDeleted)
    expect(await act(actor, person)).toMatchObject(refusal)
  })

  test.each([
    ['OrgAdmin', 'Client'],
    ['OrgAdmin', 'Coach'],
    ['Admin', 'OrgAdmin'],
    ['Super', 'Admin'],
  ] as const)('%s may when the other is %s [LEVEL-03 LEVEL-04]', async (by, on) => {
    const { actor, person } = await two(by, on, isDeleted)
    expect(await act(actor, person)).toMatchObject({ status: 200 })
  })
})
