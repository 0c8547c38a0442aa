import type { HistoryEntry } from '@parley/contract/sessions.ts'
import type { Context, Person } from '../../platform/context.ts'
import type { Db } from '../../platform/database.ts'
import type { JsonValue } from '../../platform/database-types.ts'
import { problem } from '../../platform/problem.ts'
import { findSession } from './queries.ts'

export type Action = 'created' | 'updated' | 'cancelled' | 'no-show' | 'completed' | 'corrected'

/** Writes down what happened to a session, in the transaction in which it happens. */
export async function note(
  tx: Db,
  sessionId: string,
  by: { id: string | null; now: number },
  action: Action,
  changes: Record<string, JsonValue> = {},
): Promise<void> {
  await tx
    .insertInto('session_history')
    .values({
      session_id: sessionId,
      at: new Date(by.now),
      by_id: by.id,
      action,
      changes: JSON.stringify(changes),
    })
    .execute()
}

const shownMax = 200

export async function sessionHistory(ctx: Context<Person>, sessionId: string): Promise<HistoryEntry[]> {
  if (!(await findSession(ctx.db, ctx.principal, sessionId))) throw problem('session_not_found')
  const rows = await ctx.db
    .selectFrom('session_history as h')
    .leftJoin('people as p', 'p.id', 'h.by_id')
    .select(['h.id', 'h.at', 'h.by_id', 'h.action', 'h.changes', 'p.first_name', 'p.last_name'])
    .where('h.session_id', '=', sessionId)
    .orderBy('h.id', 'desc')
    .limit(shownMax)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.by_id ? { id: row.by_id, name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() } : null,
    action: row.action,
    // Written by `note` alone, always as an object.
    changes: row.changes as HistoryEntry['changes'],
  }))
}
