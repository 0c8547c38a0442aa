import { expect, test } from 'vitest'
import { cityOf, clockText, deviceHint, shortZoneName, zoneOf } from './time-zone.ts'

const winter = Date.UTC(2026, 10, 16, 14, 18)
const summer = Date.UTC(2026, 6, 16, 14, 18)

test("the viewer's zone is the profile's, or else the organization's [WIRE-28]", () => {
  const organization = { time_zone: 'Europe/Berlin' }
  expect(zoneOf({ time_zone: 'Asia/Kolkata', organization })).toBe('Asia/Kolkata')
  expect(zoneOf({ time_zone: null, organization })).toBe('Europe/Berlin')
})

test.each([
  ['America/New_York', winter, 'New York', '9:18 AM', 'EST'],
  ['America/New_York', summer, 'New York', '10:18 AM', 'EDT'],
  ['Europe/Berlin', winter, 'Berlin', '3:18 PM', 'CET'],
  ['Australia/Sydney', winter, 'Sydney', '1:18 AM', 'AEDT'],
  ['Asia/Kolkata', winter, 'Kolkata', '7:48 PM', 'IST'],
  ['Asia/Kathmandu', winter, 'Kathmandu', '8:03 PM', 'GMT+5:45'],
  ['UTC', winter, 'UTC', '2:18 PM', 'UTC'],
])('the zone %s at %i is shown as %s, %s %s', (zone, at, city, clock, name) => {
  expect([cityOf(zone), clockText(zone, at), shortZoneName(zone, at)]).toEqual([city, clock, name])
})

test('a device with a different clock gets a hint, one with another name for the same clock does not [WIRE-29]', () => {
  expect(deviceHint('America/New_York', winter, 'Europe/Berlin')).toBe('This device is set to Berlin (CET).')
  expect(deviceHint('America/New_York', winter, 'America/Detroit')).toBeUndefined()
  // The same wall clock on another day.
  expect(deviceHint('Pacific/Honolulu', winter, 'Pacific/Kiritimati')).toBeDefined()
})
