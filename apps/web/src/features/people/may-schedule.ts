import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person } from '@parley/contract/people.ts'
import { isAtLeast, levels } from '@parley/contract/rules/levels.ts'
import { personPath } from '#platform/pages.ts'

/**
 * A coach books their own clients; OrgAdmin and above book anybody of the organization (docs/rules.md §4). A person
 * without an organization can't hold sessions, because a session belongs to its coach's organization.
 */
export function maySchedule(me: OwnProfile, person: Person): boolean {
  if (person.deletedAt !== null || person.organization_id === null) return false
  if (isAtLeast(me.privs, 'OrgAdmin')) return true
  return person.id === me.id || (person.privs === levels.Client && person.coach_id === me.id)
}

/** The person's page with the form for a new session open. */
export const schedulePath = (person: Person): string => `${personPath(person)}?schedule=true`
