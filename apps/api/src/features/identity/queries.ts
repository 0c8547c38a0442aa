import { sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import { lockCredentials, lockLink, lockPeople } from '#platform/locks.ts'

/** An account that may try a password: not deleted, with a password set. */
export const findAccount = (db: Db, foldedUsername: string) =>
  db
    .selectFrom('people as p')
    .innerJoin('credentials as c', 'c.person_id', 'p.id')
    .select([
      'p.id',
      'p.privs',
      'p.organization_id',
      'c.password_hash',
      'c.totp_secret_enc',
      'c.totp_confirmed_at',
    ])
    .where(sql`lower(p.username)`, '=', foldedUsername)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()

/** Whose username it is, whether or not they have set a password. */
export const findNamed = (db: Db, foldedUsername: string) =>
  db
    .selectFrom('people as p')
    .select(['p.id', 'p.organization_id'])
    .where(sql`lower(p.username)`, '=', foldedUsername)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/**
 * Holds an account's credentials as they were when they were checked, until the transaction ends; nothing if they have
 * changed since. Without it a sign-in by the old password could be finished after a new one had ended every token.
 */
export async function holdCredentials(tx: Db, checked: Account) {
  await lockCredentials(tx, checked.id)
  return tx
    .selectFrom('credentials')
    .select('person_id')
    .where('person_id', '=', checked.id)
    .where('password_hash', '=', checked.password_hash)
    .where('totp_confirmed_at', 'is not distinct from', checked.totp_confirmed_at)
    .executeTakeFirst()
}

export const findLinkBrowser = (db: Db, browserHash: Buffer, foldedUsername: string, now: number) =>
  db
    .selectFrom('link_browsers as b')
    .innerJoin('people as p', 'p.id', 'b.person_id')
    .select('b.browser_hash')
    .where('b.browser_hash', '=', browserHash)
    .where('b.expires_at', '>', new Date(now))
    .where(sql`lower(p.username)`, '=', foldedUsername)
    .executeTakeFirst()

export const findPersonByUsername = (db: Db, foldedUsername: string) =>
  db
    .selectFrom('people')
    .select(['id', 'privs', 'organization_id'])
    .where(sql`lower(username)`, '=', foldedUsername)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** A person's second factor, begun or on, kept from changing until the transaction ends. */
export async function lockSecondFactor(tx: Db, personId: string) {
  await lockCredentials(tx, personId)
  return tx
    .selectFrom('credentials')
    .select(['totp_secret_enc', 'totp_started_at', 'totp_confirmed_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** A link that still opens, with whose it is. */
export const findPasswordLink = (db: Db, tokenHash: Buffer, now: number) =>
  db
    .selectFrom('one_time_links as l')
    .innerJoin('people as p', 'p.id', 'l.person_id')
    .select(['p.id', 'p.username', 'p.first_name', 'p.last_name', 'p.organization_id', 'l.expires_at'])
    .where('l.token_hash', '=', tokenHash)
    .where('l.purpose', '=', 'set-password')
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', new Date(now))
    .where('p.deleted_at', 'is', null)
    .where('p.privs', '>=', 1)
    .executeTakeFirst()

/** Somebody who may sign in, by one of their names, locked: of several who ask for the same person at once, one is first. */
export async function lockStaffByName(tx: Db, by: { email: string } | { username: string }) {
  const found = await findStaffByName(tx, by)
  if (!found) return undefined
  await lockPeople(tx, { change: [found.id] })
  return findStaffByName(tx, by)
}

const findStaffByName = (tx: Db, by: { email: string } | { username: string }) =>
  tx
    .selectFrom('people')
    .select(['id', 'organization_id', 'email'])
    .where(
      'email' in by ? sql`lower(email)` : sql`lower(username)`,
      '=',
      'email' in by ? by.email : by.username,
    )
    .where('privs', '>=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Whether an address belongs to somebody else who may sign in. */
export async function isEmailTaken(db: Db, email: string, exceptId: string): Promise<boolean> {
  const owner = await db
    .selectFrom('people')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('privs', '>=', 1)
    .where('deleted_at', 'is', null)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return owner !== undefined
}

/** A link that still confirms an address, with whose it is, both locked: a link that is opened twice at once counts once. */
export async function lockEmailLink(tx: Db, tokenHash: Buffer, now: number) {
  const found = await findEmailLink(tx, tokenHash, now)
  if (!found) return undefined
  await lockPeople(tx, { change: [found.id] })
  await lockLink(tx, tokenHash)
  return findEmailLink(tx, tokenHash, now)
}

/** A link that still confirms an address, with whose it is. */
export const findEmailLink = (tx: Db, tokenHash: Buffer, now: number) =>
  tx
    .selectFrom('one_time_links as l')
    .innerJoin('people as p', 'p.id', 'l.person_id')
    .select(['p.id', 'p.organization_id', 'p.email', 'l.detail'])
    .where('l.token_hash', '=', tokenHash)
    .where('l.purpose', '=', 'confirm-email')
    .where('l.expires_at', '>', new Date(now))
    .where('p.deleted_at', 'is', null)
    .where('p.privs', '>=', 1)
    .executeTakeFirst()
