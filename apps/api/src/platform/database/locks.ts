import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Every lock of the product, in the one order in which transactions take them to avoid deadlocks
 * (docs/decisions/0018-order-of-locks.md):
 *
 * 1. the idempotency key of a call
 * 2. an import
 * 3. credentials
 * 4. people, by id
 * 5. sessions, by id, and with them the billing clocks of their organizations
 * 6. people's time
 * 7. organizations, links, tokens, places in calls, chats and assessments, after which nothing more is locked
 *
 * Lock a row on its own and read it afterwards: a statement that locks one table and joins others waits for the row, and
 * then returns the joined rows as they were before the wait.
 */

/** Serializes calls under the same key: the second waits and finds what the first stored. */
export async function lockKey(tx: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** Returns whether the import exists. */
export const lockImport = (tx: Db, importId: string): Promise<boolean> =>
  isThere(tx.selectFrom('imports').select('id').where('id', '=', importId).forNoKeyUpdate())

/** The password, second factor and recovery codes of people, in the order of their ids. */
export async function lockCredentials(tx: Db, ...personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  await tx
    .selectFrom('credentials')
    .select('person_id')
    .where('person_id', 'in', [...personIds])
    .orderBy('person_id')
    .forNoKeyUpdate()
    .execute()
}

export interface LockedPerson {
  id: string
  organization_id: string | null
  coach_id: string | null
  privs: number
  first_name: string
  last_name: string
  deleted_at: Date | null
  former_number: number | null
}

interface Wanted {
  /** The people who are about to change. */
  change?: readonly string[]
  /** The people who must stay as they are: same organization, same level, not deleted. */
  keep?: readonly string[]
}

const people = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('people')
    .select(['id', 'organization_id', 'coach_id', 'privs', 'first_name', 'last_name', 'deleted_at'])
    .select('former_number')
    .where('id', 'in', [...ids])
    .orderBy('id')

/** Locks people in the order of their ids and returns them as they are then, without those that do not exist. */
export async function lockPeople(tx: Db, { change = [], keep = [] }: Wanted): Promise<LockedPerson[]> {
  const changed = idsOf(change)
  const kept = idsOf(keep).filter((id) => !changed.includes(id))
  if (changed.length === 0) return kept.length ? people(tx, kept).forShare().execute() : []
  if (kept.length === 0) return people(tx, changed).forNoKeyUpdate().execute()
  const locked: LockedPerson[] = []
  // Keeping one order over both kinds of lock takes one statement each, for two or three people.
  for (const id of [...changed, ...kept].toSorted()) {
    const row = people(tx, [id])
    locked.push(...(await (changed.includes(id) ? row.forNoKeyUpdate() : row.forShare()).execute()))
  }
  return locked
}

/** The database compares ids as numbers and we compare text; in lower case both give the same order. */
const idsOf = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))]

/** Locks the people with these usernames, and one more by id: an import knows coaches by username. */
export const lockPeopleByUsername = async (
  tx: Db,
  usernames: readonly string[],
  id: string,
): Promise<LockedPerson[]> => {
  const named = await tx
    .selectFrom('people')
    .select('id')
    .where(sql<boolean>`lower(username) = any(${usernames.map((name) => name.toLowerCase())}::text[])`)
    .execute()
  return lockPeople(tx, { keep: [id, ...named.map((person) => person.id)] })
}

/** Locks sessions in the order of their ids. Until the transaction ends no billing run takes them. */
export async function lockSessions(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const locked = await tx
    .selectFrom('sessions')
    .select('organization_id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await billingOf(
    tx,
    locked.map((session) => session.organization_id),
  )
    .forShare()
    .execute()
}

const billingOf = (tx: Db, organizationIds: readonly string[]) =>
  tx
    .selectFrom('billing_clocks')
    .select('organization_id')
    .where(sql<boolean>`organization_id = any(${organizationIds}::uuid[])`)
    .orderBy('organization_id')

/** For billing runs and changes of invoices: the second one waits, and so does settling a session. */
export async function lockBilling(tx: Db, organizationIds: readonly string[]): Promise<void> {
  await billingOf(tx, organizationIds).forNoKeyUpdate().execute()
}

/** Serializes bookings of the same people: the exclusion constraint alone is safe but deadlocks. */
export async function lockTimes(tx: Db, personIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(k) from (
    select hashtextextended(p::text, 0) k from unnest(${[...new Set(personIds)]}::uuid[]) p order by 1) x`.execute(
    tx,
  )
}

export const lockOrganization = (tx: Db, organizationId: string): Promise<boolean> =>
  isThere(tx.selectFrom('organizations').select('id').where('id', '=', organizationId).forNoKeyUpdate())

/** One person's place in a call: if two browsers ask at once, or are decided on, the second sees the first's result. */
export const lockPlace = (tx: Db, sessionId: string, personId: string): Promise<void> =>
  lockKey(tx, `place/${sessionId}/${personId}`)

/** A one-time link, by its hash. */
export const lockLink = (tx: Db, tokenHash: Buffer): Promise<boolean> =>
  isThere(
    tx.selectFrom('one_time_links').select('person_id').where('token_hash', '=', tokenHash).forNoKeyUpdate(),
  )

/** The scores of a client in a session: of two assessors who save at once, the second waits for the first. */
export const lockAssessment = (tx: Db, sessionId: string, personId: string): Promise<boolean> =>
  isThere(
    tx
      .selectFrom('assessments')
      .select('changes')
      .where('session_id', '=', sessionId)
      .where('person_id', '=', personId)
      .forNoKeyUpdate(),
  )

/** A session's chat, created if it has none yet: of two writers at once, the second waits for the first. */
export async function lockChat(tx: Db, sessionId: string): Promise<void> {
  await tx
    .insertInto('chats')
    .values({ session_id: sessionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .selectFrom('chats')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .forNoKeyUpdate()
    .execute()
}

const isThere = async (query: { executeTakeFirst: () => Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined
