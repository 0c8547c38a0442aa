import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockIn, dayIn, resolveClockTime } from '@parley/contract/rules/time/clock-times.ts'
import { nextFreeTime } from '@parley/contract/rules/time/free-times.ts'
import { weekdays } from '@parley/contract/rules/time/working-hours.ts'
import { sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const hour = 3_600_000

/** All hours, so that 1:30 at night is offered too. */
const always = Object.fromEntries(
  weekdays.map((day) => [day, [['00:00', '00:00']] satisfies [string, string][]]),
)

interface BusyPerson {
  time_zone: string
  busy: { start: string; end: string }[]
}

/** The days on which the clocks of New York and of Berlin go forward and back, and a day on which none do. */
const days = ['2027-03-14', '2027-03-28', '2027-10-31', '2027-11-07', '2027-05-18']

test.each(days.flatMap((day) => ['01:30', '09:00', '15:00'].map((clock) => [day, clock] as const)))(
  'on %s at %s an offered time can be booked and is that hour on the wall clock [S2]',
  async (day, clock) => {
    const { coach, client, book } = await sessionsWorld(stack)
    const zone = 'America/New_York'
    await stack.db
      .updateTable('people')
      .set({ time_zone: 'Europe/Berlin' })
      .where('id', '=', client.id)
      .execute()
    const wanted = resolveClockTime(day, clock, zone).instant
    const range = JSON.stringify(
      [wanted - 2 * hour, wanted + 24 * hour].map((at) => new Date(at).toISOString()),
    )
    const people = JSON.stringify([coach.id, client.id])
    const offered = async () => {
      const { response } = (await stack.as(coach).get(`/sessions/busy?people=${people}&range=${range}`)).body
      const calendars = (response as BusyPerson[]).map(({ time_zone, busy }) => ({
        zone: time_zone,
        workingHours: always,
        busy: busy.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })),
      }))
      const free = nextFreeTime(hour, wanted, calendars)
      if (!free) throw new Error('nothing is free')
      return { start_time: new Date(free.start).toISOString(), end_time: new Date(free.end).toISOString() }
    }
    const first = await offered()
    expect(dayIn(Date.parse(first.start_time), zone)).toBe(day)
    expect(clockIn(Date.parse(first.start_time), zone)).toBe(clock)
    expect(await book(coach, first)).toMatchObject({ status: 200, body: { response: first } })
    const second = await offered()
    expect(Date.parse(second.start_time)).toBe(Date.parse(first.end_time))
    expect(await book(coach, second)).toMatchObject({ status: 200, body: { response: second } })
  },
)
