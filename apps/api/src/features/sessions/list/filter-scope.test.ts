import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

/** Filter options reveal names too, so each viewer gets only those of their own scope, with a search and without. */
let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

/** An organization with one word as the last name of all its people, and a session between two of them. */
async function place(word: string) {
  const { id: organization_id } = await stack.make.organization({ display_name: `${word} Coaching` })
  const named = (first_name: string) => ({ first_name, last_name: word, organization_id })
  const orgAdmin = await stack.make.person({ level: 'OrgAdmin', ...named('Olga') })
  const coach = await stack.make.person({ level: 'Coach', ...named('Carl') })
  const client = await stack.make.person({ level: 'Client', ...named('Clara'), coach_id: coach.id })
  await stack.make.session({ coach, client, start: '2026-11-18T15:00:00.000Z' })
  return { orgAdmin, coach }
}

const optionsOf = async (by: { token: string }, field: string, q?: string) => {
  const query = new URLSearchParams({ field, ...(q && { q }) })
  const { body } = await stack.as(by).get(`/sessions/filter?${query}`)
  return body.response[field].map((one: { label: string }) => one.label)
}

test('an OrgAdmin or a coach is offered no name of another organization [WIRE-11]', async () => {
  const here = await place('Birch')
  await place('Cedar')
  const admin = await stack.make.person({ level: 'Admin', first_name: 'Ada', last_name: 'Root' })

  for (const [by, field, labels] of [
    [here.orgAdmin, 'client_name', ['Clara Birch']],
    [here.orgAdmin, 'coach_name', ['Carl Birch', 'Olga Birch']],
    [here.orgAdmin, 'organization', ['Birch Coaching']],
    [here.coach, 'client_name', ['Clara Birch']],
    [here.coach, 'coach_name', []],
    [here.coach, 'organization', []],
    [admin, 'client_name', ['Clara Birch', 'Clara Cedar']],
    [admin, 'coach_name', ['Ada Root', 'Carl Birch', 'Carl Cedar', 'Olga Birch', 'Olga Cedar']],
    [admin, 'organization', ['Birch Coaching', 'Cedar Coaching']],
  ] as const)
    expect([field, await optionsOf(by, field)]).toEqual([field, labels])

  for (const [by, field, q, labels] of [
    [here.orgAdmin, 'client_name', 'Cla', ['Clara Birch']],
    [here.orgAdmin, 'coach_name', 'Car', ['Carl Birch']],
    [here.orgAdmin, 'organization', 'Coa', ['Birch Coaching']],
    [here.orgAdmin, 'client_name', 'Cedar', []],
    [here.orgAdmin, 'organization', 'Cedar', []],
    [here.coach, 'client_name', 'Cla', ['Clara Birch']],
    [admin, 'client_name', 'Cedar', ['Clara Cedar']],
    [admin, 'organization', 'Ced', ['Cedar Coaching']],
  ] as const)
    expect([field, q, await optionsOf(by, field, q)]).toEqual([field, q, labels])
})

test("the options for status and organization count the sessions in the viewer's scope [LIST-39]", async () => {
  const { orgAdmin, coach } = await place('Alder')
  const other = await place('Elm')
  const held = { coach: other.coach, client: coach, start: '2026-11-10T15:00:00.000Z' }
  await stack.make.session({ ...held, status: 'Completed' })
  const admin = await stack.make.person({ level: 'Admin' })
  const counts = async (by: { token: string }, field: string, more = '') => {
    const { body } = await stack.as(by).get(`/sessions/filter?field=${field}${more}`)
    return body.response[field].map((one: { label: string; count?: number }) => [one.label, one.count])
  }
  const status = (scheduled: number, completed: number) => [
    ['Cancelled', 0],
    ['Completed', completed],
    ['No Show', 0],
    ['Scheduled', scheduled],
  ]
  expect(await counts(orgAdmin, 'status')).toEqual(status(1, 0))
  expect(await counts(other.orgAdmin, 'status')).toEqual(status(1, 1))
  // For a coach, only their own sessions are counted.
  expect(await counts(coach, 'status')).toEqual(status(1, 1))
  expect(await counts(other.coach, 'status', '&owned=true')).toEqual(status(1, 1))
  const named = (await counts(admin, 'organization')).filter(([label]: [string]) =>
    /^(Alder|Elm)/.test(label),
  )
  expect(named).toEqual([
    ['Alder Coaching', 1],
    ['Elm Coaching', 2],
  ])
})
