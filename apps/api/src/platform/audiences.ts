import { isAtLeast, type Privs } from '@parley/contract/rules/levels.ts'

/**
 * Whom a notice is for. A notice with an id goes only to whoever may see what it names (docs/rules.md §3). Admins see
 * everything there is, so they hear of people and sessions by the slow lane, which names nothing and comes rarely.
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

/** What the browser of a signed-in person hears. */
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

/** Who sees a person beside the Admins. A deleted one is seen by whoever could bring them back. */
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

/** Who sees a session beside the Admins. */
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

/** Who sees an organization's invoices. */
export const seersOfInvoices = (organizationId: string): Audience[] => [
  `org-admins:${organizationId}`,
  'admins',
]
