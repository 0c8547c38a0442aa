import type { AuditEntry } from '@parley/contract/operations.ts'
import { isAtLeast, isLevel } from '@parley/contract/rules/people/levels.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import type { AuditRow } from './audit-rows.ts'

type Detail = AuditEntry['detail']

/** Rows of the log in the API's format: changes show names where the log has ids. */
export async function presentEntries(
  { db, principal }: Pick<Context<Person>, 'db' | 'principal'>,
  rows: readonly AuditRow[],
): Promise<AuditEntry[]> {
  const details = rows.map((row) => detailOf(row, principal))
  const names = new Map([
    ...(await peopleNamed(db, details.flatMap(idsIn(peopleFields)))),
    ...(await organizationsNamed(db, principal, details.flatMap(idsIn(organizationFields)))),
  ])
  return rows.map((row, i) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.by_id ? { id: row.by_id, name: nameOf(row.by_first, row.by_last), privs: row.by_privs } : null,
    byLink: row.by_link,
    address: row.address,
    action: row.action,
    subject: {
      kind: row.subject_kind,
      id: row.subject_id,
      name: subjectName(row),
      privs: seenPrivs(row, principal),
    },
    organization: row.organization,
    detail: withNames(details[i] ?? {}, names),
  }))
}

const nameOf = (first: string | null, last: string | null) => `${first ?? ''} ${last ?? ''}`.trim()

function subjectName(row: AuditRow): string | null {
  if (row.subject_kind === 'session') return row.title
  if (row.subject_kind !== 'person') return row.subject_name
  return row.subject_id === null ? null : nameOf(row.subject_first, row.subject_last)
}

/** Somebody who now belongs to another organization has no page for this viewer. */
function seenPrivs(row: AuditRow, { privs, organizationId }: Pick<Person, 'privs' | 'organizationId'>) {
  const isSeen = isAtLeast(privs, 'Admin') || row.subject_organization === organizationId
  return isSeen && row.subject_privs !== null && isLevel(row.subject_privs) ? row.subject_privs : null
}

/** The status after settling a session, which always leaves Scheduled: its history records only that it was settled. */
const settled: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled',
  completed: 'Completed',
  'no-show': 'NoShow',
}

/** The detail of an entry, its own or from the session's history. Only `audit` and `note` write these, always as objects. */
function detailOf(row: AuditRow, { privs }: Pick<Person, 'privs'>): Detail {
  if (row.happened === null) return row.detail as Detail
  const to = settled[row.happened]
  const { billable, ...changes } = row.changes as Detail
  return {
    ...(to === undefined ? {} : { status: { from: 'Scheduled', to } }),
    ...changes,
    // Only Admins may see what is billed.
    ...(billable !== undefined && isAtLeast(privs, 'Admin') ? { billable } : {}),
  }
}

const peopleFields = ['coach_id', 'user_id', 'participants']
const organizationFields = ['organization_id']

interface Turn {
  from: unknown
  to: unknown
}

const isTurn = (value: unknown): value is Turn =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

const idsIn =
  (fields: readonly string[]) =>
  (detail: Detail): string[] =>
    fields.flatMap((field) => {
      const turn = detail[field]
      return isTurn(turn) ? [turn.from, turn.to].flat().filter((id) => typeof id === 'string') : []
    })

/** A person or organization without a name, or without one that this viewer may see, gets an empty one. */
function withNames(detail: Detail, names: ReadonlyMap<string, string>): Detail {
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named)
    return typeof value === 'string' ? (names.get(value) ?? '') : null
  }
  const fields = [...peopleFields, ...organizationFields]
  const turned = Object.entries(detail).map(([field, value]) =>
    fields.includes(field) && isTurn(value)
      ? [field, { from: named(value.from), to: named(value.to) }]
      : [field, value],
  )
  return Object.fromEntries(turned) as Detail
}

async function peopleNamed(db: Db, ids: readonly string[]): Promise<[string, string][]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('people')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return rows.map((row) => [row.id, nameOf(row.first_name, row.last_name)])
}

/** An organization that somebody moved to is named only to those who may see it: Admins and its own people. */
async function organizationsNamed(
  db: Db,
  { privs, organizationId }: Pick<Person, 'privs' | 'organizationId'>,
  ids: readonly string[],
): Promise<[string, string][]> {
  const seen = isAtLeast(privs, 'Admin') ? ids : ids.filter((id) => id === organizationId)
  if (seen.length === 0) return []
  const rows = await db
    .selectFrom('organizations')
    .select(['id', 'display_name'])
    .where('id', 'in', [...new Set(seen)])
    .execute()
  return rows.map((row) => [row.id, row.display_name])
}
