import { auditReading } from '#platform/audit-readings.ts'
import type { Context, Person } from '#platform/context.ts'
import { assessedSession, type Scored } from './assessor.ts'

/** The session, for whoever may read this client's assessment, or the refusal. That they read it is written down. */
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
