import { actorOf, audit, type Actor } from '#platform/audit/audit.ts'
import type { Context, Visitor } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { problem } from '#platform/http/problem.ts'
import { hashOf, newSecret, hashPassword } from '#platform/identity/secrets.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { endLinks, storeLink } from './one-time-links.ts'
import { findPasswordLink } from '#features/identity/queries.ts'
import { endTokens } from '#features/identity/sign-in/tokens.ts'
import { checkNewPassword } from './password-checks.ts'

/**
 * Identifies a browser that opened a link. Its wrong attempts are counted apart, so it alone is exempt from the limit of the
 * account.
 */
export const browserCookie = 'parley_browser'

/** Creates the link for setting a person's password and ends the previous one. Only its hash is stored. */
export async function makePasswordLink(
  tx: Db,
  by: Actor,
  person: { id: string; organization_id: string | null },
  now: number,
): Promise<string> {
  const secret = newSecret()
  await storeLink(tx, person.id, secret, { purpose: 'set-password' }, now)
  await audit(tx, by, now, {
    action: 'identity.password-link',
    subjectKind: 'person',
    subjectId: person.id,
    organizationId: person.organization_id,
  })
  return secret
}

/** Returns the owner of a link and marks the browser. The link stays valid, because mail programs open links too. */
export async function openPasswordLink(ctx: Context<Visitor>, token: string) {
  const link = await findPasswordLink(ctx.db, hashOf(token), ctx.now)
  if (!link) throw problem('link_dead')
  const secret = newSecret()
  await ctx.db
    .insertInto('link_browsers')
    .values({ browser_hash: hashOf(secret), person_id: link.id, expires_at: link.expires_at })
    .execute()
  const seconds = Math.ceil((link.expires_at.getTime() - ctx.now) / 1000)
  ctx.cookies.write(browserCookie, secret, seconds, '/api/auth')
  return { username: link.username, first_name: link.first_name, last_name: link.last_name }
}

/** Sets the password, uses up the link and ends all sign-ins of its owner. */
export async function setPassword(
  ctx: Context<Visitor>,
  { token, password }: { token: string; password: string },
) {
  const link = await findPasswordLink(ctx.db, hashOf(token), ctx.now)
  if (!link) throw problem('link_dead')
  checkNewPassword(password, link, 'password')
  const password_hash = await hashPassword(password)

  await inTransaction(ctx.db, async (tx) => {
    const used = await tx
      .updateTable('one_time_links')
      .set({ used_at: new Date(ctx.now) })
      .where('token_hash', '=', hashOf(token))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    // If two browsers set a password with the same link at once, the second finds it used.
    if (used.numUpdatedRows !== 1n) throw problem('link_dead')
    const credential = { password_hash, password_set_at: new Date(ctx.now) }
    await tx
      .insertInto('credentials')
      .values({ person_id: link.id, ...credential })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(credential))
      .execute()
    await endTokens(tx, { personId: link.id }, 'password_set', ctx.now)
    // An address change that was requested with the old password must not take effect after it.
    await endLinks(tx, link.id, 'confirm-email')
    await audit(tx, { ...actorOf(ctx), id: link.id }, ctx.now, {
      action: 'identity.set-password',
      subjectKind: 'person',
      subjectId: link.id,
      organizationId: link.organization_id,
    })
  })
  await ctx.platform.live.publish([`person:${link.id}`], { kind: 'signed-out', reason: 'signed_out' })
  return { username: link.username }
}
