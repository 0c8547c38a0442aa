import type { Context, Visitor } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { limitKey, takePoint } from '#platform/identity/limits.ts'
import { problem } from '#platform/http/problem.ts'
import { unseal } from '#platform/identity/sealed.ts'
import { stepOf } from './authenticator.ts'
import type { Account } from '#features/identity/queries.ts'
import { takeRecoveryCode } from './recovery-codes.ts'

/** A code that passed its first check. It is used up in the transaction that makes the token. */
export type SignInCode = { by: 'app'; step: number } | { by: 'recovery-code'; code: string }

const isSixDigits = (code: string): boolean => /^\d{6}$/.test(code)

/** Checks the code that came with a correct password. Six digits can be guessed, so they are also limited per person. */
export async function readCode(ctx: Context<Visitor>, account: Account, given: string): Promise<SignInCode> {
  const code = given.replaceAll(/\s/g, '')
  if (!isSixDigits(code)) return { by: 'recovery-code', code }
  const { limits, config } = ctx.platform
  const key = limitKey('code', account.id)
  const retryAfterSeconds = await takePoint(limits.code, key)
  if (retryAfterSeconds) throw problem('too_many', { retryAfterSeconds })
  // A check constraint of the table ensures that a second factor that is on has a key.
  if (!account.totp_secret_enc) throw new Error(`person ${account.id} has a second factor without a key`)
  const step = stepOf(unseal(config, account.id, account.totp_secret_enc), code, ctx.now)
  if (step === undefined) throw problem('code_wrong')
  await limits.code.reward(key)
  return { by: 'app', step }
}

/** Uses up the code, or refuses one that was already used, also when two requests bring it at once. */
export async function takeCode(
  tx: Db,
  ctx: Context<Visitor>,
  personId: string,
  given: SignInCode,
): Promise<void> {
  const isTaken =
    given.by === 'app'
      ? await takeStep(tx, personId, given.step)
      : await takeRecoveryCode(tx, ctx.platform.config, personId, given.code, ctx.now)
  if (!isTaken) throw problem('code_wrong')
}

async function takeStep(tx: Db, personId: string, step: number): Promise<boolean> {
  const taken = await tx
    .updateTable('credentials')
    .set({ totp_last_step: String(step) })
    .where('person_id', '=', personId)
    .where('totp_confirmed_at', 'is not', null)
    .where((where) =>
      where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', String(step))]),
    )
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}
