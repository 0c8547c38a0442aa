import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionColumns } from '@parley/contract/sessions/sessions.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { idsOf } from '../../../../../../tests/support/worlds/people-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const list = (by: TestPerson, query: Record<string, unknown>) =>
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

/** The clock is set to 14:00. Sessions of one coach, from yesterday to the day after tomorrow. */
async function world() {
  const people = await sessionsWorld(stack)
  const { coach, client, otherCoach, otherClient, organization } = people
  const make = (start: string, title: string, given: object = {}) =>
    stack.make.session({ coach, client, start, title, ...given })
  const made = {
    yesterday: await make(at('15:00', '2026-11-15'), 'Yesterday', { status: 'Completed' }),
    forgotten: await make(at('08:00'), 'Forgotten'),
    missed: await make(at('12:00'), 'Missed', { status: 'NoShow' }),
    /** Ends exactly now. */
    ended: await make(at('13:00'), 'Ended', { end: at('14:00') }),
    running: await stack.make.session({
      coach: otherCoach,
      client: otherClient,
      start: at('13:30'),
      end: at('14:30'),
      title: 'Running',
    }),
    early: await make(at('13:15', '2026-11-16'), 'Ended early', { status: 'Completed', end: at('15:00') }),
    soon: await make(at('15:00'), 'Soon'),
    dropped: await make(at('18:00'), 'Dropped', { status: 'Cancelled' }),
    later: await make(at('09:00', '2026-11-18'), 'Later'),
  }
  const filters = { organization: [organization.id] }
  return { ...people, made, filters }
}

const idsIn = (...some: { id: string }[]) => some.map(({ id }) => id)

