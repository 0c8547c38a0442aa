import { expect, test } from 'vitest'
import { zoneLabel } from './zone-names.ts'

const winter = Date.UTC(2026, 10, 16)
const summer = Date.UTC(2026, 6, 16)

test.each([
  ['America/New_York', winter, 'EST, UTC-5'],
  ['America/New_York', summer, 'EDT, UTC-4'],
  ['Europe/London', winter, 'GMT, UTC+0'],
  ['Europe/London', summer, 'BST, UTC+1'],
  ['Australia/Lord_Howe', winter, 'LHDT, UTC+11'],
  ['Australia/Lord_Howe', summer, 'LHST, UTC+10:30'],
  ['Asia/Kolkata', winter, 'IST, UTC+5:30'],
  ['Asia/Kathmandu', winter, 'UTC+5:45'],
  ['UTC', winter, 'UTC'],
])("%s at %i is shown as '%s' [S3 S4]", (zone, at, label) => {
  expect(zoneLabel(zone, at)).toBe(label)
})
