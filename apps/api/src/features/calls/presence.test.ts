import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noticeBody, signatureOf, type MediaNotice } from '../../../../../tests/support/calls/media-events.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let sessionId: string
let day = 17
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '8760', PARLEY_TOKEN_ABSOLUTE_HOURS: '8760' })
  world = await sessionsWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(async () => {
  day += 1
  stack.clock.set(at('14:00'))
  const on = `2026-11-${day}`
  sessionId = (await world.booked({ start_time: at('15:00', on), end_time: at('16:00', on) })).id
  await stack.db
    .insertInto('calls')
    .values({ session_id: sessionId, room: `room-${day}`, made_at: new Date(at('14:50', on)) })
    .execute()
  stack.clock.set(at('15:00', on))
})

let events = 0
const notice = (event: string, clock: string, more: Partial<MediaNotice> = {}): MediaNotice => ({
  event,
  id: `EV_${(events += 1)}`,
  room: `room-${day}`,
  identity: world.coach.id,
  connection: `PA_${day}`,
  at: `2026-11-${day}T${clock}.000Z`,
  ...more,
})
async function tell(given: MediaNotice, signature?: string) {
  const body = noticeBody(given)
  const reply = await stack.app.inject({
    method: 'POST',
    url: '/api/hooks/livekit',
    headers: {
      'content-type': 'application/webhook+json',
      authorization: signature ?? (await signatureOf(body)),
    },
    payload: body,
  })
  return reply.statusCode
}
const stays = async () => {
  const rows = await stack.db
    .selectFrom('presence')
    .select(['person_id', 'connection', 'joined_at', 'left_at'])
    .where('session_id', '=', sessionId)
    .orderBy('id')
    .execute()
  const clock = (instant: Date | null) => instant?.toISOString().slice(11, 19) ?? null
  return rows.map(({ person_id, joined_at, left_at }) => ({
    isCoach: person_id === world.coach.id,
    from: clock(joined_at),
    until: clock(left_at),
  }))
}

test('a stay begins and ends at the times that LiveKit reports, not by our clock [P3]', async () => {
  expect(await tell(notice('participant_joined', '15:01:07'))).toBe(200)
  expect(await stays()).toEqual([{ isCoach: true, from: '15:01:07', until: null }])
  expect(await tell(notice('participant_left', '15:40:30'))).toBe(200)
  expect(await stays()).toEqual([{ isCoach: true, from: '15:01:07', until: '15:40:30' }])
})

test("LiveKit reports the second in which a stay ends; the notice's arrival gives the fraction, never beyond that second", async () => {
  const ends = {
    '15:40:30.640': '15:40:30.640',
    '15:40:28.000': '15:40:30.000',
    '15:41:02.000': '15:40:30.999',
  }
  for (const [came, end] of Object.entries(ends)) {
    const connection = `PA_${day}_${came}`
    await tell(notice('participant_joined', '15:01:07', { connection }))
    stack.clock.set(`2026-11-${day}T${came}Z`)
    await tell(notice('participant_left', '15:40:30', { connection }))
    const { left_at } = await stack.db
      .selectFrom('presence')
      .select('left_at')
      .where('connection', '=', connection)
      .executeTakeFirstOrThrow()
    expect(left_at?.toISOString()).toBe(`2026-11-${day}T${end}Z`)
  }
})

test('a notice counts once however often it is sent, and a late one does not reopen a stay [P1]', async () => {
  const joined = notice('participant_joined', '15:01:07')
  const left = notice('participant_left', '15:02:00')
  for (const each of [left, left, joined, joined, left]) expect(await tell(each)).toBe(200)
  expect(await stays()).toEqual([{ isCoach: true, from: '15:01:07', until: '15:02:00' }])
  const [row] = await stack.db.selectFrom('media_events').select(stack.db.fn.countAll().as('n')).execute()
  expect(Number(row?.n)).toBeGreaterThan(0)
})

test('an end without a beginning has no start, and an aborted connect is not recorded [P2]', async () => {
  await tell(notice('participant_left', '15:02:00'))
  await tell(notice('participant_connection_aborted', '15:03:00', { connection: 'PA_aborted' }))
  expect(await stays()).toEqual([{ isCoach: true, from: null, until: '15:02:00' }])
})

test('a connection that timed out ends when LiveKit last heard of it, and never before it began', async () => {
  const reason = 'CONNECTION_TIMEOUT'
  const lost = (clock: string, joined: string, connection: string) =>
    notice('participant_left', clock, { connection, reason, joinedAt: `2026-11-${day}T${joined}.000Z` })
  await tell(notice('participant_joined', '15:01:00', { connection: 'PA_lost' }))
  await tell(lost('15:40:21', '15:01:00', 'PA_lost'))
  await tell(notice('participant_joined', '15:41:00', { connection: 'PA_short' }))
  await tell(lost('15:41:20', '15:41:00', 'PA_short'))
  expect(await stays()).toEqual([
    { isCoach: true, from: '15:01:00', until: '15:40:00' },
    { isCoach: true, from: '15:41:00', until: '15:41:00' },
  ])
})

test('somebody who joins again has a second stay', async () => {
  await tell(notice('participant_joined', '15:01:00'))
  await tell(notice('participant_left', '15:05:00'))
  await tell(notice('participant_joined', '15:06:00', { connection: 'PA_again' }))
  expect(await stays()).toEqual([
    { isCoach: true, from: '15:01:00', until: '15:05:00' },
    { isCoach: true, from: '15:06:00', until: null },
  ])
})

test('a notice that LiveKit did not sign is 403 and changes nothing', async () => {
  const joined = notice('participant_joined', '15:01:07')
  expect(await tell(joined, 'no signature')).toBe(403)
  expect(
    await tell(joined, await signatureOf(noticeBody(joined), 'another secret of more than 32 characters')),
  ).toBe(403)
  // A valid signature of another body.
  expect(await tell(joined, await signatureOf(noticeBody({ ...joined, id: 'EV_other' })))).toBe(403)
  expect(await stays()).toEqual([])
})

test('a notice about an unknown room or identity records no stay', async () => {
  expect(await tell(notice('participant_joined', '15:01:07', { room: 'elsewhere' }))).toBe(200)
  expect(await tell(notice('participant_joined', '15:01:07', { identity: 'an agent' }))).toBe(200)
  expect(await tell(notice('room_started', '15:01:07'))).toBe(200)
  expect(await stays()).toEqual([])
})
