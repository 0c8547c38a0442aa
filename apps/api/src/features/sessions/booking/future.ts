import type { Session } from '@parley/contract/sessions.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { personInScope } from '#features/people/people.ts'
import { sessionRows } from '#features/sessions/queries.ts'
import { futureIds } from './future-ids.ts'
import { presentFuture } from './settle.ts'

/** The coming sessions of a person who is about to be deleted or moved, as far as the viewer may see them. */
export async function futureSessions(
  ctx: Context<Person>,
  personId: string,
): Promise<{ sessions: Session[]; total: number }> {
  await personInScope(ctx, personId)
  const ids = await futureIds(ctx.db, personId, ctx.now)
  return presentFuture(ctx, await sessionRows(ctx.db, ctx.principal, ids))
}
