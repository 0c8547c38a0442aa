import type { OwnProfile } from '@parley/contract/identity.ts'
import { isLevel, maySignIn } from '@parley/contract/rules/people/levels.ts'
import { foldUsername } from '@parley/contract/rules/people/sign-in.ts'
import { signInAudience } from '#platform/live/audiences.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person, Visitor } from '#platform/process/context.ts'
import { addressKey, limitKey, takePoint } from '#platform/identity/limits.ts'
import { Problem, problem } from '#platform/http/problem.ts'
import { hashOf, checkPassword } from '#platform/identity/secrets.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { browserCookie } from '#features/identity/password/password-links.ts'
import { findAccount, findLinkBrowser, holdCredentials, type Account } from '#features/identity/queries.ts'
import { readCode, takeCode, type SignInCode } from '#features/identity/second-factor/sign-in-code.ts'
import { auditRefusal } from './refused-sign-ins.ts'
import { authenticate, endTokens, issueToken } from './tokens.ts'

interface Credentials {
  username: string
  password: string
  code?: string | undefined
}

/** Signs in by password and, if it is on, the second factor. Refusals are recorded in the audit. */
export async function signIn(
  ctx: Context<Visitor>,
  credentials: Credentials,
): Promise<{ token: string; profile: OwnProfile }> {
  const name = foldUsername(credentials.username)
  try {
    return await tryToSignIn(ctx, name, credentials)
  } catch (error) {
    if (error instanceof Problem) await auditRefusal(ctx, name, error.code)
    throw error
  }
}

/**
 * An attempt is counted before it is checked, so that of any number of simultaneous attempts, across any number of
 * processes, no more are checked than the limit allows. A successful one gives its points back. An unknown account takes the
 * same path and the same time.
 */
async function tryToSignIn(
  ctx: Context<Visitor>,
  name: string,
  { password, code }: Credentials,
): Promise<{ token: string; profile: OwnProfile }> {
  const giveBack = await takeTry(ctx, name)

  const account = await findAccount(ctx.db, name)
  ctx.platform.metrics.passwordChecks.inc()
  if (!(await checkPassword(account?.password_hash, password)) || !account) throw problem('wrong_credentials')
  if (!isLevel(account.privs) || !maySignIn(account.privs)) {
    await giveBack()
    throw problem('no_sign_in_right')
  }
  if (account.totp_confirmed_at && !code) {
    await giveBack()
    throw problem('second_factor_required')
  }
  const given = account.totp_confirmed_at && code ? await readCode(ctx, account, code) : undefined
  const token = await makeToken(ctx, account, given)
  await giveBack()
  const { profile } = await authenticate(ctx.platform, token, ctx.now, true)
  return { token, profile }
}

/** Counts an attempt by account and by address, or throws. Returns a function that gives the points back. */
async function takeTry(ctx: Context<Visitor>, name: string): Promise<() => Promise<void>> {
  const { limits } = ctx.platform
  const tries = await triesKey(ctx, name)
  const address = limitKey('address', addressKey(ctx.address))

  const accountWait = await takePoint(limits.account, tries)
  if (accountWait) throw problem('use_link', { retryAfterSeconds: accountWait })
  const addressWait = await takePoint(limits.address, address)
  if (addressWait) {
    await limits.account.reward(tries)
    throw problem('address_blocked', { retryAfterSeconds: addressWait })
  }
  return async () => {
    await Promise.all([limits.account.reward(tries), limits.address.reward(address)])
  }
}

const makeToken = (ctx: Context<Visitor>, account: Account, given: SignInCode | undefined): Promise<string> =>
  inTransaction(ctx.db, async (tx) => {
    if (!(await holdCredentials(tx, account))) throw problem('wrong_credentials')
    if (given) await takeCode(tx, ctx, account.id, given)
    const issued = await issueToken(tx, account.id, ctx, ctx.now)
    await audit(tx, { ...actorOf(ctx), id: account.id }, ctx.now, {
      action: 'identity.sign-in',
      subjectKind: 'person',
      subjectId: account.id,
      organizationId: account.organization_id,
      ...(given ? { detail: { second_factor: given.by } } : {}),
    })
    return issued
  })

/** Wrong attempts are counted by account, or separately for a browser that opened the owner's link (docs/rules.md §2). */
async function triesKey(ctx: Context, name: string): Promise<string> {
  const secret = ctx.cookies.read(browserCookie)
  const browser = secret ? await findLinkBrowser(ctx.db, hashOf(secret), name, ctx.now) : undefined
  return browser ? limitKey('browser', browser.browser_hash.toString('base64url')) : limitKey('account', name)
}

export async function signOut(ctx: Context<Person>): Promise<Record<string, never>> {
  const { tokenHash, id, organizationId } = ctx.principal
  await inTransaction(ctx.db, async (tx) => {
    await endTokens(tx, { tokenHash }, 'signed_out', ctx.now)
    await audit(tx, actorOf(ctx), ctx.now, {
      action: 'identity.sign-out',
      subjectKind: 'person',
      subjectId: id,
      organizationId,
    })
  })
  await ctx.platform.live.publish([signInAudience(tokenHash)], { kind: 'signed-out', reason: 'signed_out' })
  return {}
}
