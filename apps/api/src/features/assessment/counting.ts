import type { CallPresence } from '@parley/contract/calls/call-record.ts'
import { mayAssess } from '@parley/contract/rules/assessment/assessment.ts'
import { countCriteria } from '@parley/contract/rules/assessment/progress.ts'
import type { SessionFacts } from '@parley/contract/rules/sessions/sessions.ts'
import type { Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import type { Scored } from './assessor.ts'
import { countsOf } from './moment-queries.ts'
import { findAssessment, storedRubric } from './queries.ts'

type Counted = Pick<SessionFacts, 'coach_id' | 'user_id'> & { id: string }

/**
 * How much was marked and answered about a session's client, for viewers who may assess them; null for everybody else. It
 * says nothing of what was answered, so it isn't audited as a reading (docs/rules.md §7).
 */
export async function countScored(db: Db, viewer: Person, session: Counted): Promise<CallPresence['scored']> {
  if (!mayAssess(viewer, session)) return null
  const scored: Scored = { sessionId: session.id, userId: session.user_id }
  const { moments, answered, conversations } = await countsOf(db, scored)
  const known = answered > 0 ? await findAssessment(db, scored) : undefined
  const rubric = known && (await storedRubric(db, known.rubric_version))
  return { moments, answered, criteria: rubric ? countCriteria(rubric) * conversations : 0 }
}
