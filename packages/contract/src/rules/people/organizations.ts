import { isAtLeast } from './levels.ts'
import type { Viewer } from './people.ts'

export type OrganizationField =
  | 'name'
  | 'displayName'
  | 'billingAddress'
  | 'rate'
  | 'time_zone'
  | 'contact'
  | 'billingEmail'
  | 'no_show_billed'
  | 'waiting_room'
  | 'chat_files'
  | 'streamed_app'
  | 'two_factor_required'
  | 'copies_told'
  | 'retention_days'

const byOrgAdmin: readonly OrganizationField[] = [
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
const byAdmin: readonly OrganizationField[] = [...byOrgAdmin, 'name', 'rate', 'no_show_billed']

export const isOrganizationInScope = (viewer: Viewer, organizationId: string): boolean =>
  isAtLeast(viewer.privs, 'Admin') || viewer.organizationId === organizationId

/** The fields that the viewer may change on this organization (docs/rules.md §3). */
export function writableOrganizationFields(
  viewer: Viewer,
  organizationId: string,
): readonly OrganizationField[] {
  if (isAtLeast(viewer.privs, 'Admin')) return byAdmin
  const isOwn = isAtLeast(viewer.privs, 'OrgAdmin') && viewer.organizationId === organizationId
  return isOwn ? byOrgAdmin : []
}
