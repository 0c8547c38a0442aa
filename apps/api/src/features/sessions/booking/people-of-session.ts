import type { Viewer } from '@parley/contract/rules/people/people.ts'
import { isAtLeast, levels } from '@parley/contract/rules/people/levels.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import type { LockedPerson } from '#platform/database/locks.ts'
import { problem, type FieldFault } from '#platform/http/problem.ts'
import type { SessionRow } from '#features/sessions/queries.ts'

/** The people that a booking or an update asks for. */
export interface Wanted {
  coach_id: string
  user_id: string
  participants: readonly string[] | undefined
}

interface Member {
  id: string
  first_name: string
  last_name: string
}

export interface Cast {
  coach: Member
  /** The client, or the participants of a session of type Org. */
  others: Member[]
  isOrg: boolean
  organizationId: string
}

/** All people that a booking or an update names. Their rows are locked before the row of the session. */
export const namedIn = ({ coach_id, user_id, participants = [] }: Partial<Wanted>): string[] =>
  [coach_id, user_id, ...participants].filter((id) => id !== undefined)

const refuse = (path: FieldFault['path'], message: string) =>
  problem('session_people', { text: message, faults: [{ path, message }] })

/**
 * Checks the people of a session (docs/rules.md §4). `named` holds the locked rows of those named. People who are already in
 * it in the same role are not checked again. People outside the viewer's reach are treated as not existing.
 */
export function castOf(
  viewer: Viewer,
  wanted: Wanted,
  named: readonly LockedPerson[],
  before?: SessionRow,
): Cast {
  const isOrg = wanted.user_id === wanted.coach_id
  const otherIds = isOrg ? [...new Set(wanted.participants ?? [])] : [wanted.user_id]
  checkShape(wanted, isOrg, otherIds)
  const find = (id: string) => named.find((one) => one.id === id && isInReach(viewer, one))
  const staying = before ? stayingIn(before, isOrg) : { others: [] }
  const newCoach = staying.coach?.id === wanted.coach_id ? undefined : find(wanted.coach_id)
  const coach = newCoach ?? staying.coach
  if (coach?.id !== wanted.coach_id || (newCoach && newCoach.privs < levels.Coach))
    throw refuse('coach_id', 'There is no such coach.')
  const kept = staying.others.filter(({ id }) => otherIds.includes(id))
  const added = otherIds.filter((id) => !kept.some((one) => one.id === id)).flatMap((id) => find(id) ?? [])
  if (kept.length + added.length < otherIds.length)
    throw refuse(isOrg ? 'participants' : 'user_id', 'There is no such person.')
  checkLevels(added, isOrg)
  const home = before?.organization_id ?? newCoach?.organization_id
  if (!home || [...(newCoach ? [newCoach] : []), ...added].some((one) => one.organization_id !== home))
    throw refuse(isOrg ? 'participants' : 'user_id', 'All people of a session are of one organization.')
  return { coach, others: [...kept, ...added], isOrg, organizationId: home }
}

/** The people who are already in the session. If its type changes, the others would change roles, so they do not count. */
function stayingIn(before: SessionRow, isOrg: boolean): { coach?: Member; others: readonly Member[] } {
  const isSameType = isOrg === (before.coach_id === before.user_id)
  return {
    coach: { id: before.coach_id, first_name: before.coach_first_name, last_name: before.coach_last_name },
    others: isSameType ? before.participants : [],
  }
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

function checkLevels(others: readonly LockedPerson[], isOrg: boolean): void {
  if (!isOrg && others.some((person) => person.privs > levels.Client))
    throw refuse('user_id', 'This person is no client.')
  if (isOrg && others.some((person) => person.privs < levels.Coach))
    throw refuse('participants', 'Clients have sessions of their own.')
}

/** A coach books their own clients, an OrgAdmin anybody of the organization, Admin and above anybody. */
function isInReach(viewer: Viewer, person: LockedPerson): boolean {
  if (person.deleted_at) return false
  if (isAtLeast(viewer.privs, 'Admin')) return true
  if (isAtLeast(viewer.privs, 'OrgAdmin')) return person.organization_id === viewer.organizationId
  return person.id === viewer.id || person.coach_id === viewer.id
}

/** Below OrgAdmin, people book only for themselves and only Individual sessions. */
export function checkBookingRights(
  viewer: Viewer,
  { coach_id, user_id }: Pick<Wanted, 'coach_id' | 'user_id'>,
): void {
  if (isAtLeast(viewer.privs, 'OrgAdmin')) return
  if (coach_id !== viewer.id || user_id === coach_id) throw problem('field_not_yours')
}
