import type { Expression, SqlBool } from 'kysely'
import type { Db } from '#platform/database/database.ts'

type Condition = Expression<SqlBool>

export const entriesWhere = (db: Db, conditions: readonly Condition[]) =>
  conditions.reduce((list, condition) => list.where(condition), db.selectFrom('audit_log as a'))

interface Part {
  turn: 'asc' | 'desc'
  limit: number
  offset?: number
}

/** A part of the log, with the names of the people and things in it: the log itself holds only ids. */
export const readEntries = (db: Db, conditions: readonly Condition[], { turn, limit, offset = 0 }: Part) =>
  entriesWhere(db, conditions)
    .leftJoin('people as b', 'b.id', 'a.by_id')
    .leftJoin('people as s', (join) =>
      join.onRef('s.id', '=', 'a.subject_id').on('a.subject_kind', '=', 'person'),
    )
    .leftJoin('organizations as so', (join) =>
      join.onRef('so.id', '=', 'a.subject_id').on('a.subject_kind', '=', 'organization'),
    )
    .leftJoin('sessions as ss', (join) =>
      join.onRef('ss.id', '=', 'a.subject_id').on('a.subject_kind', '=', 'session'),
    )
    .leftJoin('session_history as h', 'h.id', 'a.history_id')
    .leftJoin('organizations as o', 'o.id', 'a.organization_id')
    .select(['a.id', 'a.at', 'a.by_id', 'a.by_link', 'a.address', 'a.action'])
    .select(['a.subject_kind', 'a.subject_id', 'a.detail', 'h.changes', 'h.action as happened'])
    .select(['b.first_name as by_first', 'b.last_name as by_last', 'b.privs as by_privs'])
    .select(['s.first_name as subject_first', 's.last_name as subject_last'])
    .select(['s.privs as subject_privs', 's.organization_id as subject_organization'])
    .select(['so.display_name as subject_name', 'ss.title', 'o.display_name as organization'])
    .orderBy('a.at', turn)
    .orderBy('a.id', turn)
    .limit(limit)
    .offset(offset)
    .execute()

export type AuditRow = Awaited<ReturnType<typeof readEntries>>[number]
