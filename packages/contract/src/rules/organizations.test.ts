import { expect, test } from 'vitest'
import { levels, type LevelName } from './levels.ts'
import { isOrganizationInScope, rateAt, withRate, writableOrganizationFields } from './organizations.ts'

const viewer = (level: LevelName) => ({ id: 'viewer', privs: levels[level], organizationId: 'here' })

const byOrgAdmin = [
  'displayName',
  'billingAddress',
  'contact',
  'billingEmail',
  'time_zone',
  'waiting_room',
  'chat_files',
  'streamed_app',
  'two_factor_required',
  'retention_days',
]
const byAdmin = [...byOrgAdmin, 'name', 'rate', 'no_show_billed']

test.each([
  ['Coach', 'here', true, []],
  ['Coach', 'there', false, []],
  ['OrgAdmin', 'here', true, byOrgAdmin],
  ['OrgAdmin', 'there', false, []],
  ['Admin', 'here', true, byAdmin],
  ['Admin', 'there', true, byAdmin],
  ['Super', 'there', true, byAdmin],
] as const)(
  '%s on the organization %s: sees it: %s, and writes its fields alone',
  (level, id, isSeen, fields) => {
    expect(isOrganizationInScope(viewer(level), id)).toBe(isSeen)
    expect(writableOrganizationFields(viewer(level), id)).toEqual(fields)
  },
)

test('a changed rate counts from the first month that begins after the change, by the clock of the place', () => {
  const before = { rate: 15_000, before: null }
  const inBerlin = withRate(before, 17_000, Date.parse('2026-11-30T23:30:00Z'), 'Europe/Berlin')
  const inNewYork = withRate(before, 17_000, Date.parse('2026-11-30T23:30:00Z'), 'America/New_York')
  expect(inBerlin.before).toEqual({ rate: 15_000, until: Date.parse('2026-12-31T23:00:00Z') })
  expect(inNewYork.before).toEqual({ rate: 15_000, until: Date.parse('2026-12-01T05:00:00Z') })
  expect(rateAt(inNewYork, Date.parse('2026-12-01T04:59:59Z'))).toBe(15_000)
  expect(rateAt(inNewYork, Date.parse('2026-12-01T05:00:00Z'))).toBe(17_000)
})
