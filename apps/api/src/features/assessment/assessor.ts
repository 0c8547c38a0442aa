import { mayAssess } from '@parley/contract/rules/assessment/assessment.ts'
import { isOrgType } from '@parley/contract/rules/sessions/sessions.ts'
import { findSession } from '#features/sessions/sessions.ts'
import type { Person, Context, Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockPeople } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { auditReading } from '#platform/audit/audit-readings.ts'

/** Identifies the answers of one client in one session. */
export interface Scored {
  sessionId: string
  userId: string
}

/**
 * The session, if the viewer may read and write this client's answers; throws the refusal otherwise. The only place that
 * decides this.
 */
export async function assessedSession(db: Db, viewer: Person, { sessionId, userId }: Scored) {
  const session = await findSession(db, viewer, sessionId)
  if (!session) throw problem('session_not_found')
  if (isOrgType(session)) throw problem('no_assessment')
  if (!mayAssess(viewer, session)) throw problem('not_assessor')
  // Compare ids as the database does, which ignores their case.
  if (session.user_id !== userId.toLowerCase()) throw problem('not_client_of_session')
  return session
}

/**
 * Nothing more is written about a client who was made anonymous: words that waited on a device would bring them back. Call
 * this before the assessment is locked. It locks the client, so they stay as they are until the change is written.
 */
export async function mustNotBeErased(tx: Db, { userId }: Scored): Promise<void> {
  const [client] = await lockPeople(tx, { keep: [userId] })
  if (client?.former_number !== null) throw problem('client_erased')
}

/** Another person may take over the browser, and with it the token, while a request is on its way. */
export function mustBeOwn({ id }: Person, { by = id }: { by?: string | undefined }): void {
  if (by.toLowerCase() !== id) throw problem('not_author')
}

/**
 * The session, if the viewer may read this client's assessment; throws the refusal otherwise. Records the reading in the
 * audit log.
 */
export async function readAssessed(ctx: Context<Person>, scored: Scored) {
  const session = await assessedSession(ctx.db, ctx.principal, scored)
  await auditReading(ctx, {
    action: 'assessment.read',
    subjectKind: 'session',
    subjectId: session.id,
    aboutId: session.user_id,
    organizationId: session.organization_id,
  })
  return session
}

/** Tells everybody who may have the right to know that something was answered or marked about this session's client. */
export const publishAssessment = (
  { live }: Platform,
  { id, coach_id, organization_id }: { id: string; coach_id: string; organization_id: string },
): void =>
  void live.publish([`person:${coach_id}`, `org-admins:${organization_id}`], { kind: 'assessment', id })
