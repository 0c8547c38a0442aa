import type { Session } from '@parley/contract/sessions.ts'
import type { Context, Person } from '#platform/context.ts'
import { personInScope } from '#features/people/people.ts'
import { countInScope } from '#features/sessions/list/counts.ts'
import { firstIds } from '#features/sessions/calendar/calendar.ts'
import { presentAll } from '#features/sessions/list/list.ts'

const shownMax = 200

/** What somebody is still booked for, before they are deleted or moved: the nearest 200, and how many there are. */
export async function futureSessions(
  ctx: Context<Person>,
  personId: string,
): Promise<{ sessions: Session[]; total: number }> {
  await personInScope(ctx, personId)
  const scope = { kind: 'own', personId } as const
  // Ranges begin with their first instant; a session that begins at this one has come.
  const conditions = { statuses: ['Scheduled'] as const, from: new Date(ctx.now + 1) }
  const [ids, count] = await Promise.all([
    firstIds(ctx, scope, conditions, shownMax),
    countInScope(ctx.db, scope, conditions),
  ])
  return { sessions: await presentAll(ctx, ids), total: count.entryCount }
}
