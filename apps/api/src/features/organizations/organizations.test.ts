import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { peopleWorld } from '../../../../../tests/support/worlds/people-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const get = (by: TestPerson, id: string) => stack.as(by).get(`/organizations/${id}`)
const update = (by: TestPerson, id: string, body: object) =>
  stack.as(by).post(`/organizations/update/${id}`, body)
let counter = 0
const newOrganization = (more: object = {}) => {
  counter += 1
  return {
    name: `new-${counter}`,
    displayName: `New ${counter}`,
    billingAddress: '2 Pier Road',
    rate: 12_500,
    ...more,
  }
}

test('GET /organizations/{id} returns every field of the specification, money in cents [API-37 WIRE-24]', async () => {
  const { admin, organization } = await peopleWorld(stack)
  expect((await get(admin, organization.id)).body.response).toMatchObject({
    id: organization.id,
    name: organization.name,
    displayName: organization.display_name,
    billingAddress: '1 Quay Street',
    rate: 15_000,
    users: 5,
    createdAt: organization.created_at.toISOString(),
  })
})

test('Current Users counts the people of every level who are not deleted [ORG-02]', async () => {
  const { orgAdmin, client, organization } = await peopleWorld(stack)
  expect((await get(orgAdmin, organization.id)).body.response).toMatchObject({
    users: 5,
    clients: 2,
    coaches: 3,
  })
  await stack.as(orgAdmin).delete(`/profiles/${client.id}`)
  expect((await get(orgAdmin, organization.id)).body.response).toMatchObject({
    users: 4,
    clients: 1,
    coaches: 3,
  })
})

test('GET /organizations lists all organizations to an Admin and only their own to an OrgAdmin [API-36 PEOPLE-04]', async () => {
  const { admin, orgAdmin, organization, there } = await peopleWorld(stack)
  const names = (await stack.as(admin).get('/organizations')).body.response.map(
    (one: { id: string }) => one.id,
  )
  expect(names).toEqual(expect.arrayContaining([organization.id, there.organization.id]))
  const own = (await stack.as(orgAdmin).get('/organizations')).body.response
  expect(own).toHaveLength(1)
  expect(Object.keys(own[0])).toEqual(
    expect.arrayContaining(['id', 'name', 'displayName', 'billingAddress', 'rate', 'users', 'createdAt']),
  )
})

test('the list of organizations has pages, an order and a search', async () => {
  const { admin, organization } = await peopleWorld(stack)
  const list = async (query: Record<string, string>) =>
    (await stack.as(admin).get(`/organizations?${new URLSearchParams({ page: '1', ...query })}`)).body
      .response
  const ascending = (await list({ limit: '100' })).entries.map(
    (one: { displayName: string }) => one.displayName,
  )
  const descending = (await list({ limit: '100', order: '["displayName","DESC"]' })).entries.map(
    (one: { displayName: string }) => one.displayName,
  )
  expect(descending).toEqual(ascending.toReversed())
  expect(await list({ search: organization.name })).toMatchObject({
    entryCount: 1,
    entries: [{ id: organization.id }],
  })
})

test('a coach reads display name, Active Since and Current Users of their organization and nothing else [ORG-06]', async () => {
  const { coach, organization, there } = await peopleWorld(stack)
  const expected = {
    displayName: organization.display_name,
    users: 5,
    createdAt: organization.created_at.toISOString(),
  }
  expect((await get(coach, organization.id)).body.response).toEqual(expected)
  expect((await stack.as(coach).get('/organizations')).body.response).toEqual([expected])
  expect(await get(coach, there.organization.id)).toMatchObject({ status: 404 })
})

test("an OrgAdmin can edit displayName, billingAddress, contact and billingEmail of their own organization; a coach can't [ORG-07]", async () => {
  const { orgAdmin, coach, organization, there } = await peopleWorld(stack)
  const own = {
    displayName: 'Renamed',
    billingAddress: '3 Mole',
    contact: '+1 212 555 0142',
    billingEmail: 'bills@example.test',
  }
  expect(await update(orgAdmin, organization.id, own)).toMatchObject({ status: 200, body: { response: own } })
  const switches = {
    time_zone: 'Europe/Oslo',
    waiting_room: false,
    chat_files: false,
    streamed_app: false,
    two_factor_required: false,
    copies_told: true,
    retention_days: 90,
  }
  expect(await update(orgAdmin, organization.id, switches)).toMatchObject({
    status: 200,
    body: { response: switches },
  })
  expect(await update(orgAdmin, there.organization.id, own)).toMatchObject({ status: 404 })
  expect(await update(coach, organization.id, own)).toMatchObject({ status: 403 })
})

