import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Every lock of the product, in the one order in which a transaction takes them, so that nobody waits for somebody who
 * waits for them (docs/decisions/0018-order-of-locks.md):
 *
 * 1. the key of a call that may be sent twice
 * 2. an import
 * 3. credentials
 * 4. people, by id
 * 5. sessions, by id, and with them where the billing of their organizations stands
 * 6. people's time
 * 7. organizations, links, tokens, places in calls, chats and assessments, behind which nothing more is locked
 *
 * A row is locked alone and read afterwards: a statement that locks one table and joins others waits for the row, and
 * then answers with the others as they were before the wait.
 */

/** Of two calls under the same key the second waits, and finds what the first stored. */
export async function lockKey(tx: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** Answers whether the import is there. */
export const lockImport = (tx: Db, importId: string): Promise<boolean> =>
  isThere(tx.selectFrom('imports').select('id').where('id', '=', importId).forNoKeyUpdate())

/** Password and second factor of people, with their recovery codes, by person. */
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
  /** Who is about to change. */
  change?: readonly string[]
  /** Who has to stay as they are: in their organization, at their level, not deleted. */
  keep?: readonly string[]
}

const people = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('people')
    .select(['id', 'organization_id', 'coach_id', 'privs', 'first_name', 'last_name', 'deleted_at'])
    .select('former_number')
    .where('id', 'in', [...ids])
    .orderBy('id')

/** Locks people in the order of their ids and answers them as they are then. Whoever is not there is left out. */
export async function lockPeople(tx: Db, { change = [], keep = [] }: Wanted): Promise<LockedPerson[]> {
  const changed = idsOf(change)
  const kept = idsOf(keep).filter((id) => !changed.includes(id))
  if (changed.length === 0) return kept.length ? people(tx, kept).forShare().execute() : []
  if (kept.length === 0) return people(tx, changed).forNoKeyUpdate().execute()
  const locked: LockedPerson[] = []
  // One order over both kinds of lock takes one statement each; these are two or three people.
  for (const id of [...changed, ...kept].toSorted()) {
    const row = people(tx, [id])
    locked.push(...(await (changed.includes(id) ? row.forNoKeyUpdate() : row.forShare()).execute()))
  }
  return locked
}

/** Ids are compared by the database as numbers and here as text, which is one order in lower case. */
const idsOf = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))]

/** The people of these usernames, by id, with whoever else is named: for an import, which knows coaches by name. */
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

/** Locks sessions in the order of their ids. Until the transaction ends no run takes them: they are invoiced, or are not. */
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

/** For whoever bills, or writes on an invoice: of two the second waits, and so does whoever settles a session meanwhile. */
export async function lockBilling(tx: Db, organizationIds: readonly string[]): Promise<void> {
  await billingOf(tx, organizationIds).forNoKeyUpdate().execute()
}

/**
 * Keeps order among those who book the same people at once: the exclusion constraint alone is safe but deadlocks.
 */
export async function lockTimes(tx: Db, personIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(k) from (
    select hashtextextended(p::text, 0) k from unnest(${[...new Set(personIds)]}::uuid[]) p order by 1) x`.execute(
    tx,
  )
}

export const lockOrganization = (tx: Db, organizationId: string): Promise<boolean> =>
  isThere(tx.selectFrom('organizations').select('id').where('id', '=', organizationId).forNoKeyUpdate())

/** The place of one person in one call: of two browsers that ask at once, or are decided on, the second finds the first. */
export const lockPlace = (tx: Db, sessionId: string, personId: string): Promise<void> =>
  lockKey(tx, `place/${sessionId}/${personId}`)

/** A one-time link, by its hash. */
export const lockLink = (tx: Db, tokenHash: Buffer): Promise<boolean> =>
  isThere(
    tx.selectFrom('one_time_links').select('person_id').where('token_hash', '=', tokenHash).forNoKeyUpdate(),
  )

/** What was answered about a client in a session: of two who answer at once the second waits for the first. */
export const lockAssessment = (tx: Db, sessionId: string, personId: string): Promise<boolean> =>
  isThere(
    tx
      .selectFrom('assessments')
      .select('changes')
      .where('session_id', '=', sessionId)
      .where('person_id', '=', personId)
      .forNoKeyUpdate(),
  )

/** The chat of a session, made if it has none yet: of two who write at once the second waits for the first. */
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
