import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { lockCredentials, lockLink, lockPeople } from '#platform/database/locks.ts'
import { sweepRows } from '#platform/database/sweep.ts'

/** An account that can sign in by password: not deleted, and with a password set. */
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

/** The person with this username, whether or not they have set a password. */
export const findNamed = (db: Db, foldedUsername: string) =>
  db
    .selectFrom('people as p')
    .select(['p.id', 'p.organization_id'])
    .where(sql`lower(p.username)`, '=', foldedUsername)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/**
 * Locks an account's credentials until the transaction ends; returns nothing if they have changed since they were checked.
 * Without this lock, a sign-in with the old password could finish after a new password had ended every token.
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

/** A person's second factor, pending or on, locked until the transaction ends. */
export async function lockSecondFactor(tx: Db, personId: string) {
  await lockCredentials(tx, personId)
  return tx
    .selectFrom('credentials')
    .select(['totp_secret_enc', 'totp_started_at', 'totp_confirmed_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** A valid password link with its owner. */
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

/**
 * Finds a person who may sign in by username or email, and locks them: simultaneous requests for the same person run one
 * after the other.
 */
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

/** Whether an address belongs to another person who may sign in. */
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

/** A valid email link with its owner, both locked: a link that is opened twice at once counts once. */
export async function lockEmailLink(tx: Db, tokenHash: Buffer, now: number) {
  const found = await findEmailLink(tx, tokenHash, now)
  if (!found) return undefined
  await lockPeople(tx, { change: [found.id] })
  await lockLink(tx, tokenHash)
  return findEmailLink(tx, tokenHash, now)
}

/** A valid email link with its owner. */
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

/** How long an ended or expired sign-in is kept, so that a browser that returns late learns why it was signed out. */
const keptMs = 30 * 24 * 3_600_000

/** Deletes expired sign-ins, links and changes. Runs daily; running it twice does no harm. */
export async function sweepIdentity(db: Db, now: number, tokenAbsoluteMs: number): Promise<void> {
  const past = new Date(now)
  // A token unused since then has expired under any limits, and has been expired for at least `keptMs`.
  const forgotten = new Date(now - tokenAbsoluteMs - keptMs)
  await sweepRows(db, 'sign_in_tokens', sql`last_used_at < ${forgotten}`)
  await sweepRows(db, 'one_time_links', sql`expires_at < ${past}`)
  await sweepRows(db, 'link_browsers', sql`expires_at < ${past}`)
  await sweepRows(db, 'sign_in_changes', sql`made_at < now() - interval '1 day'`)
}