test('POST /organizations/update changes only the given fields [API-38]', async () => {
  const { admin, organization } = await peopleWorld(stack)
  const before = (await get(admin, organization.id)).body.response
  const after = (await update(admin, organization.id, { rate: 20_000 })).body.response
  expect(after).toEqual({
    ...before,
    rate: 20_000,
    rateUntil: { rate: 15_000, until: '2026-12-01T05:00:00.000Z' },
    version: before.version + 1,
    updatedAt: after.updatedAt,
  })
})

test('an OrgAdmin can read the rate, and only an Admin can change name, rate and no-show policy [ORG-08 ORG-09 ORG-10]', async () => {
  const { orgAdmin, admin, organization } = await peopleWorld(stack)
  expect((await get(orgAdmin, organization.id)).body.response.rate).toBe(15_000)
  for (const body of [{ name: 'other' }, { rate: 1 }, { no_show_billed: true }])
    expect(await update(orgAdmin, organization.id, { displayName: 'Sneaky', ...body })).toMatchObject({
      status: 403,
      body: { code: 'field_not_yours' },
    })
  expect((await get(admin, organization.id)).body.response.displayName).toBe(organization.display_name)
  expect(
    await update(admin, organization.id, {
      name: `other-${organization.id}`,
      rate: 16_000,
      no_show_billed: true,
    }),
  ).toMatchObject({ status: 200 })
})

const refusals: [string, string | number | null, string, string][] = [
  ['name', '', 'Name is required', 'ORG-11'],
  ['displayName', ' ', 'Organization Name is required', 'ORG-12'],
  ['billingAddress', '', 'Billing Address is required', 'ORG-13'],
  ['rate', null, 'Billing Rate is required', 'ORG-14'],
  ['rate', 0, 'Billing Rate must be positive.', 'ORG-15'],
  ['rate', -150, 'Billing Rate must be positive.', 'ORG-15'],
]
test.each(refusals)('%s %j is refused with %j [%s]', async (field, value, message, _promise) => {
  const { admin, organization } = await peopleWorld(stack)
  const refused = { status: 400, body: { errors: [{ path: field, message }] } }
  expect(await update(admin, organization.id, { [field]: value })).toMatchObject(refused)
  expect(
    await stack.as(admin).post('/organizations/create', newOrganization({ [field]: value })),
  ).toMatchObject(refused)
})

test('a retention period of less than 30 days is refused', async () => {
  const { orgAdmin, organization } = await peopleWorld(stack)
  expect(await update(orgAdmin, organization.id, { retention_days: 29 })).toMatchObject({ status: 400 })
  expect(await update(orgAdmin, organization.id, { retention_days: 30 })).toMatchObject({ status: 200 })
})

test("an Admin can create an organization, and its name can't be used twice", async () => {
  const { admin, orgAdmin } = await peopleWorld(stack)
  const body = newOrganization({ time_zone: 'Europe/Berlin' })
  const made = await stack.as(admin).post('/organizations/create', body)
  expect(made).toMatchObject({
    status: 200,
    body: { response: { ...body, users: 0, abilities: { edit: true, editBilling: true } } },
  })
  expect(await stack.as(admin).post('/organizations/create', body)).toMatchObject({
    status: 400,
    body: {
      code: 'organization_name_taken',
      errors: [{ path: 'name', message: 'An organization has this name already' }],
    },
  })
  expect(await stack.as(orgAdmin).post('/organizations/create', newOrganization())).toMatchObject({
    status: 403,
  })
})

