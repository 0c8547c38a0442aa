import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '@parley/contract/wire/route.ts'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import { table } from '@parley/contract/table.ts'
import { turnOnSecondFactor } from './support/authenticator.ts'
import { password, type TestPerson } from './support/make.ts'
import { startStack, type Stack } from './support/stack.ts'

/**
 * For an organization that requires a second factor: every route of the contract's table × every level that has none set
 * up. A route that is added later is closed by default; to open one is a decision and belongs in this list.
 */
const reachable = ['confirmSecondFactor', 'logout', 'me', 'startSecondFactor']
const signedIn = Object.entries(table).filter(([, entry]) => 'level' in entry.access)
const isReachable = ({ access }: Route) => 'level' in access && access.beforeSecondFactor === true

const levelNames = ['Coach', 'OrgAdmin', 'Admin', 'Super'] as const satisfies LevelName[]

let stack: Stack
let organizationId: string
const people = new Map<LevelName, TestPerson>()
beforeAll(async () => {
  stack = await startStack()
  organizationId = (await stack.make.organization()).id
  await require(true)
  for (const level of levelNames) people.set(level, await make(level))
})
afterAll(() => stack[Symbol.asyncDispose]())

const require = (two_factor_required: boolean) =>
  stack.db
    .updateTable('organizations')
    .set({ two_factor_required })
    .where('id', '=', organizationId)
    .execute()

async function make(level: LevelName, organization_id: string | null = organizationId) {
  const person = await stack.make.person({ level, organization_id })
  await stack.make.passwordFor(person.id)
  return person
}

async function call(entry: Route, person: Pick<TestPerson, 'token'>) {
  const path = entry.path.replaceAll(/:[a-zA-Z_]+/g, '01890000-0000-7000-8000-000000000000')
  const method = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const
  return stack.as(person)[method[entry.method]](path)
}

test('only the listed routes are open without the second factor [ORG-21]', () => {
  const marked = signedIn.filter(([, entry]) => isReachable(entry)).map(([name]) => name)
  expect(marked.toSorted()).toEqual(reachable)
})

describe.each(signedIn.filter(([, entry]) => !isReachable(entry)))('%s', (_name, entry) => {
  test.each(levelNames)('answers %s without a factor 403 second_factor_needed [ORG-21]', async (level) => {
    const person = people.get(level)
    expect(person && (await call(entry, person))).toMatchObject({
      status: 403,
      body: {
        code: 'second_factor_needed',
        response: 'Your organization asks for two-factor sign-in. Please set it up first.',
      },
    })
  })
})

test('after sign-in a person can only set the second factor up, and everything is open once it is on [ORG-21]', async () => {
  const person = await make('Coach')
  const signed = await stack.visitor.post('/auth/login', { username: person.username, password })
  expect(signed).toMatchObject({ status: 200 })
  const here = { ...person, token: signed.body.response.token as string }
  expect(signed.body.response.profile.second_factor).toMatchObject({ isOn: false, isRequired: true })
  expect(await stack.as(here).get('/profiles/me/sign-ins')).toMatchObject({ status: 403 })
  const { version } = stack.platform.texts.terms
  const accept = () => stack.as(here).post('/profiles/me/accept-terms', { version })
  expect(await accept()).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } })
  await turnOnSecondFactor(stack, here)
  expect(await accept()).toMatchObject({ status: 200 })
  expect(await stack.as(here).get('/profiles/me/sign-ins')).toMatchObject({ status: 200 })
  expect((await stack.as(here).get('/profiles/me')).body.response.second_factor).toMatchObject({ isOn: true })
  expect(await stack.as(here).post('/auth/logout')).toMatchObject({ status: 200 })
})

test('the second factor is needed exactly while the organization requires it [ORG-21]', async () => {
  const person = await make('OrgAdmin')
  const status = async () => (await stack.as(person).get('/profiles/me/sign-ins')).status
  expect(await status()).toBe(403)
  await require(false)
  expect(await status()).toBe(200)
  await require(true)
  expect(await status()).toBe(403)
})

test('a person of no organization, or of another one, is not asked for a second factor', async () => {
  const other = await stack.make.organization()
  for (const person of [await make('Super', null), await make('Coach', other.id)]) {
    const me = (await stack.as(person).get('/profiles/me')).body.response
    expect(me.second_factor.isRequired).toBe(false)
    expect(await stack.as(person).get('/profiles/me/sign-ins')).toMatchObject({ status: 200 })
  }
})
