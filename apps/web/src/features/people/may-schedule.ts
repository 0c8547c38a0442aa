import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person } from '@parley/contract/people.ts'
import { isAtLeast, levels } from '@parley/contract/rules/levels.ts'
import { personPath } from '#platform/pages.ts'

/**
 * A coach books own clients; OrgAdmin and above anybody of the organization (docs/rules.md §4). Whoever has no organization
 * holds no session, for it is of its coach's.
 */
export function maySchedule(me: OwnProfile, person: Person): boolean {
  if (person.deletedAt !== null || person.organization_id === null) return false
  if (isAtLeast(me.privs, 'OrgAdmin')) return true
  return person.id === me.id || (person.privs === levels.Client && person.coach_id === me.id)
}

/** Their page, with the form of a session with them open. */
export const schedulePath = (person: Person): string => `${personPath(person)}?schedule=true`
