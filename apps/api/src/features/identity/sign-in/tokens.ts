import type { Db } from '#platform/database/database.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import { isLevel } from '@parley/contract/rules/people/levels.ts'
import type { Person, Platform } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { hashOf, newSecret } from '#platform/identity/secrets.ts'
import { expiryOf } from './expiry.ts'

/** A use is recorded at most this often: one write per minute and person instead of one per request. */
const useNotedEveryMs = 60_000

/**
 * One query finds the token and everything that a request needs to know about its person. It is a named prepared statement,
 * planned once per connection, because it runs before every signed-in request.
 */
export const tokenStatement = {
  name: 'identity-token',
  text: `
    select t.issued_at, t.last_used_at, t.end_reason, p.id, p.username, p.email, p.first_name, p.last_name, p.privs,
      p.coach_id, p.organization_id, p.time_zone, p.is_assessor, p.deleted_at, p.created_at, p.updated_at,
      o.display_name as organization_name, o.time_zone as organization_zone, o.contact as organization_contact,
      o.two_factor_required,
      k.totp_confirmed_at,
      case when k.totp_confirmed_at is null then 0 else (
        select count(*)::int from recovery_codes r where r.person_id = p.id and r.used_at is null
      ) end as recovery_codes_left,
      c.first_name as coach_first_name, c.last_name as coach_last_name,
      exists (select from eula_acceptances e where e.person_id = p.id and e.version = $2) as has_accepted_eula
    from sign_in_tokens t
    join people p on p.id = t.person_id
    left join organizations o on o.id = p.organization_id
    left join people c on c.id = p.coach_id
    left join credentials k on k.person_id = p.id
    where t.token_hash = $1`,
}

export interface TokenRow {
  issued_at: Date
  last_used_at: Date
  end_reason: string | null
  id: string
  username: string
  email: string
  first_name: string
  last_name: string
  privs: number
  coach_id: string | null
  organization_id: string | null
  time_zone: string | null
  is_assessor: boolean
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
  organization_name: string | null
  organization_zone: string | null
  organization_contact: string | null
  two_factor_required: boolean | null
  totp_confirmed_at: Date | null
  recovery_codes_left: number
  coach_first_name: string | null
  coach_last_name: string | null
  has_accepted_eula: boolean
}

/** Finds the person of a token. Nothing is cached between requests, so an ended token is invalid everywhere at once. */
export async function authenticate(
  { database, config, texts }: Pick<Platform, 'database' | 'config' | 'texts'>,
  token: string,
  now: number,
  isBackground: boolean,
): Promise<Person> {
  const tokenHash = hashOf(token)
  const { rows } = await database.pool.query<TokenRow>({
    ...tokenStatement,
    values: [tokenHash, texts.terms.version],
  })
  const row = rows[0]
  if (!row) throw problem('not_signed_in')
  if (row.end_reason === 'role_lost' || row.deleted_at) throw problem('role_lost')
  if (row.end_reason) throw problem('not_signed_in')
  if (now >= (await expiryOf(database.db, row, config, now))) throw problem('token_expired')
  if (!isBackground && now - row.last_used_at.getTime() >= useNotedEveryMs)
    await noteUse(database.db, tokenHash, now)
  return personOf(row, tokenHash)
}

function personOf(row: TokenRow, tokenHash: Buffer): Person {
  const profile = profileOf(row)
  return {
    kind: 'person',
    id: profile.id,
    privs: profile.privs,
    organizationId: profile.organization_id,
    isAssessor: row.is_assessor,
    isSecondFactorMissing: profile.second_factor.isRequired && !profile.second_factor.isOn,
    tokenHash,
    profile,
  }
}

function profileOf(row: TokenRow): OwnProfile {
  const { privs } = row
  if (!isLevel(privs)) throw new Error(`person ${row.id} has a level that does not exist: ${privs}`)
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    has_accepted_eula: row.has_accepted_eula,
    privs,
    coach_id: row.coach_id,
    coach: row.coach_id
      ? { id: row.coach_id, first_name: row.coach_first_name ?? '', last_name: row.coach_last_name ?? '' }
      : null,
    organization_id: row.organization_id,
    organization: row.organization_id
      ? {
          displayName: row.organization_name ?? '',
          time_zone: row.organization_zone ?? 'UTC',
          contact: row.organization_contact ?? '',
        }
      : null,
    time_zone: row.time_zone,
    is_assessor: row.is_assessor,
    second_factor: {
      isOn: row.totp_confirmed_at !== null,
      // People without an organization need no second factor.
      isRequired: row.two_factor_required === true,
      since: row.totp_confirmed_at?.toISOString() ?? null,
      recoveryCodesLeft: row.recovery_codes_left,
    },
    iat: row.issued_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

async function noteUse(db: Db, tokenHash: Buffer, now: number): Promise<void> {
  await db
    .updateTable('sign_in_tokens')
    .set({ last_used_at: new Date(now) })
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', '<', new Date(now))
    .execute()
}

/** Creates a token. Its text is returned once and never stored. */
export async function issueToken(
  db: Db,
  personId: string,
  from: { address: string; agent: string },
  now: number,
): Promise<string> {
  const token = newSecret()
  await db
    .insertInto('sign_in_tokens')
    .values({
      token_hash: hashOf(token),
      person_id: personId,
      issued_at: new Date(now),
      last_used_at: new Date(now),
      address: from.address,
      agent: from.agent,
    })
    .execute()
  return token
}

type EndReason = 'signed_out' | 'role_lost' | 'password_set' | 'replaced'

/** Ends one token, or all tokens of a person. Returns the hashes of the tokens that it ended. */
export async function endTokens(
  db: Db,
  which: { tokenHash: Buffer } | { personId: string },
  reason: EndReason,
  now: number,
): Promise<Buffer[]> {
  const ended = await db
    .updateTable('sign_in_tokens')
    .set({ ended_at: new Date(now), end_reason: reason })
    .where('ended_at', 'is', null)
    .$if('tokenHash' in which, (query) =>
      query.where('token_hash', '=', 'tokenHash' in which ? which.tokenHash : null),
    )
    .$if('personId' in which, (query) =>
      query.where('person_id', '=', 'personId' in which ? which.personId : null),
    )
    .returning('token_hash')
    .execute()
  return ended.map((row) => row.token_hash)
}
