import { sql } from 'kysely'
import { stayAfterEndMs } from '@parley/contract/rules/calls/calls.ts'
import { sessionLengthMaxMs } from '@parley/contract/rules/sessions/sessions.ts'
import type { Config } from '#platform/process/config.ts'
import type { Db } from '#platform/database/database.ts'

export type Limits = Pick<Config, 'tokenIdleMs' | 'tokenAbsoluteMs'>

interface Token {
  /** The id of the person. */
  id: string
  issued_at: Date
  last_used_at: Date
}

/**
 * People leaving a call get this extra time, whatever the limits, to give feedback or to rejoin after a dropped connection.
 */
const afterCallMs = 60_000

/** An upper bound of any stay in a call: a session, and the time before and after it. */
const stayMaxMs = sessionLengthMaxMs + stayAfterEndMs + 3_600_000

const expiryByUse = (token: Token, { tokenIdleMs, tokenAbsoluteMs }: Limits): number =>
  Math.min(token.last_used_at.getTime() + tokenIdleMs, token.issued_at.getTime() + tokenAbsoluteMs)

/**
 * When a token expires unless it is used before. It does not expire while its person is in a call (docs/rules.md §2): if
 * they were in one when it would have expired, the call counts as use. A token that expired before the call stays expired.
 * Calls are queried only if the token would have expired.
 */
export async function expiryOf(db: Db, token: Token, limits: Limits, now: number): Promise<number> {
  const byUse = expiryByUse(token, limits)
  if (byUse > now) return byUse
  const stays = await db
    .selectFrom('presence as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .select(['r.joined_at', 'r.left_at', sql<Date>`s.end_time`.as('end_time')])
    .where('r.person_id', '=', token.id)
    .where('r.joined_at', '>', new Date(byUse - stayMaxMs))
    .orderBy('r.joined_at')
    .execute()
  let expiry = byUse
  for (const { joined_at, left_at, end_time } of stays) {
    // `joined_at` is never null here, because the query filters on it.
    if (joined_at === null || joined_at.getTime() >= expiry) continue
    const until = Math.min(left_at?.getTime() ?? now, end_time.getTime() + stayAfterEndMs, now)
    expiry = Math.max(
      expiry,
      until + afterCallMs,
      expiryByUse({ ...token, last_used_at: new Date(until) }, limits),
    )
  }
  return expiry
}
