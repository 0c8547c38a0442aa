import { sql } from 'kysely'
import * as z from 'zod/mini'
import { personFields } from '@parley/contract/people.ts'
import { problems } from '@parley/contract/wire/problems.ts'
import type { Db } from '#platform/database/database.ts'
import type { LockedPerson } from '#platform/database/locks.ts'
import type { ImportColumn } from '@parley/contract/rules/people/import-columns.ts'
import type { ReadRow } from './import-csv.ts'

export interface Fault {
  field: ImportColumn | 'row'
  message: string
}

/** The client that a good row creates. */
export interface ImportedClient {
  first_name: string
  last_name: string
  username: string
  email: string
  organization_id: string
  coach_id: string | null
  time_zone: string | null
}

export type Fate = { client: ImportedClient } | { fault: Fault }

type Cells = Pick<ReadRow, ImportColumn>

export const usernameTaken: Fault = { field: 'username', message: problems.username_taken.text }

const nameFields = z.object({
  first_name: personFields.first_name,
  last_name: personFields.last_name,
  username: personFields.username,
  email: personFields.email,
})
const field = z.keyof(nameFields)

/**
 * Decides the fate of each row against the current database: once for the preview, and again when the rows are written.
 * `organizationId` is the target of all rows; null for an Admin's file, where each row names its own. When writing, only
 * people in `locked` are accepted as coaches: they cannot change until the rows that name them are written.
 */
export async function judgeRows(
  db: Db,
  organizationId: string | null,
  rows: readonly Cells[],
  locked?: readonly LockedPerson[],
): Promise<Fate[]> {
  const taken = await takenUsernames(db, distinct(rows, 'username'))
  const organizations = await findOrganizations(db, organizationId, distinct(rows, 'organization'))
  const coaches = await findCoaches(db, coachNames(rows), locked)
  const zoneFaults = new Map(distinct(rows, 'time_zone').map((zone) => [zone, zoneFault(zone)]))

  return rows.map((row): Fate => {
    const read = nameFields.safeParse(row)
    if (!read.success) return { fault: firstFault(read.error) }
    if (taken.has(read.data.username)) return { fault: usernameTaken }
    const target = targetOf(row, organizationId, organizations)
    if ('fault' in target) return target
    const coach = coachOf(row, target.id, coaches)
    if ('fault' in coach) return coach
    const time_zone = row.time_zone.trim()
    const fault = zoneFaults.get(time_zone)
    if (fault) return { fault: { field: 'time_zone', message: fault } }
    return {
      client: {
        ...read.data,
        organization_id: target.id,
        coach_id: coach.id,
        time_zone: time_zone || null,
      },
    }
  })
}

/** The rows whose username appears earlier in the file, with a fault that names the earlier row. */
export function repeatedUsernames(rows: readonly Pick<ReadRow, 'row' | 'username'>[]): Map<number, Fault> {
  const first = new Map<string, number>()
  const faults = new Map<number, Fault>()
  for (const { row, username } of rows) {
    const name = username.trim().toLowerCase()
    const earlier = first.get(name)
    if (earlier === undefined) first.set(name, row)
    else faults.set(row, { field: 'username', message: `Username repeats row ${earlier}` })
  }
  return faults
}

const distinct = (rows: readonly Cells[], column: ImportColumn): string[] =>
  [...new Set(rows.map((row) => row[column].trim()))].filter(Boolean)

function firstFault(error: z.core.$ZodError): Fault {
  const [issue] = error.issues
  return { field: field.parse(issue?.path[0]), message: issue?.message ?? '' }
}

/** Called once per zone: asking the runtime for one takes some hundredths of a millisecond. */
function zoneFault(zone: string): string | undefined {
  return personFields.time_zone.safeParse(zone).error?.issues[0]?.message
}

/** Includes deleted people: when a person is restored, their username must still be theirs. */
async function takenUsernames(db: Db, usernames: string[]): Promise<Set<string>> {
  if (usernames.length === 0) return new Set()
  const rows = await db
    .selectFrom('people')
    .select(sql<string>`lower(username)`.as('username'))
    .where(sql<boolean>`lower(username) = any(${usernames.map((name) => name.toLowerCase())}::text[])`)
    .execute()
  return new Set(rows.map(({ username }) => username))
}

interface FoundOrganizations {
  byName: Map<string, string>
  byDisplayName: Map<string, string[]>
}

/** Display names are not unique, so an internal name takes precedence. */
async function findOrganizations(
  db: Db,
  within: string | null,
  names: string[],
): Promise<FoundOrganizations> {
  const found: FoundOrganizations = { byName: new Map(), byDisplayName: new Map() }
  if (names.length === 0) return found
  const { rows } = await sql<{ given: string; id: string; is_internal: boolean }>`
    with given as (select unnest(${names}::text[]) collate "und-x-icu" as given),
      o as (select id, name, display_name from organizations where ${within}::uuid is null or id = ${within})
    select given, id, true as is_internal from given join o on lower(o.name) = lower(given)
    union all
    select given, id, false from given join o on lower(o.display_name) = lower(given)`.execute(db)
  for (const { given, id, is_internal } of rows) {
    if (is_internal) found.byName.set(given, id)
    else found.byDisplayName.set(given, [...(found.byDisplayName.get(given) ?? []), id])
  }
  return found
}

function targetOf(
  row: Cells,
  within: string | null,
  { byName, byDisplayName }: FoundOrganizations,
): { id: string } | { fault: Fault } {
  const refused = (message: string) => ({ fault: { field: 'organization' as const, message } })
  const given = row.organization.trim()
  if (given === '') return within ? { id: within } : refused(problems.organization_missing.text)
  const internal = byName.get(given)
  const [id, ...more] = internal ? [internal] : (byDisplayName.get(given) ?? [])
  // The message must not reveal another organization to somebody who may not see it.
  if (id === undefined)
    return refused(within ? 'Only your own organization' : problems.organization_not_found.text)
  if (more.length) return refused('Several organizations have this name: write the internal one')
  return { id }
}

type Coaches = Map<string, { id: string; organization_id: string | null }>

export const coachNames = (rows: readonly Cells[]): string[] => distinct(rows, 'coach_username')

async function findCoaches(
  db: Db,
  usernames: string[],
  locked: readonly LockedPerson[] | undefined,
): Promise<Coaches> {
  if (usernames.length === 0) return new Map()
  const rows = await db
    .selectFrom('people')
    .select([sql<string>`lower(username)`.as('username'), 'id', 'organization_id'])
    .where(sql<boolean>`lower(username) = any(${usernames.map((name) => name.toLowerCase())}::text[])`)
    .where('privs', '>=', 1)
    .where('deleted_at', 'is', null)
    .execute()
  const safe = rows.filter(({ id }) => locked?.some((person) => person.id === id) ?? true)
  return new Map(safe.map(({ username, ...coach }) => [username, coach]))
}

function coachOf(
  row: Cells,
  organizationId: string,
  coaches: Coaches,
): { id: string | null } | { fault: Fault } {
  const given = row.coach_username.trim().toLowerCase()
  if (given === '') return { id: null }
  const coach = coaches.get(given)
  if (coach?.organization_id === organizationId) return { id: coach.id }
  return { fault: { field: 'coach_username', message: 'No coach of this organization has this username' } }
}
