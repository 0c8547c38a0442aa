import { sql } from 'kysely'
import type { LiveNotice } from '@parley/contract/wire/live.ts'
import { isLevel, maySignIn } from '@parley/contract/rules/people/levels.ts'
import { heardBy, signInAudience, type Audience } from '#platform/live/audiences.ts'
import type { Platform } from '#platform/process/context.ts'
import type { Grants, GrantState } from '#platform/live/watch.ts'
import { expiryOf } from './expiry.ts'

/** Runs several times a second in every process: a named prepared statement is planned once per connection. */
const changesStatement = {
  name: 'sign-in-changes',
  text: `
    select s.seen, c.token_hash, c.person_id, c.organization_id
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as seen) s
    left join sign_in_changes c on c.made_by >= $1::xid8`,
}

interface ChangeRow {
  seen: string
  token_hash: Buffer | null
  person_id: string | null
  organization_id: string | null
}

/** The live channel's queries: which sign-ins ended or changed, and which notices each lets its browser hear. */
export const signInGrants = ({ database, config }: Pick<Platform, 'database' | 'config'>): Grants => ({
  /**
   * A change carries the id of the transaction that made it. A change that the last query did not see yet was made by a
   * transaction no older than the oldest one running at that time, however late it commits. So no clock is needed and
   * nothing is missed.
   */
  async changes(since) {
    const { rows } = await database.pool.query<ChangeRow>({ ...changesStatement, values: [since ?? null] })
    const seen = rows[0]?.seen
    if (seen === undefined) throw new Error('the database did not say how far it is')
    return { seen, who: rows.flatMap(whoChanged) }
  },
  async standing(grants, now) {
    const hashes = grants.map((grant) => Buffer.from(grant.slice('sign-in:'.length), 'base64url'))
    const rows = await database.db
      .selectFrom('sign_in_tokens as t')
      .innerJoin('people as p', 'p.id', 't.person_id')
      .leftJoin('organizations as o', 'o.id', 'p.organization_id')
      .leftJoin('credentials as k', 'k.person_id', 'p.id')
      .select(['t.token_hash', 't.issued_at', 't.last_used_at', 't.end_reason'])
      .select(['p.id', 'p.privs', 'p.organization_id', 'p.deleted_at'])
      .select(['o.two_factor_required', 'k.totp_confirmed_at'])
      .where(sql<boolean>`t.token_hash = any(${hashes}::bytea[])`)
      .execute()
    const found = new Map<Audience, GrantRow>(rows.map((row) => [signInAudience(row.token_hash), row]))
    const standings = grants.map(async (grant) => {
      const row = found.get(grant)
      return [grant, standingOf(row, row ? await expiryOf(database.db, row, config, now) : 0, now)] as const
    })
    return new Map(await Promise.all(standings))
  },
})

const whoChanged = (row: ChangeRow): Audience[] => [
  ...(row.token_hash ? [signInAudience(row.token_hash)] : []),
  ...(row.person_id ? [`person:${row.person_id}` as const] : []),
  ...(row.organization_id ? [`organization:${row.organization_id}` as const] : []),
]

interface GrantRow {
  id: string
  privs: number
  organization_id: string | null
  deleted_at: Date | null
  issued_at: Date
  last_used_at: Date
  end_reason: string | null
  two_factor_required: boolean | null
  totp_confirmed_at: Date | null
}

function standingOf(row: GrantRow | undefined, until: number, now: number): GrantState {
  if (!row) return signedOut('signed_out')
  if (row.end_reason === 'role_lost' || row.deleted_at || !isLevel(row.privs) || !maySignIn(row.privs))
    return signedOut('role_lost')
  // The browser already has a new token.
  if (row.end_reason === 'replaced') return { ended: undefined }
  if (row.end_reason) return signedOut('signed_out')
  // The sign-in is valid, but its stream may hear nothing until the second factor is set up.
  if (row.two_factor_required && !row.totp_confirmed_at) return { ended: undefined }
  if (until <= now) return signedOut('expired')
  return { until, hears: heardBy({ id: row.id, privs: row.privs, organizationId: row.organization_id }) }
}

const signedOut = (reason: Extract<LiveNotice, { kind: 'signed-out' }>['reason']): GrantState => ({
  ended: { kind: 'signed-out', reason },
})
