import * as contract from '@parley/contract/identity.ts'
import { serve } from '#platform/http/http.ts'
import { changeEmail, confirmEmail, openEmailLink } from './password/change-email.ts'
import { changePassword } from './password/change-password.ts'
import { forgotPassword } from './password/forgot-password.ts'
import { openPasswordLink, setPassword } from './password/password-links.ts'
import {
  confirmSecondFactor,
  newRecoveryCodes,
  removeSecondFactor,
  startSecondFactor,
} from './second-factor/second-factor.ts'
import { signIn, signOut } from './sign-in/sign-in.ts'
import { endSignIn, listSignIns } from './sign-in/sign-ins.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'

export const identityRoutes = [
  serve(contract.login, (ctx, { body }) => signIn(ctx, body)),
  serve(contract.logout, (ctx) => signOut(ctx)),
  serve(contract.cantLogIn, (ctx) => ctx.platform.config.cantLogInUrl),
  serve(contract.openPasswordLink, (ctx, { body }) => openPasswordLink(ctx, body.token)),
  serve(contract.setPassword, (ctx, { body }) => setPassword(ctx, body)),
  serve(contract.forgotPassword, (ctx, { body }) => forgotPassword(ctx, body.name)),
  serve(contract.openEmailLink, (ctx, { body }) => openEmailLink(ctx, body.token)),
  serve(contract.confirmEmail, (ctx, { body }) => confirmEmail(ctx, body.token)),
  serve(contract.changeEmail, (ctx, { body }) => changeEmail(ctx, body)),
  serve(contract.me, (ctx) => ctx.principal.profile),
  serve(contract.acceptTerms, (ctx, { body }) => acceptTerms(ctx, body.version)),
  serve(contract.changePassword, (ctx, { body }) => changePassword(ctx, body)),
  serve(contract.startSecondFactor, (ctx, { body }) => startSecondFactor(ctx, body.password)),
  serve(contract.confirmSecondFactor, (ctx, { body }) => confirmSecondFactor(ctx, body.code)),
  serve(contract.newRecoveryCodes, (ctx, { body }) => newRecoveryCodes(ctx, body.password)),
  serve(contract.removeSecondFactor, (ctx, { body }) => removeSecondFactor(ctx, body.password)),
  serve(contract.listSignIns, (ctx) => listSignIns(ctx)),
  serve(contract.endSignIn, (ctx, { params }) => endSignIn(ctx, params.id)),
]

/** Records who accepted which version and when. The first acceptance of a version is kept. */
async function acceptTerms(ctx: Context<Person>, version: string): Promise<OwnProfile> {
  if (version !== ctx.platform.texts.terms.version) throw problem('terms_outdated')
  await ctx.db
    .insertInto('eula_acceptances')
    .values({ person_id: ctx.principal.id, version, accepted_at: new Date(ctx.now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { ...ctx.principal.profile, has_accepted_eula: true }
}
