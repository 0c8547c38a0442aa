import { problems } from '@parley/contract/wire/problems.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { limitKey, takePoint } from '#platform/identity/limits.ts'
import { problem } from '#platform/http/problem.ts'
import { readFileSync } from 'node:fs'
import { passwordFault } from '@parley/contract/rules/people/passwords.ts'
import { checkPassword } from '#platform/identity/secrets.ts'

/**
 * Runs a check of a secret that only the signed-in person knows; the check returns undefined if it was wrong. An attempt is
 * counted before the check and given back unless it was wrong, as at sign-in. It is counted by person and not by name:
 * somebody who tries passwords at the sign-in form must not be able to keep the owner from changing theirs.
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

/** Checks the person's own password before an act that somebody with a borrowed browser must not do (docs/rules.md §2). */
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

const commonPasswords = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

/** Throws if docs/rules.md §2 does not allow the password. `path` names the form field. */
export function checkNewPassword(
  password: string,
  owner: Parameters<typeof passwordFault>[1],
  path: 'password' | 'newPassword',
): void {
  const message = passwordFault(password, owner, (folded) => commonPasswords.has(folded))
  if (message) throw problem('password_weak', { faults: [{ path, message }] })
}