describe('ranges of the list', () => {
  test('upcoming sessions have not ended, past ones have, and a running one is upcoming [LIST-31]', async () => {
    const { orgAdmin, admin, coach, otherCoach, made, filters } = await world()
    const { yesterday, forgotten, missed, ended, early, running, soon, dropped, later } = made
    for (const [viewer, given] of [
      [orgAdmin, {}],
      [admin, { filters }],
    ] as const) {
      const upcoming = await list(viewer, { ...given, when: 'upcoming', order: ['start_time', 'ASC'] })
      expect(idsOf(upcoming)).toEqual(idsIn(running, soon, dropped, later))
      expect(upcoming.body.response).toMatchObject({ entryCount: 4, entryCountExact: true, pageCount: 1 })
      const past = await list(viewer, { ...given, when: 'past' })
      expect(idsOf(past)).toEqual(idsIn(early, ended, missed, forgotten, yesterday))
      expect(past.body.response).toMatchObject({ entryCount: 5, entryCountExact: true })
    }
    expect(idsOf(await list(coach, { when: 'upcoming' }))).toEqual(idsIn(later, dropped, soon))
    expect(idsOf(await list(coach, { when: 'past', limit: 2 }))).toEqual(idsIn(early, ended))
    expect(idsOf(await list(otherCoach, { when: 'upcoming' }))).toEqual(idsIn(running))
    expect((await list(otherCoach, { when: 'past' })).body.response).toMatchObject({ entryCount: 0 })
    expect(await list(coach, { when: 'someday' })).toMatchObject({ status: 400 })
  })

  test('a range of starts may be open at either end, and can be combined with past and upcoming [LIST-32]', async () => {
    const { orgAdmin, coach, made } = await world()
    const { yesterday, forgotten, running, soon, dropped, later } = made
    const day = [at('00:00'), at('00:00', '2026-11-17')]
    const order = ['start_time', 'ASC']
    for (const viewer of [orgAdmin, coach]) {
      expect(idsOf(await list(viewer, { start_time_range: [at('00:00', '2026-11-17'), null] }))).toEqual(
        idsIn(later),
      )
      expect(idsOf(await list(viewer, { start_time_range: [null, at('12:00')], order }))).toEqual(
        idsIn(yesterday, forgotten),
      )
      const ahead = idsOf(await list(viewer, { start_time_range: day, when: 'upcoming', order }))
      expect(ahead).toEqual(viewer === coach ? idsIn(soon, dropped) : idsIn(running, soon, dropped))
      expect((await list(viewer, { start_time_range: [at('12:00'), at('11:00')] })).body.response).toEqual({
        entries: [],
        entryCount: 0,
        entryCountExact: true,
        pageCount: 1,
      })
    }
  })

  test('past and upcoming can be combined with search, status, names and every order [LIST-32]', async () => {
    const { orgAdmin, admin, coach, made, filters } = await world()
    const { forgotten, ended, early, soon, later } = made
    expect(idsOf(await list(orgAdmin, { when: 'past', search: 'ended' }))).toEqual(idsIn(early, ended))
    expect(idsOf(await list(coach, { when: 'upcoming', search: 'ended' }))).toEqual([])
    const scheduled = { status: ['Scheduled'] }
    for (const viewer of [orgAdmin, coach])
      expect(idsOf(await list(viewer, { when: 'past', filters: scheduled }))).toEqual(idsIn(ended, forgotten))
    expect(idsOf(await list(admin, { when: 'past', filters: { ...filters, unsettled: true } }))).toEqual(
      idsIn(forgotten),
    )
    const named = { ...filters, client_name: ['Robin Ames'], status: ['Scheduled'] }
    expect(
      idsOf(await list(admin, { when: 'upcoming', filters: named, order: ['start_time', 'DESC'] })),
    ).toEqual(expect.arrayContaining(idsIn(later, soon)))
    for (const column of sessionColumns)
      for (const direction of ['ASC', 'DESC']) {
        const found = idsOf(await list(admin, { when: 'past', filters, order: [column, direction] }))
        expect(found.toSorted()).toEqual(idsOf(await list(orgAdmin, { when: 'past' })).toSorted())
      }
  })

  test('a range has the same rows whether they are sorted or read in order, and its count ends at 10,000 [LIST-33]', async () => {
    const { organization, orgAdmin, admin } = await sessionsWorld(stack)
    const filters = { organization: [organization.id] }
    await many(organization.id, 10_050)
    for (const viewer of [orgAdmin, admin]) {
      const whole = await list(viewer, { filters, when: 'past', page: 1000 })
      expect(whole.body.response).toMatchObject({
        entryCount: 10_000,
        entryCountExact: false,
        pageCount: 1000,
      })
      expect(whole.body.response.entries).toHaveLength(10)
      expect((await list(viewer, { filters })).body.response).toMatchObject({
        entryCount: 10_050,
        entryCountExact: true,
      })
      // The range is larger than the root of 410 × 10,050 and smaller than that of 500 × 10,050, so it is once walked and
      // once sorted.
      const start_time_range = ['2020-01-01T00:00:00Z', '2020-04-01T00:00:00Z']
      for (const order of [
        ['title', 'ASC'],
        ['coach_name', 'DESC'],
        ['status', 'ASC'],
      ]) {
        const walked = await list(viewer, { filters, start_time_range, order, limit: 10, page: 41 })
        expect(walked.body.response).toMatchObject({
          entryCount: 2183,
          entryCountExact: true,
          pageCount: 219,
        })
        const sorted = await list(viewer, { filters, start_time_range, order, limit: 100, page: 5 })
        expect(idsOf(sorted)).toHaveLength(100)
        expect(idsOf(sorted).slice(0, 10)).toEqual(idsOf(walked))
      }
      const found = await list(viewer, { filters, start_time_range, search: 'summit 7', limit: 100 })
      expect(found.body.response).toMatchObject({ entryCountExact: true })
      expect(found.body.response.entries.length).toBeGreaterThan(0)
      for (const { start_time } of found.body.response.entries) expect(start_time < '2020-04-01').toBe(true)
    }
  })
})

/** Completed sessions of one coach of the organization, an hour apart from Jan 1, 2020 on. */
async function many(organizationId: string, n: number): Promise<void> {
  const coach = await stack.make.person({ level: 'Coach', organization_id: organizationId })
  await sql`insert into sessions (organization_id, coach_id, user_id, start_time, end_time, status, title, search)
    select ${organizationId}, ${coach.id}, ${coach.id}, at, at + interval '30 minutes', 'Completed', 'Summit ' || i,
      ' summit ' || i || E'\\n robin ames'
    from (select i, timestamptz '2020-01-01Z' + make_interval(hours => i) as at
      from generate_series(1, ${sql.lit(n)}) i) x`.execute(stack.db)
}
