import { afterEach, beforeEach, expect, test } from 'vitest'
import { startStack, type Stack } from '../../tests/support/stack.ts'
import { presencesOf } from '@parley/api/features/sessions/queries.ts'
import { makeDemo } from './demo.ts'

const day_ms = 86_400_000
const made = Date.parse('2026-11-16T15:05:00.000Z')

let stack: Stack
beforeEach(async () => {
  stack = await startStack()
})
afterEach(() => stack[Symbol.asyncDispose]())

const sessions = () =>
  stack.db
    .selectFrom('sessions')
    .select(['id', 'coach_id', 'user_id', 'start_time', 'end_time', 'status', 'title'])
    .orderBy('id')
    .execute()

/** The sessions that start between two offsets, in days, from an instant. */
const between = (rows: Awaited<ReturnType<typeof sessions>>, now: number, from: number, until: number) =>
  rows.filter(
    ({ start_time }) =>
      start_time.getTime() >= now + from * day_ms && start_time.getTime() < now + until * day_ms,
  )

test('a demo started days after it was made has sessions around the present again [OPS-10]', async () => {
  expect(await makeDemo(stack, made)).toBe('made')
  const first = await sessions()
  expect(between(first, made, 0, 7).length).toBeGreaterThan(20)
  // Every coach who is free then has a call that begins in a moment.
  const inAMoment = (rows: typeof first, now: number) =>
    new Set(
      rows
        .filter(({ status, start_time, end_time }) => {
          const isNear = start_time.getTime() <= now + 15 * 60_000 && end_time.getTime() > now
          return status === 'Scheduled' && isNear
        })
        .map(({ coach_id }) => coach_id),
    ).size
  expect(inAMoment(first, made)).toBe(16)

  const now = made + 25 * day_ms + 3_600_000
  expect(await makeDemo(stack, now)).toBe('renewed')
  const then = await sessions()
  expect(inAMoment(then, now)).toBe(16)
  for (const week of [-21, -14, -7, 0, 7, 14])
    expect(between(then, now, week, week + 7).length).toBeGreaterThan(20)
  // No existing session was deleted or moved, and only past ones were settled.
  for (const before of first) {
    const after = then.find(({ id }) => id === before.id)
    const isKept = before.status !== 'Scheduled' || before.end_time.getTime() > now
    expect(after).toEqual(isKept ? before : { ...before, status: expect.any(String) })
  }
  const undecided = then.filter(({ status, end_time }) => status === 'Scheduled' && end_time.getTime() <= now)
  expect(undecided.every(({ end_time }) => now - end_time.getTime() < 2 * day_ms)).toBe(true)
  expect(undecided.length).toBeLessThan(15)
})

test("the demo's past sessions have presence and scores, and no coach was created after their sessions [OPS-14]", async () => {
  await makeDemo(stack, made)
  const read = async () => {
    const past = await stack.db
      .selectFrom('sessions as s')
      .innerJoin('people as p', 'p.id', 's.coach_id')
      .select(['s.id', 's.status', 's.start_time', 's.end_time', 'p.created_at'])
      .where('s.status', 'in', ['Completed', 'NoShow'])
      .execute()
    return {
      past,
      presences: await presencesOf(
        stack.db,
        past.map(({ id }) => id),
        made + 30 * day_ms,
      ),
    }
  }
  const check = ({ past, presences }: Awaited<ReturnType<typeof read>>) => {
    expect(past.length).toBeGreaterThan(300)
    for (const { id, status, start_time, end_time, created_at } of past) {
      const { bothMs = 0, coachAfterStartMs = 0 } = presences.get(id) ?? {}
      const length = end_time.getTime() - start_time.getTime()
      const isHeld = bothMs / length > 0.6
      const isNoShow = bothMs === 0 && coachAfterStartMs >= 5 * 60_000
      expect({ isHeld, isNoShow }).toEqual({ isHeld: status === 'Completed', isNoShow: status === 'NoShow' })
      expect(created_at.getTime()).toBeLessThanOrEqual(start_time.getTime())
    }
  }
  check(await read())
  const admin = await stack.db
    .selectFrom('people')
    .select(['organization_id'])
    .where('username', '=', 'orgadmin')
    .executeTakeFirstOrThrow()
  const scored = await stack.db
    .selectFrom('assessment_counts as k')
    .innerJoin('sessions as s', 's.id', 'k.session_id')
    .select((of) => of.fn.count<string>('k.person_id').distinct().as('people'))
    .where('s.organization_id', '=', admin.organization_id ?? '')
    .executeTakeFirstOrThrow()
  // An organization sees aggregated scores from five people on.
  expect(Number(scored.people)).toBeGreaterThanOrEqual(5)
  // Sessions that pass between two starts are recorded, too.
  await makeDemo(stack, made + 10 * day_ms)
  check(await read())
})

test('a demo started again at once changes nothing, and keeps sessions that somebody moved or cancelled [OPS-10]', async () => {
  await makeDemo(stack, made)
  const [moved, cancelled] = (await sessions()).filter(
    ({ status, start_time }) => status === 'Scheduled' && start_time.getTime() > made + 2 * day_ms,
  )
  const change = (id: string | undefined, set: object) =>
    stack.db
      .updateTable('sessions')
      .set(set)
      .where('id', '=', id ?? '')
      .execute()
  await change(moved?.id, {
    start_time: new Date(made + 5 * day_ms),
    end_time: new Date(made + 5 * day_ms + 3_600_000),
  })
  await change(cancelled?.id, { status: 'Cancelled' })
  const before = await sessions()
  expect(await makeDemo(stack, made + 60_000)).toBe('renewed')
  expect(await sessions()).toEqual(before)
})

test('a database that is not the demo’s is left alone, even if its people have the usernames of the demo [OPS-10]', async () => {
  const { id } = await stack.make.organization()
  for (const username of ['super', 'admin', 'orgadmin', 'coach', 'client'])
    await stack.make.person({ level: 'Coach', organization_id: id, username })
  expect(await makeDemo(stack, made)).toBe('not the demo')
  expect(await sessions()).toEqual([])
})
