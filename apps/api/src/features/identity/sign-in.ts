import type { OwnProfile } from '@parley/contract/identity.ts'
import { isLevel, maySignIn } from '@parley/contract/rules/levels.ts'
import { foldUsername } from '@parley/contract/rules/usernames.ts'
import { actorOf, audit } from '../../platform/audit.ts'
import type { Context, Person, Visitor } from '../../platform/context.ts'
import { addressKey, limitKey, takePoint } from '../../platform/limits.ts'
import { checkPassword } from '../../platform/passwords.ts'
import { problem } from '../../platform/problem.ts'
import { hashOf } from '../../platform/secrets.ts'
import { browserCookie } from './password-links.ts'
import { findAccount, findLinkBrowser } from './queries.ts'
import { authenticate, endTokens, issueToken } from './tokens.ts'

/**
 * Signs in by password. A try is counted before it is checked, so that of any number arriving together, over any number
 * of processes, no more are checked than the limit allows; a right one gives its points back.
 * An account that does not exist takes the same way and the same time.
 */
export async function signIn(
  ctx: Context<Visitor>,
  { username, password }: { username: string; password: string },
): Promise<{ token: string; profile: OwnProfile }> {
  const name = foldUsername(username)
  const { limits, metrics } = ctx.platform
  const tries = await triesKey(ctx, name)
  const address = limitKey('address', addressKey(ctx.address))

  const accountWait = await takePoint(limits.account, tries)
  if (accountWait) throw problem('use_link', { retryAfterSeconds: accountWait })
  const addressWait = await takePoint(limits.address, address)
  if (addressWait) {
    await limits.account.reward(tries)
    throw problem('address_blocked', { retryAfterSeconds: addressWait })
  }

  const account = await findAccount(ctx.db, name)
  metrics.passwordChecks.inc()
  if (!(await checkPassword(account?.password_hash, password)) || !account) throw problem('wrong_credentials')
  await Promise.all([limits.account.reward(tries), limits.address.reward(address)])
  if (!isLevel(account.privs) || !maySignIn(account.privs)) throw problem('no_sign_in_right')

  const token = await ctx.db.transaction().execute(async (tx) => {
    const issued = await issueToken(tx, account.id, ctx, ctx.now)
    await audit(tx, { ...actorOf(ctx), id: account.id }, ctx.now, {
      action: 'identity.sign-in',
      subjectKind: 'person',
      subjectId: account.id,
      organizationId: account.organization_id,
    })
    return issued
  })
  const { profile } = await authenticate(ctx.platform, token, ctx.now, true)
  return { token, profile }
}

/** Wrong tries are counted by account, or apart for a browser that opened its owner's link (docs/rules.md §2). */
async function triesKey(ctx: Context, name: string): Promise<string> {
  const secret = ctx.cookies.read(browserCookie)
  const browser = secret ? await findLinkBrowser(ctx.db, hashOf(secret), name, ctx.now) : undefined
  return browser ? limitKey('browser', browser.browser_hash.toString('base64url')) : limitKey('account', name)
}

export async function signOut(ctx: Context<Person>): Promise<Record<string, never>> {
  const { tokenHash, id, organizationId } = ctx.principal
  await ctx.db.transaction().execute(async (tx) => {
    await endTokens(tx, { tokenHash }, 'signed_out', ctx.now)
    await audit(tx, actorOf(ctx), ctx.now, {
      action: 'identity.sign-out',
      subjectKind: 'person',
      subjectId: id,
      organizationId,
    })
  })
  await ctx.platform.live.publish(
    { token: tokenHash.toString('base64url') },
    { kind: 'signed-out', reason: 'signed_out' },
  )
  return {}
}
