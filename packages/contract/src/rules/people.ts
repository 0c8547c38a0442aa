import { isAtLeast, levels, type LevelName, type Privs } from './levels.ts'

/** Whoever asks. */
export interface Viewer {
  id: string
  privs: Privs
  organizationId: string | null
}

/** Where somebody who is asked about stands: level, organization, coach. */
interface Standing {
  id: string
  privs: Privs
  organization_id: string | null
  coach_id: string | null
}

/** Whoever is asked about. */
export interface Subject extends Standing {
  isDeleted: boolean
  /** Made anonymous: nothing is left to bring back. */
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

const isSelf = (viewer: Viewer, subject: Standing): boolean => viewer.id === subject.id

/** docs/rules.md §3. Outside the scope a person does not exist for the viewer; oneself is always in it. */
export function isInScope(viewer: Viewer, subject: Standing): boolean {
  if (isAtLeast(viewer.privs, 'Admin') || isSelf(viewer, subject)) return true
  if (isAtLeast(viewer.privs, 'OrgAdmin')) return subject.organization_id === viewer.organizationId
  return isAtLeast(viewer.privs, 'Coach') && subject.coach_id === viewer.id
}

/** To change somebody else needs a level above theirs. */
export const isAbove = (viewer: Viewer, subject: Standing): boolean => viewer.privs > subject.privs

/** The levels that a viewer may give: above Client, up to the own one. */
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

/** What the viewer may write on this person. The own email address and password have ways of their own. */
export function writableFields(viewer: Viewer, subject: Standing): readonly PersonField[] {
  if (isSelf(viewer, subject)) return ofOneself
  if (!isInScope(viewer, subject) || !isAbove(viewer, subject)) return []
  if (isAtLeast(viewer.privs, 'Admin')) return byAdmin
  return isAtLeast(viewer.privs, 'OrgAdmin') ? byOrgAdmin : ofAClient
}

/** What the viewer may give to a person who is made: a coach makes own clients alone, in the own organization. */
export function creatableFields(viewer: Viewer): readonly PersonField[] {
  return isAtLeast(viewer.privs, 'OrgAdmin')
    ? byAdmin
    : [...ofAClient, 'coach_id', 'organization_id', 'privs']
}

export interface PersonAbilities {
  edit: boolean
  delete: boolean
  restore: boolean
  /** Make anonymous, for good. */
  erase: boolean
  /** Have a copy made of everything that is known of them. */
  copy: boolean
  /** Keep them from being erased. */
  hold: boolean
  sendLoginEmail: boolean
  resetSecondFactor: boolean
}

/** What the viewer may do to this person; the server refuses whatever is false here. */
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
