import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { idsOf } from '../../../../../../tests/support/worlds/people-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { foldSessionCounts } from './counts.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const list = (by: TestPerson, query: Record<string, unknown> = {}) =>
  stack
    .as(by)
    .get(
      `/sessions?${new URLSearchParams(
        Object.entries(query).map(([key, value]) => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      )}`,
    )
const listed = async (by: TestPerson, query: Record<string, unknown> = {}) =>
  idsOf(await list(by, { limit: 100, ...query })).toSorted()
const countIn = async (by: TestPerson, query: Record<string, unknown> = {}) => {
  const { entryCount, entryCountExact } = (await list(by, query)).body.response
  expect(entryCountExact).toBe(true)
  return entryCount
}

/**
 * Sessions in every relation to the coach: their own, a colleague's, one held with a colleague, one of another organization.
 */
async function world() {
  const people = await sessionsWorld(stack)
  const { coach, otherCoach, client, otherClient, orgAdmin, admin, there } = people
  const make = (given: Omit<Parameters<typeof stack.make.session>[0], 'start'> & { start?: string }) =>
    stack.make.session({ start: at('09:00'), status: 'Completed', ...given })
  const own = await make({ coach, client, title: 'Own' })
  const others = await make({ coach: otherCoach, client: otherClient, title: 'Of others' })
  const together = await make({ coach: otherCoach, participants: [coach], title: 'Together' })
  const lead = await make({ coach, participants: [orgAdmin], title: 'Lead' })
  const elsewhere = await make({ coach: there.coach, client: there.client, title: 'Elsewhere' })
  const withAdmin = await make({ coach: otherCoach, participants: [admin], title: 'With an admin' })
  const ids = (...some: { id: string }[]) => some.map((one) => one.id).toSorted()
  return { ...people, own, others, together, lead, elsewhere, withAdmin, ids }
}

describe('whose sessions a list shows', () => {
  test('a coach sees the sessions in which they are coach or participant, and no others [SESSION-01]', async () => {
    const { coach, own, together, lead, others, elsewhere, ids, get } = await world()
    expect(await listed(coach)).toEqual(ids(own, together, lead))
    for (const { id } of [others, elsewhere]) expect(await get(coach, id)).toMatchObject({ status: 404 })
    for (const { id } of [own, together]) expect(await get(coach, id)).toMatchObject({ status: 200 })
  })

  test('somebody who was a client and became a coach keeps their sessions', async () => {
    const { client, own, ids, get } = await world()
    await stack.db.updateTable('people').set({ privs: 1 }).where('id', '=', client.id).execute()
    expect(await listed(client)).toEqual(ids(own))
    expect(await get(client, own.id)).toMatchObject({ status: 200 })
  })

  test('an OrgAdmin sees every session of their organization and none of another [SESSION-02]', async () => {
    const { orgAdmin, own, others, together, lead, elsewhere, withAdmin, ids, get } = await world()
    expect(await listed(orgAdmin)).toEqual(ids(own, others, together, lead, withAdmin))
    expect(await get(orgAdmin, elsewhere.id)).toMatchObject({ status: 404 })
  })

  test('Admin and Super see every session [SESSION-03]', async () => {
    const { admin, superUser, own, elsewhere, organization, there } = await world()
    for (const viewer of [admin, superUser]) {
      const filters = { organization: [organization.id, there.organization.id] }
      expect(await listed(viewer, { filters })).toEqual(expect.arrayContaining([own.id, elsewhere.id]))
      expect(await countIn(viewer, { filters })).toBe(6)
    }
  })

  test("owned returns only the viewer's own sessions, whatever their level [SESSION-28]", async () => {
    const { admin, orgAdmin, coach, own, together, lead, withAdmin, ids } = await world()
    expect(await listed(admin, { owned: 'true' })).toEqual(ids(withAdmin))
    expect(await listed(orgAdmin, { owned: 'true' })).toEqual(ids(lead))
    expect(await listed(coach, { owned: 'true' })).toEqual(ids(own, together, lead))
    expect(await listed(orgAdmin, { owned: 'false' })).toHaveLength(5)
  })

  test('a session stays in its organization when its people leave, and is still sorted and found by their names', async () => {
    const { orgAdmin, admin, there, coach, client, own, organization, ids } = await world()
    for (const person of [client, coach])
      await stack.db
        .updateTable('people')
        .set({ organization_id: there.organization.id, coach_id: null })
        .where('id', '=', person.id)
        .execute()
    // Enough other sessions that the list is not small enough to be read whole.
    await manySessions(organization.id, 'of the house', 1100)
    for (const column of ['client_last_name', 'client_username', 'coach_name']) {
      const filters = { status: ['Completed'] }
      const found = await list(orgAdmin, { order: [column, 'ASC'], filters, limit: 100 })
      expect(idsOf(found)).toContain(own.id)
    }
    expect(await listed(there.orgAdmin)).not.toContain(own.id)
    expect(
      await listed(admin, { filters: { client_name: ['Robin Ames'], organization: [organization.id] } }),
    ).toEqual(expect.arrayContaining(ids(own)))
  })
})

