import type { Session } from '@parley/contract/sessions.ts'
import type { Context, Person } from '#platform/context.ts'
import { personInScope } from '#features/people/people.ts'
import { sessionRows } from '#features/sessions/queries.ts'
import { futureIds } from './future-ids.ts'
import { presentFuture } from './settle.ts'

/** What somebody is still booked for, before they are deleted or moved: what the viewer may see of it. */
export async function futureSessions(
  ctx: Context<Person>,
  personId: string,
): Promise<{ sessions: Session[]; total: number }> {
  await personInScope(ctx, personId)
  const ids = await futureIds(ctx.db, personId, ctx.now)
  return presentFuture(ctx, await sessionRows(ctx.db, ctx.principal, ids))
}
