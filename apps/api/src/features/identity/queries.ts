import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** An account that may try a password: not deleted, with a password set. */
export const findAccount = (db: Db, foldedUsername: string) =>
  db
    .selectFrom('people as p')
    .innerJoin('credentials as c', 'c.person_id', 'p.id')
    .select(['p.id', 'p.privs', 'p.organization_id', 'c.password_hash'])
    .where(sql`lower(p.username)`, '=', foldedUsername)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()

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
