import { auditReading } from '#platform/audit/audit-readings.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { assessedSession, type Scored } from './assessor.ts'

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
