import type { AuditAct } from '@parley/contract/rules/audit/audit-acts.ts'
import type { HistoryEntry } from '@parley/contract/sessions/sessions.ts'
import { personName } from '@parley/contract/rules/people/people.ts'
import { audit, type Actor } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import type { JsonValue } from '#platform/database/database-types.ts'
import { problem } from '#platform/http/problem.ts'
import { mailEntries } from '#features/sessions/mails/mails-sent.ts'
import { findSession } from '#features/sessions/queries.ts'

export type Action =
  | 'created'
  | 'updated'
  | 'cancelled'
  | 'no-show'
  | 'completed'
  | 'corrected'
  | 'undone'
  | 'link-copied'
  | 'link-revoked'

const acts: Record<Action, AuditAct> = {
  created: 'sessions.create',
  updated: 'sessions.update',
  cancelled: 'sessions.cancel',
  'no-show': 'sessions.no-show',
  completed: 'sessions.complete',
  corrected: 'sessions.correct',
  undone: 'sessions.undo',
  'link-copied': 'sessions.link-copied',
  'link-revoked': 'sessions.link-revoked',
}

/** The actor of a change, and its time. */
export interface DoneBy {
  actor: Actor
  now: number
}

/**
 * Records what happened to a session in the transaction that does it. The history holds the changes; the audit entry holds
 * who did it and from where, and points to the history.
 */
export async function note(
  tx: Db,
  session: { id: string; organization_id: string },
  { actor, now }: DoneBy,
  action: Action,
  changes: Record<string, JsonValue> = {},
): Promise<void> {
  const { id: historyId } = await tx
    .insertInto('session_history')
    .values({
      session_id: session.id,
      at: new Date(now),
      by_id: actor.id,
      action,
      changes: JSON.stringify(changes),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, actor, now, {
    action: 'coach_id' in changes ? 'sessions.reassign' : acts[action],
    subjectKind: 'session',
    subjectId: session.id,
    organizationId: session.organization_id,
    historyId,
  })
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
  const names = await namesOf(
    ctx.db,
    rows.flatMap((row) => peopleIn(row.changes)),
  )
  const done = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.by_id ? { id: row.by_id, name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() } : null,
    action: row.action,
    changes: withNames(row.changes, names),
  }))
  // With equal times the mail counts as newer, because the act caused it.
  return [...(await mailEntries(ctx.db, sessionId)), ...done].toSorted(
    (a, b) => Date.parse(b.at) - Date.parse(a.at),
  )
}

const peopleFields = ['coach_id', 'user_id', 'participants'] as const

type Changes = HistoryEntry['changes']
interface Turn {
  from: unknown
  to: unknown
}

/** The ids of people in the changes. Only `note` writes changes, always as objects. */
function peopleIn(changes: JsonValue): string[] {
  return peopleFields.flatMap((field) => {
    const turn = (changes as Changes)[field] as Turn | undefined
    return turn ? [turn.from, turn.to].flat().filter((id) => typeof id === 'string') : []
  })
}

/** Replaces ids by names: the reader of a history knows people by name, and ids are for our own records. */
function withNames(changes: JsonValue, names: ReadonlyMap<string, string>): Changes {
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named)
    return typeof value === 'string' ? (names.get(value) ?? '') : null
  }
  const turns = Object.entries(changes as Changes).map(([field, change]) => {
    if (!peopleFields.some((one) => one === field)) return [field, change] as const
    const { from, to } = change as Turn
    return [field, { from: named(from), to: named(to) }] as const
  })
  return Object.fromEntries(turns)
}

async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('people')
    .select(['id', 'first_name', 'last_name', 'username'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, personName(row)]))
}
