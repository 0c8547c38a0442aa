import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'

/** Records who accepted which version and when. The first acceptance of a version is kept. */
export async function acceptTerms(ctx: Context<Person>, version: string): Promise<OwnProfile> {
  if (version !== ctx.platform.texts.terms.version) throw problem('terms_outdated')
  await ctx.db
    .insertInto('eula_acceptances')
    .values({ person_id: ctx.principal.id, version, accepted_at: new Date(ctx.now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { ...ctx.principal.profile, has_accepted_eula: true }
}
