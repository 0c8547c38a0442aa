import { mayAssess } from '@parley/contract/rules/assessment.ts'
import { isOrgType } from '@parley/contract/rules/sessions.ts'
import { findSession } from '#features/sessions/sessions.ts'
import type { Person } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { lockPeople } from '#platform/locks.ts'
import { problem } from '#platform/problem.ts'

/** Whose answers are meant: a client's, in one session. */
export interface Scored {
  sessionId: string
  userId: string
}

/** The session, for whoever may read and write this client's answers, or the refusal. The one place that decides it. */
export async function assessedSession(db: Db, viewer: Person, { sessionId, userId }: Scored) {
  const session = await findSession(db, viewer, sessionId)
  if (!session) throw problem('session_not_found')
  if (isOrgType(session)) throw problem('no_assessment')
  if (!mayAssess(viewer, session)) throw problem('not_assessor')
  // Ids are compared as the database does, whatever case they came in.
  if (session.user_id !== userId.toLowerCase()) throw problem('not_client_of_session')
  return session
}

/**
 * Nothing more is written about whoever was made anonymous: words that waited on a device would bring them back. Before the
 * assessment is locked; the client stays as they are until it is written.
 */
export async function mustNotBeErased(tx: Db, { userId }: Scored): Promise<void> {
  const [client] = await lockPeople(tx, { keep: [userId] })
  if (client?.former_number !== null) throw problem('client_erased')
}

/** A request may be on its way while another person takes over the browser, and with it the token. */
export function mustBeOwn({ id }: Person, { by = id }: { by?: string | undefined }): void {
  if (by.toLowerCase() !== id) throw problem('not_author')
}