/** Sessions of one coach of the organization, an hour apart, inserted by one statement. */
async function manySessions(organizationId: string, title: string, n: number): Promise<void> {
  const coach = await stack.make.person({
    level: 'Coach',
    organization_id: organizationId,
    first_name: 'Zora',
    last_name: 'Zimmer',
  })
  await sql`insert into sessions (organization_id, coach_id, user_id, start_time, end_time, status, title, search)
    select ${organizationId}, ${coach.id}, ${coach.id}, at, at + interval '30 minutes', 'Completed', ${title},
      ' ' || fold(${title}) || E'\\n zora zimmer'
    from (select timestamptz '2020-01-01' + make_interval(hours => i) as at from generate_series(1, ${sql.lit(n)}) i) x`.execute(
    stack.db,
  )
}

describe('the list', () => {
  test('the list takes page, limit, order, filters, search and owned, with ten to a page and newest first [API-16 LIST-16 LIST-17]', async () => {
    const { coach, client } = await sessionsWorld(stack)
    const made: string[] = []
    for (let day = 1; day <= 13; day += 1) {
      const start = at('09:00', `2026-10-${String(day).padStart(2, '0')}`)
      const { id } = await stack.make.session({
        coach,
        client,
        start,
        status: day % 2 ? 'Completed' : 'NoShow',
        title: `Day ${String(day).padStart(2, '0')}`,
      })
      made.unshift(id)
    }
    const first = (await list(coach)).body.response
    expect(Object.keys(first)).toEqual(['entries', 'entryCount', 'entryCountExact', 'pageCount'])
    expect(first).toMatchObject({ entryCount: 13, entryCountExact: true, pageCount: 2 })
    expect(idsOf({ body: { response: first } })).toEqual(made.slice(0, 10))
    expect(idsOf(await list(coach, { page: 2 }))).toEqual(made.slice(10))
    expect(idsOf(await list(coach, { page: 2, limit: 5 }))).toEqual(made.slice(5, 10))
    expect(idsOf(await list(coach, { order: ['title', 'ASC'], limit: 2 }))).toEqual(
      made.slice(-2).toReversed(),
    )
    expect(await countIn(coach, { filters: { status: ['NoShow'] } })).toBe(6)
    expect(idsOf(await list(coach, { search: 'day 07' }))).toEqual([made[6]])
    const range = [at('09:00', '2026-10-03'), at('09:00', '2026-10-05')]
    expect(idsOf(await list(coach, { start_time_range: range }))).toEqual(made.slice(9, 11))
    for (const bad of [
      { page: 0 },
      { limit: 101 },
      { order: ['secret', 'ASC'] },
      { filters: { status: ['Gone'] } },
      { filters: { color: ['red'] } },
      { owned: 'maybe' },
      { start_time_range: ['yesterday', 'today'] },
    ])
      expect(await list(coach, bad)).toMatchObject({ status: 400 })
    expect(await list(coach, { page: 1002 })).toMatchObject({ status: 400, body: { code: 'page_too_far' } })
  })

  test("a coach can't filter by coach or organization [LIST-09]", async () => {
    const { coach, orgAdmin, organization } = await sessionsWorld(stack)
    for (const filters of [
      { coach_name: ['Robin Ames'] },
      { organization: [organization.id] },
      { organization: [] },
    ]) {
      expect(await list(coach, { filters })).toMatchObject({
        status: 403,
        body: { code: 'filter_not_yours' },
      })
      expect(await list(coach, { filters, owned: 'true' })).toMatchObject({ status: 403 })
      expect(await list(orgAdmin, { filters })).toMatchObject({ status: 200 })
    }
  })

  test('an OrgAdmin who filters by another organization gets an empty list', async () => {
    const { orgAdmin, there } = await world()
    const filters = { organization: [there.organization.id] }
    expect((await list(orgAdmin, { filters })).body.response).toEqual({
      entries: [],
      entryCount: 0,
      entryCountExact: true,
      pageCount: 1,
    })
  })

  test('an unsettled session is Scheduled and ended more than 15 minutes ago', async () => {
    const { coach, client, orgAdmin } = await sessionsWorld(stack)
    const ends = async (end: string, given = {}) =>
      stack.make.session({ coach, client, start: at('08:00'), end, ...given })
    stack.clock.set(at('14:00'))
    await sql`delete from session_busy`.execute(stack.db)
    const past = await ends(at('13:30'))
    await sql`delete from session_busy`.execute(stack.db)
    await ends(at('13:45'))
    await sql`delete from session_busy`.execute(stack.db)
    await ends(at('13:30'), { status: 'Completed' })
    const old = await stack.make.session({ coach, client, start: at('08:00', '2026-09-01') })
    const filters = { unsettled: true }
    for (const viewer of [coach, orgAdmin]) {
      expect(idsOf(await list(viewer, { filters }))).toEqual([past.id, old.id])
      expect(await countIn(viewer, { filters })).toBe(2)
      expect(await countIn(viewer, { filters: { unsettled: true, status: ['Completed'] } })).toBe(0)
      const range = [at('00:00', '2026-08-01'), at('00:00', '2026-10-01')]
      expect(idsOf(await list(viewer, { filters, start_time_range: range }))).toEqual([old.id])
    }
  })

  test('the unsettled list of a participant leaves out sessions that another coach led', async () => {
    const { coach, client, otherCoach } = await sessionsWorld(stack)
    stack.clock.set(at('14:00'))
    const own = await stack.make.session({ coach, client, start: at('08:00', '2026-09-01') })
    await stack.make.session({ coach: otherCoach, participants: [coach], start: at('10:00', '2026-09-01') })
    const filters = { unsettled: true }
    expect(idsOf(await list(coach, { filters }))).toEqual([own.id])
    expect(await countIn(coach, { filters })).toBe(1)
    expect(await countIn(coach, {})).toBe(2)
    expect(idsOf(await list(coach, { filters, order: ['title', 'ASC'] }))).toEqual([own.id])
  })
})

