import { expect, test } from 'vitest'
import { startStack } from '../../../../../../tests/support/stack.ts'

test('accepting the terms makes has_accepted_eula true, and person, version and time are stored once [AUTH-36 AUTH-38]', async () => {
  await using stack = await startStack()
  const person = await stack.make.person({ level: 'Super' })
  const { version } = (await stack.visitor.get('/content/terms')).body.response
  expect((await stack.as(person).get('/profiles/me')).body.response.has_accepted_eula).toBe(false)
  const at = stack.clock.now()
  expect(
    (await stack.as(person).post('/profiles/me/accept-terms', { version })).body.response.has_accepted_eula,
  ).toBe(true)
  stack.clock.advance(60_000)
  await stack.as(person).post('/profiles/me/accept-terms', { version })
  expect((await stack.as(person).get('/profiles/me')).body.response.has_accepted_eula).toBe(true)
  const rows = await stack.db.selectFrom('eula_acceptances').selectAll().execute()
  expect(rows).toEqual([{ person_id: person.id, version, accepted_at: new Date(at) }])
})

test("a new version of the terms has to be accepted again, and an old one can't be accepted [AUTH-37]", async () => {
  await using stack = await startStack()
  const person = await stack.make.person({ level: 'Super' })
  const { terms } = stack.platform.texts
  await stack.as(person).post('/profiles/me/accept-terms', { version: terms.version })
  stack.platform.texts.terms = { ...terms, version: 'next' }
  expect((await stack.as(person).get('/profiles/me')).body.response.has_accepted_eula).toBe(false)
  expect(await stack.as(person).post('/profiles/me/accept-terms', { version: terms.version })).toMatchObject({
    status: 409,
    body: { code: 'terms_outdated' },
  })
  await stack.as(person).post('/profiles/me/accept-terms', { version: 'next' })
  expect((await stack.as(person).get('/profiles/me')).body.response.has_accepted_eula).toBe(true)
})

test('the application can neither change nor delete an acceptance', async () => {
  await using stack = await startStack()
  await expect(stack.db.deleteFrom('eula_acceptances').execute()).rejects.toThrow('permission denied')
  await expect(stack.db.updateTable('eula_acceptances').set({ version: 'x' }).execute()).rejects.toThrow(
    'permission denied',
  )
})