test('a change with an old version is refused, and a change of the rate is audited with both rates', async () => {
  const { admin, organization } = await peopleWorld(stack)
  expect(await update(admin, organization.id, { rate: 17_000, version: 1 })).toMatchObject({ status: 200 })
  expect(await update(admin, organization.id, { rate: 18_000, version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale' },
  })
  const entries = await stack.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('subject_id', '=', organization.id)
    .execute()
  expect(entries).toEqual([
    { action: 'organizations.update', detail: { fields: ['rate'], rate: { from: 15_000, to: 17_000 } } },
  ])
})

test('abilities of an organization agree with what the server allows [WIRE-32]', async () => {
  const { admin, orgAdmin, organization, superUser } = await peopleWorld(stack)
  for (const viewer of [orgAdmin, admin, superUser]) {
    const { abilities } = (await get(viewer, organization.id)).body.response
    expect((await update(viewer, organization.id, { contact: 'x' })).status).toBe(abilities.edit ? 200 : 403)
    expect((await update(viewer, organization.id, { rate: 15_000 })).status).toBe(
      abilities.editBilling ? 200 : 403,
    )
  }
})

test('the audit page shows all entries to an Admin and those of their own organization to an OrgAdmin, with present names', async () => {
  const { admin, orgAdmin, coach, there, organization } = await peopleWorld(stack)
  await stack.as(orgAdmin).put(`/profiles/${coach.id}`, { attributes: { last_name: 'Seen' } })
  await stack.as(there.orgAdmin).put(`/profiles/${there.coach.id}`, { attributes: { last_name: 'Unseen' } })
  const list = async (by: TestPerson, query = '') =>
    (await stack.as(by).get(`/audit?page=1${query}`)).body.response.entries
  expect(await list(orgAdmin)).toEqual([
    expect.objectContaining({
      action: 'people.update',
      by: { id: orgAdmin.id, name: 'Robin Ames', privs: 2 },
      subject: { kind: 'person', id: coach.id, name: 'Robin Seen', privs: 1 },
      organization: organization.display_name,
      detail: { fields: ['last_name'] },
    }),
  ])
  const all = await list(admin, '&limit=100')
  for (const subject of [coach.id, there.coach.id])
    expect(all.some((entry: { subject: { id: string } }) => entry.subject.id === subject)).toBe(true)
  expect(await stack.as(coach).get('/audit?page=1')).toMatchObject({ status: 403 })
  const filters = encodeURIComponent(JSON.stringify({ subject: [there.coach.id] }))
  expect(await list(orgAdmin, `&filters=${filters}`)).toEqual([])
  expect(await list(admin, '&search=unseen')).toHaveLength(1)
})

test('the application can neither change nor delete audit entries', async () => {
  await expect(stack.db.deleteFrom('audit_log').execute()).rejects.toThrow('permission denied')
  await expect(stack.db.updateTable('audit_log').set({ action: 'x' }).execute()).rejects.toThrow(
    'permission denied',
  )
})

test("a changed rate counts from the next month on the organization's clock, and until then the old rate is returned with it [ORG-22]", async () => {
  const { admin, orgAdmin, organization } = await peopleWorld(stack)
  const read = async (by = orgAdmin) => {
    const { rate, rateUntil } = (await get(by, organization.id)).body.response
    return { rate, rateUntil }
  }
  const until = '2026-12-01T05:00:00.000Z'
  expect(await read()).toEqual({ rate: 15_000, rateUntil: null })
  await update(admin, organization.id, { rate: 17_000 })
  await update(admin, organization.id, { rate: 18_000 })
  expect(await read()).toEqual({ rate: 18_000, rateUntil: { rate: 15_000, until } })
  await update(admin, organization.id, { rate: 15_000 })
  expect(await read()).toEqual({ rate: 15_000, rateUntil: null })
  await update(admin, organization.id, { rate: 18_000 })
  const now = stack.clock.now()
  stack.clock.set(until)
  const later = await stack.make.person({ level: 'OrgAdmin', organization_id: organization.id })
  expect(await read(later)).toEqual({ rate: 18_000, rateUntil: null })
  stack.clock.set(new Date(now).toISOString())
})

test('the organization filter finds a part of the name, ignoring case and accents', async () => {
  const { admin, orgAdmin } = await peopleWorld(stack)
  const displayName = 'Zürich Überlingen Fellows'
  await stack.as(admin).post('/organizations/create', newOrganization({ displayName }))
  const found = async (q: string, by = admin) => {
    const { organization } = (await stack.as(by).get(`/profiles/filter?q=${encodeURIComponent(q)}`)).body
      .response
    return organization.map(({ label }: { label: string }) => label)
  }
  expect(await found('zurich')).toEqual([displayName])
  expect(await found('UBER')).toEqual([displayName])
  expect(await found('nowhere')).toEqual([])
  expect(await found('zurich', orgAdmin)).toEqual([])
})
