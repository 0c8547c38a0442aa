import type { ProblemCode } from '@parley/contract/wire/problems.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Visitor } from '#platform/process/context.ts'
import { addressKey, limitKey, takePoint } from '#platform/identity/limits.ts'
import { findNamed } from '#features/identity/queries.ts'

/** Refused by a limit without checking the password. Such refusals are recorded once per limit period. */
const blocking: readonly ProblemCode[] = ['use_link', 'address_blocked', 'too_many']
const told: readonly ProblemCode[] = ['wrong_credentials', 'code_wrong', 'no_sign_in_right', ...blocking]

/**
 * Records a refused sign-in in the audit: which account, from where and why. The typed name is not kept, because people type
 * passwords there. An unknown account has no id, and takes the same path as a known one.
 */
export async function auditRefusal(ctx: Context<Visitor>, name: string, code: ProblemCode): Promise<void> {
  if (!told.includes(code)) return
  const { limits } = ctx.platform
  const isBlocked = blocking.includes(code)
  const whose = code === 'address_blocked' ? ['address', addressKey(ctx.address)] : ['account', name]
  if (isBlocked && (await takePoint(limits.blocked, limitKey(code, ...whose)))) return
  const owner = await findNamed(ctx.db, name)
  const kind = owner ? 'known' : 'unknown'
  const isTooMany = (await takePoint(limits.refusal, limitKey(kind))) !== undefined
  // One entry stands for many and says so (`more`), so that readers of the audit know that the list is incomplete.
  if (isTooMany && (await takePoint(limits.blocked, limitKey('house', kind)))) return
  await audit(ctx.db, actorOf(ctx), ctx.now, {
    action: 'identity.sign-in-refused',
    subjectKind: 'person',
    subjectId: owner?.id ?? null,
    organizationId: owner?.organization_id ?? null,
    detail: { refused: code, ...(isTooMany ? { more: true } : {}) },
  })
}
