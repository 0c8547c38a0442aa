import * as contract from '@parley/contract/identity.ts'
import { serve } from '../../platform/http.ts'
import { openPasswordLink, setPassword } from './password-links.ts'
import { signIn, signOut } from './sign-in.ts'
import { acceptTerms } from './terms.ts'

export const identityRoutes = [
  serve(contract.login, (ctx, { body }) => signIn(ctx, body)),
  serve(contract.logout, (ctx) => signOut(ctx)),
  serve(contract.cantLogIn, (ctx) => ctx.platform.config.cantLogInUrl),
  serve(contract.openPasswordLink, (ctx, { body }) => openPasswordLink(ctx, body.token)),
  serve(contract.setPassword, (ctx, { body }) => setPassword(ctx, body)),
  serve(contract.me, (ctx) => ctx.principal.profile),
  serve(contract.acceptTerms, (ctx, { body }) => acceptTerms(ctx, body.version)),
]
