import { coachStayed } from '@parley/contract/rules/presence.ts'
import { presencesOf } from '#features/sessions/sessions.ts'
import type { Db } from '#platform/database/database.ts'

/** The no-shows among these for which the coach was there. */
export async function stayedAmong(db: Db, sessionIds: readonly string[], now: number): Promise<string[]> {
  if (sessionIds.length === 0) return []
  const presences = await presencesOf(db, sessionIds, now)
  return [...presences].flatMap(([id, presence]) => (coachStayed(presence) ? id : []))
}
