import { isAbove, personAbilities } from '@parley/contract/rules/people/people.ts'
import type { Context, Person as Principal } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { clearSecondFactor, endTokens, lockSecondFactor } from '#features/identity/identity.ts'
import { auditPerson, personToChange } from './people.ts'
import { subjectOf, viewerOf } from './present.ts'

/** Removes the second factor of a person who lost it. They are signed out everywhere and sign in with the password alone. */
export async function resetSecondFactor(
  ctx: Context<Principal>,
  personId: string,
): Promise<Record<string, never>> {
  const viewer = viewerOf(ctx)
  await inTransaction(ctx.db, async (tx) => {
    // Lock credentials before the person, in the order of a sign-in; in the other order the two could deadlock.
    await lockSecondFactor(tx, personId)
    const person = await personToChange(tx, viewer, personId)
    if (person.deleted_at) throw problem('person_not_found')
    const subject = subjectOf(person)
    if (!isAbove(viewer, subject)) throw problem('not_below')
    if (!personAbilities(viewer, subject).resetSecondFactor) throw problem('no_second_factor')
    if (!(await clearSecondFactor(tx, personId))) throw problem('no_second_factor')
    await endTokens(tx, { personId }, 'signed_out', ctx.now)
    await auditPerson(tx, ctx, 'people.reset-second-factor', person)
  })
  await ctx.platform.live.publish([`person:${personId}`], { kind: 'signed-out', reason: 'signed_out' })
  return {}
}
