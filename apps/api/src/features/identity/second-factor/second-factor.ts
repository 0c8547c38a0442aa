import type { AuditAct } from '@parley/contract/rules/audit/audit-acts.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { problem } from '#platform/http/problem.ts'
import { seal, unseal } from '#platform/identity/sealed.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { enrolmentOf, newAuthenticatorKey, stepOf } from './authenticator.ts'
import { confirmOwnPassword, countTry } from '#features/identity/password/password-checks.ts'
import { lockSecondFactor } from '#features/identity/queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/**
 * A key that is not confirmed within this time must be started again: somebody else may be looking at the screen that showed
 * it.
 */
const pendingMs = 15 * 60_000

const auditOwn = (tx: Db, ctx: Context<Person>, action: AuditAct) =>
  audit(tx, actorOf(ctx), ctx.now, {
    action,
    subjectKind: 'person',
    subjectId: ctx.principal.id,
    organizationId: ctx.principal.organizationId,
  })

/** Creates a key, which replaces a pending one. Sign-ins do not require it until `confirmSecondFactor`. */
export async function startSecondFactor(ctx: Context<Person>, password: string) {
  const { id, profile } = ctx.principal
  await confirmOwnPassword(ctx, password)
  const key = newAuthenticatorKey()
  const begun = await ctx.db
    .updateTable('credentials')
    .set({
      totp_secret_enc: seal(ctx.platform.config, id, key),
      totp_started_at: new Date(ctx.now),
    })
    .where('person_id', '=', id)
    .where('totp_confirmed_at', 'is', null)
    .executeTakeFirst()
  if (begun.numUpdatedRows !== 1n) throw problem('second_factor_on')
  return enrolmentOf(key, profile.username)
}

/** Turns the second factor on. The code used for this cannot be used to sign in afterwards. */
export async function confirmSecondFactor(
  ctx: Context<Person>,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = await countTry(ctx, () => turnOn(ctx, code))
  if (!recoveryCodes) throw problem('code_wrong')
  return { recoveryCodes }
}

/** Returns the recovery codes, or undefined if the code is wrong. */
const turnOn = (ctx: Context<Person>, code: string): Promise<string[] | undefined> =>
  inTransaction(ctx.db, async (tx) => {
    const { id } = ctx.principal
    const { config } = ctx.platform
    const stored = await lockSecondFactor(tx, id)
    if (stored?.totp_confirmed_at) throw problem('second_factor_on')
    if (!stored?.totp_secret_enc || !stored.totp_started_at) throw problem('second_factor_not_started')
    if (ctx.now - stored.totp_started_at.getTime() > pendingMs) throw problem('second_factor_not_started')

    const key = unseal(config, id, stored.totp_secret_enc)
    const step = stepOf(key, code.replaceAll(/\s/g, ''), ctx.now)
    if (step === undefined) return undefined
    await tx
      .updateTable('credentials')
      .set({ totp_confirmed_at: new Date(ctx.now), totp_last_step: String(step) })
      .where('person_id', '=', id)
      .execute()
    await auditOwn(tx, ctx, 'identity.second-factor-on')
    return replaceRecoveryCodes(tx, config, id)
  })

export async function newRecoveryCodes(
  ctx: Context<Person>,
  password: string,
): Promise<{ recoveryCodes: string[] }> {
  await confirmOwnPassword(ctx, password)
  return inTransaction(ctx.db, async (tx) => {
    const stored = await lockSecondFactor(tx, ctx.principal.id)
    if (!stored?.totp_confirmed_at) throw problem('no_second_factor')
    await auditOwn(tx, ctx, 'identity.recovery-codes')
    return { recoveryCodes: await replaceRecoveryCodes(tx, ctx.platform.config, ctx.principal.id) }
  })
}

/** Turns the person's own second factor off, if their organization does not require it. */
export async function removeSecondFactor(
  ctx: Context<Person>,
  password: string,
): Promise<Record<string, never>> {
  await confirmOwnPassword(ctx, password)
  if (ctx.principal.profile.second_factor.isRequired) throw problem('second_factor_required_here')
  await inTransaction(ctx.db, async (tx) => {
    if (!(await clearSecondFactor(tx, ctx.principal.id))) throw problem('no_second_factor')
    await auditOwn(tx, ctx, 'identity.second-factor-off')
  })
  return {}
}

/** Removes a second factor and its recovery codes. Returns whether there was one. */
export async function clearSecondFactor(tx: Db, personId: string): Promise<boolean> {
  const cleared = await tx
    .updateTable('credentials')
    .set({ totp_secret_enc: null, totp_started_at: null, totp_confirmed_at: null, totp_last_step: null })
    .where('person_id', '=', personId)
    .where('totp_confirmed_at', 'is not', null)
    .executeTakeFirst()
  await tx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  return cleared.numUpdatedRows === 1n
}
