import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { idsOf, peopleCalls, peopleWorld } from '../../../../../tests/support/worlds/people-world.ts'
import { foldPeopleCounts } from './queries.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let calls: ReturnType<typeof peopleCalls>
beforeAll(async () => {
  stack = await startStack()
  calls = peopleCalls(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
const world = () => peopleWorld(stack)

describe('who sees whom', () => {
  test('a coach sees their own clients and nobody else of the organization [PEOPLE-01]', async () => {
    const { coach, client, otherClient, otherCoach } = await world()
    const list = idsOf(await stack.as(coach).get('/profiles'))
    expect(list.toSorted()).toEqual([coach.id, client.id].toSorted())
    for (const hidden of [otherClient, otherCoach])
      expect(await stack.as(coach).get(`/profiles/${hidden.id}`)).toMatchObject({ status: 404 })
    expect(await stack.as(coach).get(`/profiles/${client.id}`)).toMatchObject({ status: 200 })
  })

  test('an OrgAdmin sees everybody of their own organization and nobody of another [PEOPLE-03]', async () => {
    const { orgAdmin, coach, otherCoach, client, otherClient, there } = await world()
    const list = idsOf(await stack.as(orgAdmin).get('/profiles'))
    expect(list.toSorted()).toEqual(
      [orgAdmin, coach, otherCoach, client, otherClient].map((one) => one.id).toSorted(),
    )
    expect(await stack.as(orgAdmin).get(`/profiles/${there.client.id}`)).toMatchObject({ status: 404 })
  })

  test('Admin and Super see everybody [PEOPLE-04]', async () => {
    const { admin, superUser, client, there } = await world()
    for (const viewer of [admin, superUser])
      for (const person of [client, there.coach, superUser])
        expect(await stack.as(viewer).get(`/profiles/${person.id}`)).toMatchObject({ status: 200 })
  })

  test('somebody out of scope is answered exactly like somebody who does not exist [WIRE-11]', async () => {
    const { coach, there } = await world()
    const bare = ({ status, body }: { status: number; body: { response: string; code: string } }) => [
      status,
      body.response,
      body.code,
    ]
    const absent = '01890000-0000-7000-8000-000000000000'
    for (const [method, path] of [
      ['get', (id: string) => `/profiles/${id}`],
      ['put', (id: string) => `/profiles/${id}`],
    ] as const) {
      const body = method === 'put' ? { attributes: { first_name: 'X' } } : undefined
      const outside = await stack.as(coach)[method](path(there.client.id), body)
      expect(bare(outside)).toEqual(bare(await stack.as(coach)[method](path(absent), body)))
      expect(outside.status).toBe(404)
    }
    const { orgAdmin } = await world()
    expect(bare(await calls.remove(orgAdmin, there.client))).toEqual(
      bare(await calls.remove(orgAdmin, { id: absent })),
    )
  })
})

describe('lists', () => {
  test('each of the four lists has the people of its levels, sorted by first name [API-03 API-04 API-05 API-06 WIRE-18]', async () => {
    const { orgAdmin, organization } = await world()
    for (const first_name of ['Zoe', 'Ada', 'Émile'])
      await stack.make.person({ level: 'Client', organization_id: organization.id, first_name })
    const order = encodeURIComponent('["first_name","ASC"]')
    const list = async (path: string) =>
      (await stack.as(orgAdmin).get(`${path}?order=${order}`)).body.response
    const everyone = await list('/profiles')
    expect(everyone.map((one: { first_name: string }) => one.first_name)).toEqual([
      'Ada',
      'Émile',
      'Robin',
      'Robin',
      'Robin',
      'Robin',
      'Robin',
      'Zoe',
    ])
    const privsOf = async (path: string) =>
      [...new Set((await list(path)).map((one: { privs: number }) => one.privs))].toSorted(
        (a, b) => Number(a) - Number(b),
      )
    expect(await privsOf('/profiles/list-clients')).toEqual([0])
    expect(await privsOf('/profiles/list-admins')).toEqual([1, 2])
    expect(await privsOf('/profiles/list-coaches')).toEqual([1, 2])
    expect(await privsOf('/profiles')).toEqual([0, 1, 2])
  })

  test('a page has entries, entryCount and pageCount; pages count from 1 and hold 10 unless asked [WIRE-19 WIRE-20 WIRE-22]', async () => {
    const { orgAdmin, organization } = await world()
    for (let i = 0; i < 12; i += 1)
      await stack.make.person({
        level: 'Client',
        organization_id: organization.id,
        first_name: `C${String(i).padStart(2, '0')}`,
      })
    const get = (query: string) => stack.as(orgAdmin).get(`/profiles/list-clients?${query}`)
    const first = (await get('page=1')).body.response
    expect(Object.keys(first)).toEqual(['entries', 'entryCount', 'entryCountExact', 'pageCount'])
    expect(first).toMatchObject({ entryCount: 14, pageCount: 2, entryCountExact: true })
    expect(first.entries).toHaveLength(10)
    const second = (await get('page=2')).body.response
    expect(second.entries).toHaveLength(4)
    expect(new Set([...first.entries, ...second.entries].map((one: { id: string }) => one.id)).size).toBe(14)
    expect((await get('page=1&limit=100')).body.response.entries).toHaveLength(14)
    for (const bad of ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1&limit=101', 'page=1&limit=0'])
      expect(await get(bad)).toMatchObject({ status: 400 })
    expect(await get('page=1002')).toMatchObject({ status: 400, body: { code: 'page_too_far' } })
  })

  test('a search that finds more than 1,000 people says so, and its pages end there [WIRE-49]', async () => {
    const { admin, organization } = await world()
    await sql`insert into people (organization_id, privs, username, email, first_name, last_name)
      select ${organization.id}, 0, 'quill.' || n, 'quill@example.test', 'Quill', 'Quorum'
      from generate_series(1, 1001) n`.execute(stack.db)
    await sql`insert into organizations (name, display_name, billing_address, rate_cents)
      select 'quorum-' || n, 'Quorum ' || n, 'x', 1 from generate_series(1, 1001) n`.execute(stack.db)
    for (const path of ['/profiles/list-clients', '/organizations']) {
      const get = (page: number) => stack.as(admin).get(`${path}?search=quorum&page=${page}`)
      const found = { entryCount: 1000, entryCountExact: false, pageCount: 100 }
      expect((await get(1)).body.response).toMatchObject(found)
      expect((await get(100)).body.response.entries).toHaveLength(10)
      expect(await get(101)).toMatchObject({ status: 400, body: { code: 'page_too_far' } })
    }
    const { entryCount, entryCountExact } = (await stack.as(admin).get('/organizations?page=101')).body
      .response
    expect({ isAll: entryCount > 1000, entryCountExact }).toEqual({ isAll: true, entryCountExact: true })
  })

  test('an unknown column, filter or value is 400 [WIRE-17]', async () => {
    const { admin } = await world()
    const get = (query: object) =>
      stack.as(admin).get(`/profiles?${new URLSearchParams(Object.entries(query))}`)
    for (const query of [
      { order: '["password","ASC"]' },
      { order: '["first_name","UP"]' },
      { order: 'first_name' },
      { filters: '{"color":["red"]}' },
      { filters: '{"privs":[7]}' },
      { filters: '[]' },
      { nonsense: '1' },
    ])
      expect(await get(query)).toMatchObject({ status: 400 })
  })

  test('without page the list comes as a plain array, with the full count in X-Entry-Count [WIRE-21]', async () => {
    const { orgAdmin, organization } = await world()
    const values = Array.from({ length: 1005 }, (_, i) => ({
      organization_id: organization.id,
      privs: 0,
      username: `bulk-${organization.id.slice(-6)}-${i}`,
      email: 'shared@example.test',
      first_name: 'Bulk',
      last_name: String(i),
    }))
    await stack.db.insertInto('people').values(values).execute()
    const answer = await stack.as(orgAdmin).get('/profiles/list-clients')
    expect(Array.isArray(answer.body.response)).toBe(true)
    expect(answer.body.response).toHaveLength(1000)
    expect(answer.headers['x-entry-count']).toBe('1007')
  })

  test('search finds by name, username and address, ignoring case and accents', async () => {
    const { orgAdmin, organization } = await world()
    const found = await stack.make.person({
      level: 'Client',
      organization_id: organization.id,
      first_name: 'Łucja',
      last_name: 'Öztürk',
    })
    const search = async (text: string) =>
      idsOf(await stack.as(orgAdmin).get(`/profiles?page=1&search=${encodeURIComponent(text)}`))
    for (const text of ['ozturk', 'LUCJA', 'cja ö', found.username, found.email, 'öz', 'ł'])
      expect(await search(text)).toEqual([found.id])
    for (const text of ['zt_rk', '%', 'nobody of this name']) expect(await search(text)).toEqual([])
    expect((await search('robin')).length).toBeGreaterThan(1)
  })

  test('count returns entryCount under the same filters, before and after the counts are folded [API-07]', async () => {
    const { orgAdmin, coach, admin, organization } = await world()
    const count = async (by: TestPerson, query = '') =>
      (await stack.as(by).get(`/profiles/count${query}`)).body.response.entryCount
    const filters = `?filters=${encodeURIComponent(JSON.stringify({ privs: [0] }))}`
    const byCoach = `?filters=${encodeURIComponent(JSON.stringify({ coach: [coach.id] }))}`
    const check = async () => {
      expect(await count(orgAdmin)).toBe(5)
      expect(await count(orgAdmin, filters)).toBe(2)
      expect(await count(orgAdmin, byCoach)).toBe(1)
      expect(await count(coach)).toBe(2)
      expect(await count(orgAdmin, '?search=robin')).toBe(5)
      const here = `?filters=${encodeURIComponent(JSON.stringify({ organization: [organization.id] }))}`
      expect(await count(admin, here)).toBe(5)
    }
    await check()
    await foldPeopleCounts(stack.db)
    await check()
    await foldPeopleCounts(stack.db)
    await check()
  })

  test("a coach can't filter by coach or organization", async () => {
    const { coach, orgAdmin, organization } = await world()
    const get = (by: TestPerson, filters: object) =>
      stack.as(by).get(`/profiles/list-clients?page=1&filters=${encodeURIComponent(JSON.stringify(filters))}`)
    for (const filters of [{ coach: [coach.id] }, { organization: [organization.id] }, { deleted: true }]) {
      expect(await get(coach, filters)).toMatchObject({ status: 403, body: { code: 'filter_not_yours' } })
      expect(await get(orgAdmin, filters)).toMatchObject({ status: 200 })
    }
    expect((await stack.as(coach).get('/profiles/filter')).body.response).toEqual({
      coach: [],
      organization: [],
    })
    const options = (await stack.as(orgAdmin).get('/profiles/filter')).body.response
    expect(options.coach).toHaveLength(3)
    expect(options.organization).toEqual([])
  })
})
