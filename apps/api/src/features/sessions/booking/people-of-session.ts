import type { Viewer } from '@parley/contract/rules/people.ts'
import { isAtLeast, levels } from '@parley/contract/rules/levels.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import type { Db } from '#platform/database.ts'
import { problem, type FieldFault } from '#platform/problem.ts'

/** Who is wanted in a session, as a booking or a change of it says. */
export interface Wanted {
  coach_id: string
  user_id: string
  participants: readonly string[] | undefined
}

export interface Cast {
  coach: PersonRow
  /** The client, or the participants of a session of type Org. */
  others: PersonRow[]
  isOrg: boolean
}

interface PersonRow {
  id: string
  organization_id: string | null
  coach_id: string | null
  privs: number
  first_name: string
  last_name: string
}

const refuse = (path: FieldFault['path'], message: string) =>
  problem('session_people', { text: message, faults: [{ path, message }] })

/**
 * Reads and judges the people of a session (docs/rules.md §4), and keeps them in their organization until the transaction
 * ends. Whoever is outside the viewer's reach does not exist.
 */
export async function castOf(tx: Db, viewer: Viewer, wanted: Wanted, organizationId?: string): Promise<Cast> {
  const isOrg = wanted.user_id === wanted.coach_id
  const otherIds = isOrg ? [...new Set(wanted.participants ?? [])] : [wanted.user_id]
  checkShape(wanted, isOrg, otherIds)
  const rows = await tx
    .selectFrom('people')
    .select(['id', 'organization_id', 'coach_id', 'privs', 'first_name', 'last_name'])
    .where('id', 'in', [wanted.coach_id, ...otherIds])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  const byId = new Map(rows.filter((row) => isInReach(viewer, row)).map((row) => [row.id, row]))
  const coach = byId.get(wanted.coach_id)
  if (!coach || coach.privs < levels.Coach) throw refuse('coach_id', 'There is no such coach.')
  const others = otherIds.flatMap((id) => byId.get(id) ?? [])
  if (others.length < otherIds.length)
    throw refuse(isOrg ? 'participants' : 'user_id', 'There is no such person.')
  checkLevels(others, isOrg)
  const home = organizationId ?? coach.organization_id
  if (!home || [coach, ...others].some((person) => person.organization_id !== home))
    throw refuse(isOrg ? 'participants' : 'user_id', 'All people of a session are of one organization.')
  return { coach, others, isOrg }
}

function checkShape(
  { participants, user_id, coach_id }: Wanted,
  isOrg: boolean,
  otherIds: readonly string[],
): void {
  if (!isOrg && participants && participants.some((id) => id !== user_id))
    throw refuse('participants', 'An Individual session has one client.')
  if (isOrg && otherIds.length === 0) throw refuse('participants', 'Choose somebody.')
  if (isOrg && otherIds.includes(coach_id)) throw refuse('participants', 'The coach is in it already.')
  if (otherIds.length > constants.orgParticipantsMax)
    throw refuse('participants', `Choose at most ${constants.orgParticipantsMax} people`)
}

function checkLevels(others: readonly PersonRow[], isOrg: boolean): void {
  if (!isOrg && others.some((person) => person.privs > levels.Client))
    throw refuse('user_id', 'This person is no client.')
  if (isOrg && others.some((person) => person.privs < levels.Coach))
    throw refuse('participants', 'Clients have sessions of their own.')
}

/** A coach books own clients; OrgAdmin anybody of the organization; Admin and above anybody. */
function isInReach(viewer: Viewer, person: PersonRow): boolean {
  if (isAtLeast(viewer.privs, 'Admin')) return true
  if (isAtLeast(viewer.privs, 'OrgAdmin')) return person.organization_id === viewer.organizationId
  return person.id === viewer.id || person.coach_id === viewer.id
}

/** Below OrgAdmin one books for oneself, and Individual sessions alone. */
export function checkBookingRights(
  viewer: Viewer,
  { coach_id, user_id }: Pick<Wanted, 'coach_id' | 'user_id'>,
): void {
  if (isAtLeast(viewer.privs, 'OrgAdmin')) return
  if (coach_id !== viewer.id || user_id === coach_id) throw problem('field_not_yours')
}
