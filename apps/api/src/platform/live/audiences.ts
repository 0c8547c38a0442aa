import { isAtLeast, type Privs } from '@parley/contract/rules/people/levels.ts'

/**
 * The audiences that a notice goes to. A notice with an id goes only to those who may see what it names (docs/rules.md §3).
 * Admins may see everything, so they hear of people and sessions through the slow lane, which sends no ids and is throttled.
 */
export type Audience =
  | `sign-in:${string}`
  | `person:${string}`
  | `org-admins:${string}`
  | `organization:${string}`
  | `session:${string}`
  | 'admins'
  | SlowLane
export type SlowLane = 'slow:people' | 'slow:sessions'

export const signInAudience = (tokenHash: Buffer): Audience => `sign-in:${tokenHash.toString('base64url')}`

/** The audiences of a signed-in person's browser. */
export function heardBy(person: { id: string; privs: Privs; organizationId: string | null }): Audience[] {
  const { id, privs, organizationId } = person
  return [
    `person:${id}`,
    ...(organizationId ? [`organization:${organizationId}` as const] : []),
    ...(organizationId && isAtLeast(privs, 'OrgAdmin') ? [`org-admins:${organizationId}` as const] : []),
    ...(isAtLeast(privs, 'Admin') ? (['admins'] as const) : []),
  ]
}

export interface PlacedPerson {
  id: string
  coach_id: string | null
  organization_id: string | null
  deleted_at: Date | null
}

/** The audiences, besides Admins, that may see a person. A deleted person is seen by those who could restore them. */
export const seersOfPerson = ({ id, coach_id, organization_id, deleted_at }: PlacedPerson): Audience[] => [
  ...(deleted_at ? [] : [`person:${id}` as const]),
  ...(coach_id && !deleted_at ? [`person:${coach_id}` as const] : []),
  ...(organization_id ? [`org-admins:${organization_id}` as const] : []),
]

export interface PeopledSession {
  coach_id: string
  user_id: string
  organization_id: string
  participants: readonly { id: string }[]
}

/** The audiences, besides Admins, that may see a session. */
export const seersOfSession = (session: PeopledSession): Audience[] => [
  ...new Set<Audience>([
    `person:${session.coach_id}`,
    `person:${session.user_id}`,
    ...session.participants.map(({ id }) => `person:${id}` as const),
    `org-admins:${session.organization_id}`,
  ]),
]

export const seersOfOrganization = (organizationId: string): Audience[] => [
  `organization:${organizationId}`,
  'admins',
]

/** The audiences that may see an organization's invoices. */
export const seersOfInvoices = (organizationId: string): Audience[] => [
  `org-admins:${organizationId}`,
  'admins',
]
