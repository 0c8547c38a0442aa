import { sql } from 'kysely'
import type { Answered } from '@parley/contract/wire/route.ts'
import type * as contract from '@parley/contract/identity.ts'
import { signInAudience } from '#platform/live/audiences.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { endTokens } from './tokens.ts'

/** Identifies a sign-in to its owner. Half of the token's hash tells them apart and grants no access. */
const idBytes = 16
const idOf = (tokenHash: Buffer): string => tokenHash.subarray(0, idBytes).toString('base64url')

const shownMax = 100

/** The person's current sign-ins, most recently used first. */
export async function listSignIns(ctx: Context<Person>): Promise<Answered<typeof contract.listSignIns>> {
  const { tokenIdleMs, tokenAbsoluteMs } = ctx.platform.config
  const rows = await ctx.db
    .selectFrom('sign_in_tokens')
    .select(['token_hash', 'issued_at', 'last_used_at', 'agent', sql<string>`host(address)`.as('address')])
    .where('person_id', '=', ctx.principal.id)
    .where('ended_at', 'is', null)
    .where('last_used_at', '>', new Date(ctx.now - tokenIdleMs))
    .where('issued_at', '>', new Date(ctx.now - tokenAbsoluteMs))
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .limit(shownMax)
    .execute()
  return rows.map((row) => ({
    id: idOf(row.token_hash),
    isThis: row.token_hash.equals(ctx.principal.tokenHash),
    agent: row.agent,
    address: row.address,
    issuedAt: row.issued_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
  }))
}

/** Ends one of the person's own sign-ins, in all processes at once. */
export async function endSignIn(ctx: Context<Person>, signInId: string): Promise<Record<string, never>> {
  const tokenHash = await inTransaction(ctx.db, async (tx) => {
    const found = await tx
      .selectFrom('sign_in_tokens')
      .select('token_hash')
      .where('person_id', '=', ctx.principal.id)
      .where(sql`substring(token_hash from 1 for ${idBytes})`, '=', Buffer.from(signInId, 'base64url'))
      .executeTakeFirst()
    const [ended] = found ? await endTokens(tx, { tokenHash: found.token_hash }, 'signed_out', ctx.now) : []
    if (!ended) throw problem('sign_in_not_found')
    await audit(tx, actorOf(ctx), ctx.now, {
      action: 'identity.end-sign-in',
      subjectKind: 'person',
      subjectId: ctx.principal.id,
      organizationId: ctx.principal.organizationId,
    })
    return ended
  })
  await ctx.platform.live.publish([signInAudience(tokenHash)], { kind: 'signed-out', reason: 'signed_out' })
  return {}
}
