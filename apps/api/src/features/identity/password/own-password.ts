import { problems } from '@parley/contract/problems.ts'
import type { Context, Person } from '#platform/context.ts'
import { limitKey, takePoint } from '#platform/limits.ts'
import { checkPassword } from '#platform/passwords.ts'
import { problem } from '#platform/problem.ts'

/**
 * Runs a check of something that only the signed-in person knows; undefined is its word for wrong. A try is counted
 * before it is checked and given back unless it was wrong, as at sign-in; but by person and not by name: whoever tries
 * passwords at the sign-in form from outside must not keep the owner from changing theirs.
 */
export async function countTry<T>(
  ctx: Context<Person>,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { account } = ctx.platform.limits
  const key = limitKey('own', ctx.principal.id)
  const retryAfterSeconds = await takePoint(account, key)
  if (retryAfterSeconds) throw problem('too_many', { retryAfterSeconds })
  let isWrong = false
  try {
    const found = await check()
    isWrong = found === undefined
    return found
  } finally {
    if (!isWrong) await account.reward(key)
  }
}

/** Asks for the own password before something that a borrowed browser must not do (docs/rules.md §2). */
export async function confirmOwnPassword(ctx: Context<Person>, password: string): Promise<void> {
  const stored = await ctx.db
    .selectFrom('credentials')
    .select('password_hash')
    .where('person_id', '=', ctx.principal.id)
    .executeTakeFirst()
  const isRight = await countTry(
    ctx,
    async () => (await checkPassword(stored?.password_hash, password)) || undefined,
  )
  if (!isRight)
    throw problem('password_wrong', { faults: [{ path: 'password', message: problems.password_wrong.text }] })
}
