import { isAtLeast, levels, type LevelName, type Privs } from './levels.ts'

/** The person who asks. */
export interface Viewer {
  id: string
  privs: Privs
  organizationId: string | null
}

/** Level, organization and coach of the person in question. */
interface PlacedPerson {
  id: string
  privs: Privs
  organization_id: string | null
  coach_id: string | null
}

/** The person in question. */
export interface Subject extends PlacedPerson {
  isDeleted: boolean
  /** Made anonymous, so that nothing is left to restore. */
  isErased: boolean
}

export type PersonField =
  | 'first_name'
  | 'last_name'
  | 'username'
  | 'email'
  | 'time_zone'
  | 'working_hours'
  | 'coach_id'
  | 'organization_id'
  | 'privs'
  | 'is_assessor'

/** The name that others see. People without a first and a last name are called by their username. */
export const personName = (person: { first_name: string; last_name: string; username: string }): string =>
  `${person.first_name} ${person.last_name}`.trim() || person.username

const isSelf = (viewer: Viewer, subject: PlacedPerson): boolean => viewer.id === subject.id

/** docs/rules.md §3. For the viewer, people outside the scope do not exist. The viewer is always in scope. */
export function isInScope(viewer: Viewer, subject: PlacedPerson): boolean {
  if (isAtLeast(viewer.privs, 'Admin') || isSelf(viewer, subject)) return true
  if (isAtLeast(viewer.privs, 'OrgAdmin')) return subject.organization_id === viewer.organizationId
  return isAtLeast(viewer.privs, 'Coach') && subject.coach_id === viewer.id
}

/** Changing another person needs a level above theirs. */
export const isAbove = (viewer: Viewer, subject: PlacedPerson): boolean => viewer.privs > subject.privs

/** The levels that a viewer may grant: above Client, up to their own. */
export const grantableLevels = (viewer: Pick<Viewer, 'privs'>): LevelName[] =>
  (Object.keys(levels) as LevelName[]).filter(
    (name) => levels[name] > levels.Client && levels[name] <= viewer.privs,
  )

export const mayGrant = (viewer: Pick<Viewer, 'privs'>, privs: Privs): boolean => privs <= viewer.privs

const names = ['first_name', 'last_name'] as const
const ofOneself: readonly PersonField[] = [...names, 'time_zone', 'working_hours']
const ofAClient: readonly PersonField[] = [...names, 'username', 'email', 'time_zone', 'working_hours']
const byOrgAdmin: readonly PersonField[] = [...ofAClient, 'coach_id', 'privs', 'is_assessor']
const byAdmin: readonly PersonField[] = [...byOrgAdmin, 'organization_id']

/** The fields that the viewer may change on this person. Own email address and password have routes of their own. */
export function writableFields(viewer: Viewer, subject: PlacedPerson): readonly PersonField[] {
  if (isSelf(viewer, subject)) return ofOneself
  if (!isInScope(viewer, subject) || !isAbove(viewer, subject)) return []
  if (isAtLeast(viewer.privs, 'Admin')) return byAdmin
  return isAtLeast(viewer.privs, 'OrgAdmin') ? byOrgAdmin : ofAClient
}

/** The fields that the viewer may set on a new person. A coach creates only own clients, in their own organization. */
export function creatableFields(viewer: Viewer): readonly PersonField[] {
  return isAtLeast(viewer.privs, 'OrgAdmin')
    ? byAdmin
    : [...ofAClient, 'coach_id', 'organization_id', 'privs']
}

export interface PersonAbilities {
  edit: boolean
  delete: boolean
  restore: boolean
  /** Make anonymous, irreversibly. */
  erase: boolean
  /** Request a copy of all data about them. */
  copy: boolean
  /** Place a legal hold, which prevents erasing them. */
  hold: boolean
  sendLoginEmail: boolean
  resetSecondFactor: boolean
}

/** The viewer's abilities on this person. The server refuses everything that is false here. */
export function personAbilities(viewer: Viewer, subject: Subject): PersonAbilities {
  const isOther = !isSelf(viewer, subject) && isInScope(viewer, subject) && isAbove(viewer, subject)
  const isThere = !subject.isDeleted
  const mayDelete = isOther && isAtLeast(viewer.privs, 'OrgAdmin')
  const mayCopy = mayDelete || (isSelf(viewer, subject) && isAtLeast(viewer.privs, 'OrgAdmin'))
  return {
    edit: isThere && (isOther || isSelf(viewer, subject)),
    delete: isThere && mayDelete,
    erase: !subject.isErased && mayDelete,
    copy: !subject.isErased && mayCopy,
    hold: !subject.isErased && isOther && isAtLeast(viewer.privs, 'Admin'),
    restore: subject.isDeleted && !subject.isErased && mayDelete,
    sendLoginEmail: isThere && isOther,
    resetSecondFactor: isThere && isOther && isAtLeast(subject.privs, 'Coach'),
  }
}
