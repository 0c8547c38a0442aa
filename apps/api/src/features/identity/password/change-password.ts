import { signInAudience } from '#platform/live/audiences.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { endLinks } from './one-time-links.ts'
import { confirmOwnPassword, checkNewPassword } from './password-checks.ts'
import { endTokens, issueToken } from '#features/identity/sign-in/tokens.ts'
import { hashPassword } from '#platform/identity/secrets.ts'

/** Changes the person's own password. Every sign-in ends, and the requesting browser gets a new token. */
export async function changePassword(
  ctx: Context<Person>,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<{ token: string }> {
  const { id, profile, organizationId, tokenHash } = ctx.principal
  await confirmOwnPassword(ctx, password)
  checkNewPassword(newPassword, profile, 'newPassword')
  const password_hash = await hashPassword(newPassword)

  const { token, others } = await inTransaction(ctx.db, async (tx) => {
    // Update the password before ending tokens: a concurrent sign-in with the old password waits for this row and then finds
    // it changed.
    await tx
      .updateTable('credentials')
      .set({ password_hash, password_set_at: new Date(ctx.now) })
      .where('person_id', '=', id)
      .execute()
    await endTokens(tx, { tokenHash }, 'replaced', ctx.now)
    const ended = await endTokens(tx, { personId: id }, 'password_set', ctx.now)
    // An address change that was requested with the old password must not take effect after it.
    await endLinks(tx, id, 'confirm-email')
    const issued = await issueToken(tx, id, ctx, ctx.now)
    await audit(tx, actorOf(ctx), ctx.now, {
      action: 'identity.change-password',
      subjectKind: 'person',
      subjectId: id,
      organizationId,
    })
    return { token: issued, others: ended }
  })
  for (const other of others)
    await ctx.platform.live.publish([signInAudience(other)], { kind: 'signed-out', reason: 'signed_out' })
  return { token }
}
