import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readIcs } from '../../../../../../tests/support/mail/ics.ts'
import { uidOf, writeIcs, type IcsEvent } from './ics.ts'

const hour_ms = 3_600_000

const event = (start: string | number, more: Partial<IcsEvent> = {}): IcsEvent => ({
  sessionId: '01990000-0000-7000-8000-000000000001',
  sequence: 0,
  start: new Date(start),
  end: new Date(new Date(start).getTime() + hour_ms),
  firstName: 'Dana',
  isCancelled: false,
  ...more,
})
const now = Date.parse('2026-03-01T00:00:00.000Z')
const one = (zone: string, given: IcsEvent) =>
  readIcs(writeIcs({ method: 'REQUEST', zone, events: [given], now })).events[0]

/** The instants of 01:30 (where it exists), 09:00 and 15:00 on both days on which the clocks change. */
const changeDays: [string, string, string[]][] = [
  ['America/New_York', '2026-03-08', ['06:30', '13:00', '19:00']],
  ['America/New_York', '2026-11-01', ['05:30', '14:00', '20:00']],
  ['Europe/London', '2026-03-29', ['08:00', '14:00']],
  ['Europe/London', '2026-10-25', ['00:30', '09:00', '15:00']],
]

test.each(changeDays)(
  'in %s on %s a second parser reads the instants that were written [S2 S6]',
  (zone, day, clocks) => {
    for (const clock of clocks) {
      const start = `${day}T${clock}:00.000Z`
      const read = one(zone, event(start))
      // 1:30 occurs twice on the second of the two days.
      const isDoubled = day > '2026-06' && clock.endsWith(':30')
      expect(read).toMatchObject({ start, tzid: isDoubled ? null : zone })
      expect(Date.parse(read?.end ?? '') - Date.parse(start)).toBe(hour_ms)
    }
  },
)

test.each([
  ['Australia/Sydney', '2026-04-04T13:30:00.000Z'],
  ['Australia/Sydney', '2026-04-04T23:00:00.000Z'],
  ['Australia/Sydney', '2026-10-03T15:30:00.000Z'],
  ['Australia/Sydney', '2026-10-04T04:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T13:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T22:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-03T22:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-16T03:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-16T03:15:00.000Z'],
])('in %s a session at %s is read back as written [S3 S6]', (zone, start) => {
  expect(one(zone, event(start))).toMatchObject({ start, tzid: zone })
})

test.each([
  ['America/New_York', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2026-11-01T06:30:00.000Z'],
  // Ends at the first 1:30.
  ['America/New_York', '2026-11-01T04:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T14:30:00.000Z'],
])('in %s a clock time that occurs twice is written in UTC, as readers differ: %s [S3]', (zone, start) => {
  expect(one(zone, event(start))).toMatchObject({ start, tzid: null })
})

// Until 1972 Monrovia's clocks were 44 minutes and 30 seconds behind.
test('a session is read back as written in every time zone [S3 S6]', () => {
  const start = '2026-11-16T14:15:00.000Z'
  const wrong = Intl.supportedValuesOf('timeZone').filter((zone) => one(zone, event(start))?.start !== start)
  expect(wrong).toEqual([])
  expect(one('Africa/Monrovia', event(start))).toMatchObject({ start, tzid: 'Africa/Monrovia' })
})

test('any quarter of an hour in any zone is read back as written', () => {
  const zones = [
    'America/New_York',
    'Europe/London',
    'Australia/Sydney',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Africa/Casablanca',
    'America/Santiago',
    'Pacific/Chatham',
    'Europe/Dublin',
    'UTC',
  ]
  const quarter = 15 * 60_000
  const year = Math.floor(Date.UTC(2026, 0, 1) / quarter)
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 3 * 366 * 96 }),
      fc.integer({ min: 1, max: 32 }),
      (zone, quarters, length) => {
        const start = (year + quarters) * quarter
        const read = one(zone, event(start, { end: new Date(start + length * quarter) }))
        expect([Date.parse(read?.start ?? ''), Date.parse(read?.end ?? '')]).toEqual([
          start,
          start + length * quarter,
        ])
      },
    ),
    { numRuns: 80 },
  )
})

test('a change and a cancellation keep the UID, raise SEQUENCE and set the method [S5]', () => {
  const invitation = {
    from: { name: 'Northlight, Ltd. via Parley', address: 'no-reply@parley.example' },
    to: { name: 'Ida "Ace" Berg', address: 'ida@example.test' },
  }
  const [start, later] = ['2026-11-16T14:30:00.000Z', '2026-11-16T16:00:00.000Z']
  const write = (method: 'REQUEST' | 'CANCEL', given: IcsEvent) =>
    readIcs(writeIcs({ method, zone: 'Europe/Berlin', events: [given], now }))
  const first = write('REQUEST', event(start, { invitation }))
  const moved = write('REQUEST', event(later, { invitation, sequence: 1 }))
  const off = write('CANCEL', event(later, { invitation, sequence: 2, isCancelled: true }))

  expect([first, moved, off].map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
  const events = [first, moved, off].map(({ events: [read] }) => read)
  expect(new Set(events.map((read) => read?.uid))).toEqual(new Set([uidOf(event(start).sessionId)]))
  expect(events.map((read) => read?.sequence)).toEqual([0, 1, 2])
  expect(events.map((read) => read?.status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED'])
  expect(events.map((read) => read?.start)).toEqual([start, later, later])
  expect(events[0]).toMatchObject({
    organizer: 'mailto:no-reply@parley.example',
    attendees: [expect.stringMatching(/^mailto:ida@example\.test$/i)],
    summary: 'Coaching Call with Dana',
  })
})

test('the file has our PRODID and a DTSTAMP in UTC', () => {
  const text = writeIcs({ method: 'PUBLISH', zone: 'Asia/Kolkata', events: [event(now)], now })
  expect(text).toContain('PRODID:-//Parley//Sessions//EN\r\n')
  expect(text).toContain('DTSTAMP:20260301T000000Z\r\n')
})

test("a name can't break out of its line", () => {
  const firstName = 'Eve\r\nATTENDEE:mailto:else@example.test;x,\\'
  const read = one('Europe/Berlin', event(now, { firstName }))
  expect(read?.attendees).toEqual([])
  expect(read?.summary).toContain('ATTENDEE:mailto:else@example.test;x,')
})

test('a session in a far year is written in UTC, and does not make the description of the zone longer [SESSION-29]', () => {
  for (const start of ['2500-01-01T00:00:00.000Z', '9998-06-01T12:00:00.000Z', '1950-06-01T12:00:00.000Z']) {
    const near = event('2026-03-02T12:00:00.000Z', { sessionId: '01990000-0000-7000-8000-000000000002' })
    const ics = writeIcs({ method: 'PUBLISH', zone: 'America/New_York', events: [event(start), near], now })
    expect(readIcs(ics).events.map(({ start, tzid }) => ({ start, tzid }))).toEqual([
      { start, tzid: null },
      { start: '2026-03-02T12:00:00.000Z', tzid: 'America/New_York' },
    ])
    expect(ics.split('TZNAME').length - 1).toBeLessThan(16)
  }
})
