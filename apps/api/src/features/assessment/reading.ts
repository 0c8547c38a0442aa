import { actorOf, audit } from '#platform/audit.ts'
import type { Context, Person } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { lockKey } from '#platform/locks.ts'
import { inTransaction } from '#platform/transactions.ts'
import { assessedSession, type Scored } from './assessor.ts'

/** Screens ask again after every answer: of one reader and subject the audit has one entry for so long. */
const onceInMs = 3_600_000

/** What was read: one session's assessment, or what a client's come to. */
interface Read {
  kind: 'session' | 'person'
  id: string
  organizationId: string | null
}

/** The session, for whoever may read this client's assessment, or the refusal. That they read it is written down. */
export async function readAssessed(ctx: Context<Person>, scored: Scored) {
  const session = await assessedSession(ctx.db, ctx.principal, scored)
  await noteReading(ctx, { kind: 'session', id: session.id, organizationId: session.organization_id })
  return session
}

export async function noteReading(ctx: Context<Person>, { kind, id, organizationId }: Read): Promise<void> {
  const { db, principal, now } = ctx
  const isWritten = (any: Db) => isReadingWritten(any, id, principal.id, now)
  if (await isWritten(db)) return
  await inTransaction(db, async (tx) => {
    // A screen asks for several parts at once.
    await lockKey(tx, `assessment.read/${id}/${principal.id}`)
    if (await isWritten(tx)) return
    await audit(tx, actorOf(ctx), now, {
      action: 'assessment.read',
      subjectKind: kind,
      subjectId: id,
      organizationId,
    })
  })
}

async function isReadingWritten(db: Db, subjectId: string, byId: string, now: number): Promise<boolean> {
  const entry = await db
    .selectFrom('audit_log')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('at', '>', new Date(now - onceInMs))
    .where('by_id', '=', byId)
    .where('action', '=', 'assessment.read')
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}
