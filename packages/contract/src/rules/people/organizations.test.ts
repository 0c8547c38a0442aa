import { expect, test } from 'vitest'
import { levels, type LevelName } from './levels.ts'
import { isOrganizationInScope, writableOrganizationFields } from './organizations.ts'

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
  'copies_told',
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
  '%s sees the organization %s: %s, and may write only the fields of that level',
  (level, id, isSeen, fields) => {
    expect(isOrganizationInScope(viewer(level), id)).toBe(isSeen)
    expect(writableOrganizationFields(viewer(level), id)).toEqual(fields)
  },
)
