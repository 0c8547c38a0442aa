import { expect, test } from 'vitest'
import { clientLinkAbilities, hasClientLink } from './client-links.ts'
import { levels, type LevelName } from '#rules/people/levels.ts'

const session = {
  status: 'Scheduled' as const,
  start_time: '2026-11-16T15:00:00.000Z',
  end_time: '2026-11-16T16:00:00.000Z',
  coach_id: 'coach',
  user_id: 'client',
  organization_id: 'here',
}
const closes = Date.parse('2026-11-16T16:15:00.000Z')
const viewer = (id: string, level: LevelName, organizationId = 'here') => ({
  id,
  privs: levels[level],
  organizationId,
})

test("only the session's coach may copy the client's link, and anybody who manages the session may revoke it [GUEST-27 GUEST-28]", () => {
  const of = (who: Parameters<typeof clientLinkAbilities>[0]) => clientLinkAbilities(who, session, closes)
  expect(of(viewer('coach', 'Coach'))).toEqual({ copy: true, revoke: true })
  for (const level of ['OrgAdmin', 'Admin', 'Super'] as const)
    expect(of(viewer('other', level))).toEqual({ copy: false, revoke: true })
  const nothing = { copy: false, revoke: false }
  expect(of(viewer('other', 'Coach'))).toEqual(nothing)
  // A client who has become a coach since then already has the link from the mail.
  expect(of(viewer('client', 'Coach'))).toEqual(nothing)
  expect(of(viewer('other', 'OrgAdmin', 'elsewhere'))).toEqual(nothing)
})

test('a session has a client link until 15 minutes after its end, and none once it is settled or if it is of type Org', () => {
  expect(hasClientLink(session, 0)).toBe(true)
  expect(hasClientLink(session, closes)).toBe(true)
  expect(hasClientLink(session, closes + 1)).toBe(false)
  for (const status of ['Cancelled', 'Completed', 'NoShow'] as const)
    expect(hasClientLink({ ...session, status }, 0)).toBe(false)
  expect(hasClientLink({ ...session, user_id: 'coach' }, 0)).toBe(false)
})