describe('counts', () => {
  test('they are exact for every mix of scope, status and organization, before and after they are folded', async () => {
    const { coach, client, orgAdmin, admin, organization, own, there, update } = await world()
    const both = [organization.id, there.organization.id]
    const check = async () => {
      expect(await countIn(coach)).toBe(4)
      expect(await countIn(coach, { filters: { status: ['Scheduled'] } })).toBe(1)
      expect(await countIn(orgAdmin)).toBe(6)
      expect(await countIn(orgAdmin, { filters: { status: ['Completed', 'NoShow'] } })).toBe(5)
      expect(await countIn(admin, { filters: { organization: both } })).toBe(7)
      expect(await countIn(admin, { filters: { organization: both, status: ['NoShow'] } })).toBe(1)
      expect(await countIn(admin, { filters: { organization: [there.organization.id] } })).toBe(1)
    }
    const later = await stack.make.session({ coach, client, start: at('09:00', '2026-12-01') })
    await stack.db.updateTable('sessions').set({ status: 'NoShow' }).where('id', '=', own.id).execute()
    expect((await update(coach, later.id, { title: 'Renamed' })).status).toBe(200)
    await check()
    await foldSessionCounts(stack.db)
    await check()
    await foldSessionCounts(stack.db)
    await check()
    const all = await sql<{ n: string }>`select count(*) as n from sessions`.execute(stack.db)
    expect(await countIn(admin)).toBe(Number(all.rows[0]?.n))
  })

  test('a search or a name that finds more than 1,000 sessions says so, and other counts are exact [WIRE-49]', async () => {
    const { organization, orgAdmin, admin } = await sessionsWorld(stack)
    await manySessions(organization.id, 'Quarterly summit', 1001)
    for (const viewer of [orgAdmin, admin]) {
      for (const query of [
        { search: 'summit' },
        { search: 'zimmer' },
        { filters: { coach_name: ['Zora Zimmer'], organization: [organization.id] } },
      ]) {
        expect((await list(viewer, query)).body.response).toMatchObject({
          entryCount: 1000,
          entryCountExact: false,
          pageCount: 100,
        })
        expect((await list(viewer, { ...query, page: 100 })).body.response.entries).toHaveLength(10)
        expect(await list(viewer, { ...query, page: 101 })).toMatchObject({
          status: 400,
          body: { code: 'page_too_far' },
        })
      }
      const filters = { organization: [organization.id] }
      expect(await countIn(viewer, { filters })).toBe(1001)
      expect(await list(viewer, { filters, page: 101 })).toMatchObject({ status: 200 })
      const range = ['2020-01-01T00:00:00.000Z', '2022-01-01T00:00:00.000Z']
      expect(await countIn(viewer, { filters, start_time_range: range })).toBe(1001)
    }
  })
})
