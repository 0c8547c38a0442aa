import { actorOf, audit } from '#platform/audit.ts'
import type { Context, Person } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { lockKey } from '#platform/locks.ts'
import { inTransaction } from '#platform/transactions.ts'
import { assessedSession, type Scored } from './assessor.ts'

/** Screens ask again after every answer: of one reader and session the audit has one entry for so long. */
const onceInMs = 3_600_000

/** The session, for whoever may read this client's assessment, or the refusal. That they read it is written down. */
export async function readAssessed(ctx: Context<Person>, scored: Scored) {
  const { db, principal, now } = ctx
  const session = await assessedSession(db, principal, scored)
  const isWritten = (any: Db) => isReadingWritten(any, session.id, principal.id, now)
  if (await isWritten(db)) return session
  await inTransaction(db, async (tx) => {
    // A screen asks for several parts at once.
    await lockKey(tx, `assessment.read/${session.id}/${principal.id}`)
    if (await isWritten(tx)) return
    await audit(tx, actorOf(ctx), now, {
      action: 'assessment.read',
      subjectKind: 'session',
      subjectId: session.id,
      organizationId: session.organization_id,
    })
  })
  return session
}

async function isReadingWritten(db: Db, sessionId: string, byId: string, now: number): Promise<boolean> {
  const entry = await db
    .selectFrom('audit_log')
    .select('id')
    .where('subject_id', '=', sessionId)
    .where('at', '>', new Date(now - onceInMs))
    .where('by_id', '=', byId)
    .where('action', '=', 'assessment.read')
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}
